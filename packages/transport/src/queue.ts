// What waits to be sent: its order, its bounds, and what was lost. No timers, no I/O.
import type { Kind } from 'gasoline-capture/context';

const { keys } = Object;

/** How many events of each kind. */
export type Counts = Partial<Record<Kind, number>>;

/** What is sent as one, as far as a queue looks at it. */
export interface Delivery {
  /** The same however often it is sent: the receiver keeps it once. */
  readonly id: string;
  readonly kind: Kind;
  /** How many events it holds. */
  readonly count: number;
  readonly chars: number;
  /** Losses that it reports; to be reported again if it is lost itself. */
  readonly dropped?: Counts | undefined;
}

/** `retry`: nobody has received it. `refused`: nobody ever will. */
export type Outcome = 'accepted' | 'refused' | 'retry';

/** How much may wait. What is under way does not count, but not more characters may be under way. */
export interface Limits {
  readonly deliveries?: number;
  readonly events?: number;
  readonly chars: number;
}

interface Entry<D> {
  readonly delivery: D;
  isUnderWay: boolean;
}

export class Queue<D extends Delivery> {
  /** In the order of arrival, under way or not: what comes back keeps its place. */
  readonly #entries = new Map<string, Entry<D>>();
  readonly #waiting = { deliveries: 0, events: 0, chars: 0 };
  readonly #underWay = { deliveries: 0, events: 0, chars: 0 };
  #dropped: Counts = {};

  constructor(private readonly limits: Limits) {}

  /** Beyond the limits the oldest that is not under way is lost. */
  add(delivery: D): void {
    if (this.has(delivery.id)) return;
    this.#entries.set(delivery.id, { delivery, isUnderWay: false });
    count(this.#waiting, delivery, 1);
    this.#bound();
  }

  /**
   * The oldest that may go; it is under way until it is settled or released. An enrichment waits for
   * the log entries before it: until they have arrived, there is nothing to add it to.
   *
   * `accepts` is for the last chance: it alone decides then, whatever has not arrived before.
   */
  next(accepts?: (delivery: D) => boolean): D | undefined {
    if (!accepts && this.#underWay.chars > this.limits.chars) return undefined;
    let isAfterLog = false;
    for (const entry of this.#entries.values()) {
      const { delivery } = entry;
      const mayGo = accepts
        ? !entry.isUnderWay && accepts(delivery)
        : !entry.isUnderWay && !(isAfterLog && delivery.kind === 'enrichment');
      if (mayGo) {
        this.#move(entry, true);
        return delivery;
      }
      isAfterLog ||= delivery.kind === 'log';
    }
    return undefined;
  }

  /** What became of one that was under way; what comes late counts as well. */
  settle(id: string, outcome: Outcome): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    if (outcome !== 'retry') return this.#remove(entry, outcome === 'refused');
    this.#move(entry, false);
    this.#bound();
  }

  /** The connection broke: all under way waits again, in its place. */
  release(): void {
    for (const entry of this.#entries.values()) this.#move(entry, false);
    this.#bound();
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** What was neither accepted nor lost, oldest first. */
  unsettled(): readonly D[] {
    return [...this.#entries.values()].map(({ delivery }) => delivery);
  }

  /** How many deliveries are under way. */
  get underWay(): number {
    return this.#underWay.deliveries;
  }

  /** Counts events that were lost elsewhere, too. */
  addDropped(counts: Counts): void {
    this.#dropped = sum(this.#dropped, counts);
  }

  /** What was lost since this was called last. */
  takeDropped(): Counts | undefined {
    const { dropped } = this;
    this.#dropped = {};
    return keys(dropped).length > 0 ? dropped : undefined;
  }

  get dropped(): Counts {
    return this.#dropped;
  }

  #bound(): void {
    const { deliveries = Infinity, events = Infinity, chars } = this.limits;
    for (const entry of this.#entries.values()) {
      const waiting = this.#waiting;
      const isWithin =
        waiting.deliveries <= deliveries && waiting.events <= events && waiting.chars <= chars;
      if (isWithin) return;
      if (!entry.isUnderWay) this.#remove(entry, true);
    }
  }

  #move(entry: Entry<D>, isUnderWay: boolean): void {
    if (entry.isUnderWay === isUnderWay) return;
    entry.isUnderWay = isUnderWay;
    count(this.#waiting, entry.delivery, isUnderWay ? -1 : 1);
    count(this.#underWay, entry.delivery, isUnderWay ? 1 : -1);
  }

  #remove({ delivery, isUnderWay }: Entry<D>, isLost: boolean): void {
    this.#entries.delete(delivery.id);
    count(isUnderWay ? this.#underWay : this.#waiting, delivery, -1);
    if (isLost) this.addDropped(lossOf(delivery));
  }
}

/** What is lost with a delivery. */
export function lossOf({ kind, count: events, dropped = {} }: Delivery): Counts {
  return sum(dropped, { [kind]: events });
}

/** Both together; kinds of which there are none are left out. */
export function sum(one: Counts, other: Counts): Counts {
  const both = { ...one };
  for (const kind of keys(other) as Kind[]) {
    const events = (both[kind] ?? 0) + (other[kind] ?? 0);
    if (events > 0) both[kind] = events;
  }
  return both;
}

type Totals = Record<'deliveries' | 'events' | 'chars', number>;

function count(totals: Totals, delivery: Delivery, sign: 1 | -1): void {
  totals.deliveries += sign;
  totals.events += sign * delivery.count;
  totals.chars += sign * delivery.chars;
}
