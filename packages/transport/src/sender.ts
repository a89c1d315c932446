// The way out of a page: gathers events, and sees to it that they leave or are counted.
import { QUEUE_MAX_CHARS, QUEUE_MAX_EVENTS } from 'gasoline-capture/limits';
import type { Page } from 'gasoline-capture/context';
import type { Packet } from 'gasoline-capture/packet';
import type { Natives } from 'gasoline-capture/realm/natives';
import { createBatcher, type Batch } from './batch.js';
import { createDispatcher, type Carrier } from './dispatcher.js';
import { watchLeaving, type Timing } from './lifecycle.js';
import { BUSY_CALLS } from './limits.js';
import { lossOf, Queue, sum, type Delivery } from './queue.js';
import type { Spool } from './spool.js';

/** A way out of a page. */
export interface PageCarrier<D extends Delivery> extends Carrier<D> {
  /** When gathered events are sent; see the batcher. */
  readonly mode: 'micro' | 'timer';
  /** What carries a batch. */
  pack(batch: Batch, isLeaving: boolean): D[];
  /** Whether it can be sent by a page that is being left. */
  fits(delivery: D): boolean;
  /** The page is left: the last chance for what is under way. Returns what may not arrive. */
  leave(unsettled: readonly D[]): readonly D[];
}

export interface SenderOptions<D extends Delivery> {
  page: Page;
  /** Unique to this page. */
  id: string;
  carrier: PageCarrier<D>;
  timing: Timing;
  natives: Pick<Natives, 'listen'>;
  /** For what may not arrive; without one it goes with the page. */
  spool?: Spool<D>;
  /** The page is back from the back/forward cache. */
  restored?(): void;
}

/** Opens it. What is returned takes events. */
export function openSender<D extends Delivery>(
  options: SenderOptions<D>,
): (packet: Packet) => void {
  const { page, id, carrier, timing, natives, spool } = options;
  const queue = new Queue<D>({ events: QUEUE_MAX_EVENTS, chars: QUEUE_MAX_CHARS });
  const spooled = new Set<D>();
  let isUrgent = false;
  let isLeft = false;
  let isWatched = true;
  let reports = 0;

  const dispatcher = createDispatcher({
    queue,
    carrier,
    timing,
    isLeaving: () => isUrgent,
    settled(outcome, isBack) {
      const isDone = outcome !== 'retry';
      if (isBack || (isDone && carrier.mode === 'micro')) batcher.flush();
    },
  });

  const batcher = createBatcher({
    id,
    mode: carrier.mode,
    timing,
    losses: queue,
    isBusy: () => queue.underWay >= BUSY_CALLS,
    send(batch) {
      isWatched = false;
      for (const delivery of carrier.pack(batch, isUrgent)) {
        queue.add(delivery);
        dispatcher.pump();
      }
      if (isLeft) leave();
    },
  });

  /** What may not arrive is kept for the next page, or at least its number. */
  const leave = (): void => {
    dispatcher.rush((delivery) => carrier.fits(delivery));
    const unsettled = queue.unsettled();
    const unsure = carrier.leave(unsettled);
    if (!spool) return;
    const left = (dispatcher.isFailing() ? unsettled : unsure).filter((it) => !spooled.has(it));
    for (const delivery of left) spooled.add(delivery);
    const lost = spool.save(left);
    if (lost.length === 0) return;
    const dropped = lost.map(lossOf).reduce(sum);
    const report: Batch = { id: `${id}-lost-${reports++}`, kind: 'log', events: [], dropped };
    spool.save(carrier.pack(report, true));
  };

  const watch = watchLeaving(page, natives, {
    hidden() {
      isUrgent = true;
      batcher.flush();
      isUrgent = isLeft;
    },
    left() {
      isUrgent = isLeft = true;
      batcher.leaving(true);
      batcher.flush();
      leave();
    },
    restored() {
      // Every page is shown once before it has been left.
      if (isLeft) options.restored?.();
      isUrgent = isLeft = false;
      batcher.leaving(false);
    },
  });

  for (const delivery of spool?.load() ?? []) queue.add(delivery);
  dispatcher.pump();
  return (packet) => {
    if (!isWatched) watch();
    isWatched = true;
    batcher.add(packet);
  };
}
