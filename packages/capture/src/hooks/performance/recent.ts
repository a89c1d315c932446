// What happened lately is kept one by one, what is older in sums: a change of route is noticed after
// the requests and tasks that belong to it.
import { PERFORMANCE_RECENT_MAX } from '../../limits.js';

/** Something with a time, measured from the start of the page. */
export interface Timed {
  startTime: number;
}

export class Recent<T extends Timed> {
  #entries: T[] = [];

  /** `settle` takes what is too old to be asked for. */
  constructor(private readonly settle: (entry: T) => void) {}

  add(entry: T): void {
    this.#entries.push(entry);
    const oldest =
      this.#entries.length > PERFORMANCE_RECENT_MAX ? this.#entries.shift() : undefined;
    if (oldest) this.settle(oldest);
  }

  /** Takes out what began at `start` or later. */
  take(start: number): T[] {
    const taken = this.#entries.filter(({ startTime }) => startTime >= start);
    this.#entries = this.#entries.filter(({ startTime }) => startTime < start);
    return taken;
  }

  list(): readonly T[] {
    return this.#entries;
  }
}
