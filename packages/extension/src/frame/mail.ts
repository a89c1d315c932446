// The way from a frame to the worker: batches, offered again until they are taken.
import type { Natives, Packet, Page } from 'gasoline-capture';
import { createBatcher, createDrops, type Batch } from 'gasoline-transport/batch';
import { takeTiming, watchLeaving } from 'gasoline-transport/moments';
import { createOutbox } from 'gasoline-transport/outbox';

export interface MailOptions {
  page: Page;
  natives: Natives;
  /** Whether the worker has taken the batch. */
  send(batch: Batch): Promise<boolean>;
  /** The page is back from the back-forward cache. */
  back(): void;
}

/** Opens it. What is returned takes events. */
export function openMail(options: MailOptions): (packet: Packet) => void {
  const { page, natives } = options;
  const timing = takeTiming(page, natives);
  const drops = createDrops();
  let isWatched = true;
  let isLeft = false;

  const outbox = createOutbox<{ batch: Batch; count: number; chars: number }>({
    timing,
    deliver: async ({ batch }) => ((await options.send(batch)) ? 'taken' : 'away'),
    lost({ batch }) {
      drops.count(batch.kind, batch.events.length);
      drops.add(batch.dropped);
    },
  });

  const batcher = createBatcher({
    id: natives.random(),
    mode: 'timer',
    timing,
    drops,
    send(batch) {
      isWatched = false;
      const chars = batch.events.reduce((sum, text) => sum + text.length, 0);
      outbox.put({ batch, count: batch.events.length, chars });
    },
  });

  const watch = watchLeaving(page, natives, {
    hidden: batcher.flush,
    left() {
      isLeft = true;
      batcher.leaving(true);
      batcher.flush();
      outbox.rush(() => true);
    },
    back() {
      batcher.leaving(false);
      // Every page is shown once before it has been left.
      if (isLeft) options.back();
      isLeft = false;
    },
  });

  return (packet) => {
    if (!isWatched) watch();
    isWatched = true;
    batcher.add(packet);
  };
}
