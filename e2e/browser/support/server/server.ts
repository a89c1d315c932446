// The real server, started for one test and asked what arrived.
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { binary } from './binary.js';

/** What `/snapshot` answers, as far as tests look at it. */
export interface Snapshot {
  logs: Record<string, unknown>[];
  network_bodies: Record<string, unknown>[];
  websocket_events: Record<string, unknown>[];
  enhanced_actions: Record<string, unknown>[];
  [member: string]: unknown;
}

// What the server answers is asserted by the tests, not typed by them.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = any;

/**
 * Ports below those that the system hands out (32768 and up on Linux): where a server was stopped, no
 * other process is given the port before the next server starts there. Each worker has its own, and
 * the Rust tests use those above; `fetch` refuses 10080.
 */
const FIRST_PORT = 11_000;
const PORTS_A_WORKER = 1000;
const WORKERS_MAX = 8;
const ownPorts =
  FIRST_PORT + (Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % WORKERS_MAX) * PORTS_A_WORKER;
let nextPort = process.pid;

export class Server {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts on a free port, or on `port`, where an earlier one stood. */
  static async start({ port, flags }: { port?: number; flags?: string[] } = {}): Promise<Server> {
    if (port !== undefined) return Server.#startAt(port, flags);
    for (let left = PORTS_A_WORKER; ; left--) {
      try {
        return await Server.#startAt(ownPorts + (nextPort++ % PORTS_A_WORKER), flags);
      } catch (error) {
        // Another run of the tests may have servers there.
        if (left === 0 || !/already serves|holds port|cannot listen/.test(String(error)))
          throw error;
      }
    }
  }

  static async #startAt(port: number, more: string[] = []): Promise<Server> {
    // A picture of a large page takes a slow machine minutes; no verdict depends on that.
    const flags = ['serve', '--port', String(port), '--command-seconds', '600', ...more];
    const child = spawn(binary(), flags, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said: string[] = [];
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`gasoline ended (${code}): ${said.join('')}`)));
      if (child.stdout) createInterface(child.stdout).once('line', resolve);
    });
    return new Server(child, url);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await ended;
  }

  async get(path: string): Promise<Answer> {
    const answer = await fetch(this.url + path);
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  async post(path: string, body: unknown): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(this.url + path, { method: 'POST', body: text });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  snapshot(): Promise<Snapshot> {
    return this.get('/snapshot');
  }

  /** Waits until the snapshot is as `satisfied` says, and returns it. */
  async until(
    satisfied: (snapshot: Snapshot) => boolean,
    what = 'the expected',
  ): Promise<Snapshot> {
    let last: Snapshot | undefined;
    await expect
      .poll(
        async () => {
          last = await this.snapshot();
          return satisfied(last);
        },
        { message: `waiting for ${what} to arrive`, intervals: [50, 100, 200, 500] },
      )
      .toBe(true);
    if (last === undefined) throw new Error('no snapshot');
    return last;
  }

  /** Calls an MCP tool over HTTP. */
  async tool(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const ask = async (body: unknown, session?: string) => {
      const answer = await fetch(`${this.url}/mcp`, {
        method: 'POST',
        headers: session ? { ...headers, 'mcp-session-id': session } : headers,
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
      const data = text
        .split('\n')
        .filter((line) => line.startsWith('data: {'))
        .at(-1);
      return { answer, message: data ? JSON.parse(data.slice(6)) : text ? JSON.parse(text) : null };
    };
    const hello = await ask({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'e2e', version: '0' },
      },
    });
    const session = hello.answer.headers.get('mcp-session-id') ?? undefined;
    await ask({ jsonrpc: '2.0', method: 'notifications/initialized' }, session);
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } };
    const { message } = await ask(call, session);
    // A server that serves many tests has room for so many clients, and keeps each for hours.
    const goodbye = { ...headers, 'mcp-session-id': session ?? '' };
    await fetch(`${this.url}/mcp`, { method: 'DELETE', headers: goodbye });
    if (message.error) throw new Error(JSON.stringify(message.error));
    return message.result;
  }
}
