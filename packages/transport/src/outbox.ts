// Things on their way out: bounded, tried again while nobody takes them, counted when given up.
import { QUEUE_MAX_CHARS, QUEUE_MAX_EVENTS } from 'gasoline-capture/limits';
import { RETRY_DELAYS_MS } from './limits.js';
import type { Timing } from './moments.js';

/** `taken`: done. `refused`: never try again. `away`: nobody was there. */
export type Outcome = 'taken' | 'refused' | 'away';

/** What an outbox must know of a thing. */
export interface Outgoing {
  /** How many events it holds. */
  count: number;
  chars: number;
}

export interface OutboxOptions<T extends Outgoing> {
  timing: Pick<Timing, 'after'>;
  deliver(item: T): Promise<Outcome>;
  /** Called with what is given up: the oldest when there is no room, and what was refused. */
  lost(item: T): void;
  /** Whether `item` means nothing until some of those before it have been taken, and waits for them. */
  mustWait?(item: T, before: readonly T[]): boolean;
  /** Called when something was taken; `isBack` after nothing could be for a while. */
  taken?(isBack: boolean): void;
}

export interface Outbox<T extends Outgoing> {
  put(item: T): void;
  /** Tries what waits and `accepts` says, whether or not it is time to. */
  rush(accepts: (item: T) => boolean): void;
  /** What was neither taken nor given up, oldest first. */
  unsettled(): T[];
  /** How many are being delivered. */
  underWay(): number;
  /** The last attempt failed. */
  isAway(): boolean;
}

interface Entry<T> {
  item: T;
  isFlying: boolean;
}

export function createOutbox<T extends Outgoing>(options: OutboxOptions<T>): Outbox<T> {
  // One list in order of arrival, flying or not, so that what comes back keeps its place.
  const entries: Entry<T>[] = [];
  const waiting = { count: 0, chars: 0 };
  const flying = { count: 0, chars: 0 };
  let failures = 0;
  let isResting = false;

  const wait = (entry: Entry<T>, sign: 1 | -1): void => {
    waiting.count += sign * entry.item.count;
    waiting.chars += sign * entry.item.chars;
  };

  const fly = (entry: Entry<T>, sign: 1 | -1): void => {
    entry.isFlying = sign > 0;
    flying.count += sign;
    flying.chars += sign * entry.item.chars;
  };

  const remove = (entry: Entry<T>): void => {
    entries.splice(entries.indexOf(entry), 1);
  };

  // `await` cannot be intercepted, where the `then` of a promise can be replaced by the page.
  const launch = async (entry: Entry<T>): Promise<void> => {
    wait(entry, -1);
    fly(entry, 1);
    let outcome: Outcome = 'away';
    try {
      outcome = await options.deliver(entry.item);
    } catch {
      // Nobody was there.
    }
    fly(entry, -1);
    if (outcome === 'away') {
      wait(entry, 1);
      rest();
      makeRoom();
      return;
    }
    remove(entry);
    if (outcome === 'refused') options.lost(entry.item);
    const isBack = failures > 0;
    failures = 0;
    options.taken?.(isBack);
    pump();
  };

  const rest = (): void => {
    if (isResting) return;
    isResting = true;
    const delay = RETRY_DELAYS_MS[Math.min(failures++, RETRY_DELAYS_MS.length - 1)] ?? 0;
    options.timing.after(delay, () => {
      isResting = false;
      pump();
    });
  };

  const pump = (): void => {
    const before: T[] = [];
    for (const entry of entries) {
      // After a failure a single one goes ahead to see whether anybody is there.
      if (isResting || (failures > 0 && flying.count > 0)) return;
      if (flying.chars > QUEUE_MAX_CHARS) return;
      // Requests overtake each other; what belongs to another must not.
      if (!entry.isFlying && !options.mustWait?.(entry.item, before)) void launch(entry);
      before.push(entry.item);
    }
  };

  const makeRoom = (): void => {
    while (waiting.count > QUEUE_MAX_EVENTS || waiting.chars > QUEUE_MAX_CHARS) {
      const oldest = entries.find((entry) => !entry.isFlying);
      if (!oldest) return;
      wait(oldest, -1);
      remove(oldest);
      options.lost(oldest.item);
    }
  };

  return {
    put(item) {
      const entry = { item, isFlying: false };
      entries.push(entry);
      wait(entry, 1);
      pump();
      makeRoom();
    },
    rush(accepts) {
      for (const entry of entries) {
        if (!entry.isFlying && accepts(entry.item)) void launch(entry);
      }
    },
    unsettled: () => entries.map((entry) => entry.item),
    underWay: () => flying.count,
    isAway: () => failures > 0,
  };
}
