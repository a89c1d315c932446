// The way from a frame to the worker: batches, offered again until the worker has them.
import type { Batch } from 'gasoline-transport/batch';
import type { Delivery } from 'gasoline-transport/queue';
import type { PageCarrier } from 'gasoline-transport/sender';

export interface BatchDelivery extends Delivery {
  readonly batch: Batch;
}

/** `send` resolves to whether the worker has taken the batch. */
export function createFrameCarrier(
  send: (batch: Batch) => Promise<boolean>,
): PageCarrier<BatchDelivery> {
  return {
    mode: 'timer',
    pack(batch) {
      const { id, kind, events, dropped } = batch;
      const chars = events.reduce((total, text) => total + text.length, 0);
      return [{ id, kind, count: events.length, chars, dropped, batch }];
    },
    send: async ({ batch }) => ((await send(batch)) ? 'accepted' : 'retry'),
    capacity: () => Infinity,
    fits: () => true,
    // A message arrives even if its page goes.
    leave: () => [],
  };
}
