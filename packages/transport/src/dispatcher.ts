// Takes deliveries from a queue to a carrier, and rests after failures.
import type { Delivery, Outcome, Queue } from './queue.js';
import type { Timing } from './lifecycle.js';
import { RETRY_DELAYS_MS } from './limits.js';

/** Takes deliveries to their receiver. */
export interface Carrier<D extends Delivery> {
  /** Rejects where nobody receives it, which is `retry`. */
  send(delivery: D, isLeaving: boolean): Promise<Outcome>;
  /** How many may be under way at the moment. */
  capacity(): number;
}

export interface DispatcherOptions<D extends Delivery> {
  queue: Queue<D>;
  carrier: Carrier<D>;
  timing: Pick<Timing, 'after'>;
  /** Whether the page is being left. */
  isLeaving?(): boolean;
  /** Called when the outcome of a delivery is known; `isBack`: after failures the receiver is there. */
  settled(outcome: Outcome, isBack: boolean): void;
}

export interface Dispatcher<D> {
  /** Sends what may go now. Call it when something was added or the carrier has more capacity. */
  pump(): void;
  /** The last chance: sends all that `accepts` lets through, whether or not it is time to. */
  rush(accepts: (delivery: D) => boolean): void;
  /** Whether the last attempt failed. */
  isFailing(): boolean;
}

export function createDispatcher<D extends Delivery>(options: DispatcherOptions<D>): Dispatcher<D> {
  const { queue, carrier } = options;
  let failures = 0;
  let isResting = false;

  // `await` cannot be intercepted, where the `then` of a promise can be replaced by the page.
  const launch = async (delivery: D): Promise<void> => {
    let outcome: Outcome = 'retry';
    try {
      outcome = await carrier.send(delivery, options.isLeaving?.() === true);
    } catch {
      // Nobody was there.
    }
    queue.settle(delivery.id, outcome);
    const isBack = outcome !== 'retry' && failures > 0;
    if (outcome === 'retry') rest();
    else failures = 0;
    options.settled(outcome, isBack);
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

  /** After a failure a single one goes ahead to see whether anybody is there. */
  const mayGo = (): boolean =>
    !isResting && queue.underWay < Math.min(carrier.capacity(), failures > 0 ? 1 : Infinity);

  const pump = (): void => {
    while (mayGo()) {
      const delivery = queue.next();
      if (!delivery) return;
      void launch(delivery);
    }
  };

  return {
    pump,
    rush(accepts) {
      for (let it = queue.next(accepts); it; it = queue.next(accepts)) void launch(it);
    },
    isFailing: () => failures > 0,
  };
}
