// What the server asks of the pages while a test runs. Asked for in the background, and never waited for.
import { setTimeout as after } from 'node:timers/promises';
import { ask } from './client.js';
import { ERRANDS_HELD_MAX_MS, ERRANDS_REST_MS } from './limits.js';

/** What is to be done. */
export interface Errand {
  id: number;
  errand: string;
  arguments: Record<string, unknown>;
  timeoutMs: number;
}

/** An errand that cannot be done says so by throwing this. */
export class Refusal extends Error {
  constructor(
    readonly what: string,
    readonly hint: string,
  ) {
    super(what);
  }
}

export class Errands {
  #waiting: AbortController | undefined;
  /** An older server has none. */
  isKnown = true;

  constructor(
    private readonly port: number,
    /** Who we are, unlike all other workers. */
    private readonly client: string,
    /** Does an errand and gives its result. */
    private readonly run: (errand: Errand) => Promise<object>,
  ) {}

  /** Waits for errands from here on. */
  start(): void {
    if (this.#waiting || !this.isKnown) return;
    this.#waiting = new AbortController();
    void this.#wait(this.#waiting.signal);
  }

  stop(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const path = `/errands?${new URLSearchParams({ client: this.client })}`;
    while (!signal.aborted) {
      try {
        const held = { withinMs: ERRANDS_HELD_MAX_MS, isAside: true, signal };
        const { status, text } = await ask(this.port, 'GET', path, held);
        if (status === 404) {
          // An older server.
          this.isKnown = false;
          return;
        }
        const { errands = [] } = JSON.parse(text) as { errands?: Errand[] };
        if (status !== 200) throw new Error(`it was answered with ${status}`);
        for (const errand of errands) await this.#do(errand);
      } catch {
        // The server is away or busy: nobody is told, because nobody waits for us.
        await after(ERRANDS_REST_MS, undefined, { ref: false, signal }).catch(() => {});
      }
    }
  }

  async #do(errand: Errand): Promise<void> {
    const outcome = await this.run(errand).then(
      (result) => ({ result }),
      (error: unknown) => ({ refused: refused(error) }),
    );
    const body = JSON.stringify({ id: errand.id, client: this.client, ...outcome });
    await ask(this.port, 'POST', '/errands', { body, isAside: true });
  }
}

function refused(error: unknown): { what: string; hint: string } {
  if (error instanceof Refusal) return { what: error.what, hint: error.hint };
  const [said = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return {
    what: `the test's page gives no picture: ${said}`,
    hint: 'ask again; a page that is closing, hangs or shows a dialog has none',
  };
}
