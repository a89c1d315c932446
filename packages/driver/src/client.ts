// The server as a worker process sees it: asked one thing after the other, and never waited for long.
import { Agent, request } from 'node:http';
import { ANSWER_MAX_MS, REST_MS } from './limits.js';

export interface Answer {
  status: number;
  bytes: Buffer;
  text: string;
}

export interface AskOptions {
  body?: string;
  withinMs?: number;
  agent?: Agent;
  /** The browser that has what is sent, as browsers call themselves. */
  browser?: string;
  signal?: AbortSignal;
  /** The process may end meanwhile. */
  isAside?: boolean;
}

/** Asks once. Rejects when nobody answers in time. */
export async function ask(
  port: number,
  method: 'GET' | 'POST',
  path: string,
  options: AskOptions = {},
): Promise<Answer> {
  const { body, withinMs = ANSWER_MAX_MS, agent, browser, signal, isAside = false } = options;
  return new Promise((resolve, reject) => {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(browser !== undefined && { 'user-agent': browser }),
    };
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers,
        ...(agent && { agent }),
        ...(signal && { signal }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const status = response.statusCode ?? 0;
          // Pictures are never read as text.
          resolve({
            status,
            bytes,
            get text() {
              return bytes.toString('utf8');
            },
          });
        });
      },
    );
    // Of the whole exchange, where `timeout` would only limit its pauses.
    const limit = setTimeout(() => asked.destroy(new Slow()), withinMs);
    asked.on('close', () => clearTimeout(limit));
    if (isAside) {
      limit.unref();
      asked.on('socket', (socket) => socket.unref());
    }
    asked.on('error', reject);
    asked.end(body);
  });
}

class Slow extends Error {
  constructor() {
    super('no answer in time');
  }
}

/** Whether a Gasoline answers on the port. */
export async function isHealthy(port: number): Promise<boolean> {
  try {
    const { status, text } = await ask(port, 'GET', '/health');
    return status === 200 && (JSON.parse(text) as { name?: unknown }).name === 'gasoline';
  } catch {
    return false;
  }
}

export class Client {
  /** One connection: the server lists events in the order it takes them. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #last: Promise<unknown> = Promise.resolve();
  #restUntil = 0;
  #waiting = 0;

  constructor(
    readonly port: number,
    /** Called whenever the server did not answer. */
    private readonly away: () => void,
  ) {}

  /** The browser whose pages it tells of: a bug report names it. */
  browser: string | undefined;

  /** Whether the last thing asked was answered. */
  isThere = true;

  /** How many things are waiting for an answer. */
  get underWay(): number {
    return this.#waiting;
  }

  /** Posts after everything before it. Rejects when nobody answers or the server has no room. */
  post(path: string, body: string | object): Promise<Answer> {
    return this.#inTurn('POST', path, typeof body === 'string' ? body : JSON.stringify(body));
  }

  /** Reads an answer, after everything posted before. Rejects unless it is one. */
  async get(path: string, withinMs = ANSWER_MAX_MS): Promise<unknown> {
    const { status, text } = await this.#inTurn('GET', path, undefined, withinMs);
    if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${text}`);
    return JSON.parse(text);
  }

  /** Posts what nobody waits for: a failure is the server's absence, which is told by `away`. */
  tell(path: string, body: string | object): void {
    this.post(path, body).catch(() => {});
  }

  /** Waits until all that was asked is answered. */
  async settled(): Promise<void> {
    await this.#last;
  }

  close(): void {
    this.#agent.destroy();
  }

  #inTurn(method: 'GET' | 'POST', path: string, body?: string, withinMs?: number): Promise<Answer> {
    this.#waiting++;
    const answered = this.#last.then(() => this.#ask(method, path, body, withinMs));
    this.#last = answered.catch(() => {}).finally(() => this.#waiting--);
    return answered;
  }

  async #ask(method: 'GET' | 'POST', path: string, body?: string, withinMs?: number) {
    if (Date.now() < this.#restUntil) throw new Slow();
    const once = (): Promise<Answer> =>
      ask(this.port, method, path, {
        agent: this.#agent,
        ...(this.browser !== undefined && { browser: this.browser }),
        ...(body !== undefined && { body }),
        ...(withinMs !== undefined && { withinMs }),
      });
    let answer: Answer;
    try {
      answer = await once().catch((error: unknown) => {
        // A connection that lay idle may be closed by the other side just when it is used again.
        if (isReset(error)) return once();
        throw error;
      });
    } catch (error) {
      if (error instanceof Slow) this.#restUntil = Date.now() + REST_MS;
      this.isThere = false;
      this.away();
      throw error;
    }
    this.isThere = true;
    if (answer.status === 503) throw new Error('the server has no room for it');
    return answer;
  }
}

function isReset(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE';
}
