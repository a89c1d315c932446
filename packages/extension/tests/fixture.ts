// Stand-ins for what the worker's rooms are handed: storage, and a clock that a test moves.
import type { After, KeyValueStore } from '../src/worker/environment.js';

/** Storage in memory; `limit` is the most keys it takes. */
export class FakeArea implements KeyValueStore {
  items: Record<string, unknown> = {};
  writes = 0;
  limit = Infinity;

  async get(_keys: null): Promise<Record<string, unknown>> {
    return structuredClone(this.items);
  }

  async set(items: Record<string, unknown>): Promise<void> {
    const next = { ...this.items, ...structuredClone(items) };
    if (Object.keys(next).length > this.limit) throw new Error('QUOTA_BYTES quota exceeded');
    this.items = next;
    this.writes += 1;
  }

  async remove(keys: string[]): Promise<void> {
    for (const key of keys) delete this.items[key];
  }
}

export class FakeClock {
  #now = 0;
  #timers: { at: number; work: () => void }[] = [];

  readonly after: After = (ms, work) => {
    const timer = { at: this.#now + ms, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Lets time pass, and what was waiting for a promise go on. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = next.at;
      next.work();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}

/** Everything that can go on without time passing has gone on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
