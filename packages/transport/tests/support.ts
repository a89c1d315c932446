// What the tests hand in: a clock they turn themselves, a page that can be left, deliveries.
import type { Natives } from 'gasoline-capture/realm/natives';
import type { Page } from 'gasoline-capture/context';
import type { RequestDelivery } from '../src/delivery.js';
import type { Timing } from '../src/lifecycle.js';

export class ManualTiming implements Timing {
  now = 0;
  #soon: (() => void)[] = [];
  #later: { at: number; work: () => void }[] = [];

  soon(work: () => void): void {
    this.#soon.push(work);
  }

  after(milliseconds: number, work: () => void): void {
    this.#later.push({ at: this.now + milliseconds, work });
  }

  /** Ends the current task. */
  endTask(): void {
    for (const work of this.#soon.splice(0)) work();
  }

  /** Turns the clock, and lets promises settle at each stop. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await settle();
    for (;;) {
      const due = this.#later.filter(({ at }) => at <= end);
      const first = Math.min(...due.map(({ at }) => at));
      const next = due.find(({ at }) => at === first);
      if (!next) break;
      this.#later.splice(this.#later.indexOf(next), 1);
      this.now = next.at;
      next.work();
      await settle();
    }
    this.now = end;
  }
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 20; round++) await Promise.resolve();
}

export class MemoryStorage {
  readonly kept = new Map<string, string>();
  getItem = (key: string): string | null => this.kept.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.kept.set(key, value);
  removeItem = (key: string): void => void this.kept.delete(key);
}

/** A page as far as the transport looks at it. */
export class FakePage extends EventTarget {
  readonly document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  sessionStorage = new MemoryStorage();

  get page(): Page {
    return this as unknown as Page;
  }

  hide(): void {
    this.document.visibilityState = 'hidden';
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  leave(): void {
    this.dispatchEvent(new Event('pagehide'));
    this.hide();
  }

  comeBack(): void {
    this.document.visibilityState = 'visible';
    this.dispatchEvent(new Event('pageshow'));
  }
}

export const natives: Pick<Natives, 'listen'> = {
  listen: (target, type, listener, capture) => target.addEventListener(type, listener, capture),
};

let deliveries = 0;

export function delivery(body: string, count = 1): RequestDelivery {
  return { id: `d${++deliveries}`, kind: 'log', path: '/logs', body, count, chars: body.length };
}

export const client = 'test/0 page';
