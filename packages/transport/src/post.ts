// The post office of a page: gathers encoded events, and sees to it that they leave or are counted.
import type { Page } from 'gasoline-capture/context';
import type { Packet } from 'gasoline-capture/packet';
import type { Natives } from 'gasoline-capture/realm/natives';
import { createBatcher, createDrops, type Batch, type BatchEnvelope } from './batch.js';
import { createHandover } from './handover.js';
import { BUSY_CALLS } from './limits.js';
import { watchLeaving, type Timing } from './moments.js';
import { createOutbox } from './outbox.js';
import { pack, type Parcel, type Way } from './parcel.js';

export interface PostOptions {
  page: Page;
  /** Unique to this page. */
  id: string;
  way: Way;
  envelope: BatchEnvelope;
  timing: Timing;
  natives: Pick<Natives, 'listen'>;
}

/** Opens it. What is returned takes events. */
export function openPost(options: PostOptions): (packet: Packet) => void {
  const { page, id, way, envelope, timing, natives } = options;
  const drops = createDrops();
  const handover = createHandover(page);
  const handedOver = new Set<Parcel>();
  let isUrgent = false;
  let isLeft = false;
  let isWatched = true;
  let reports = 0;

  const outbox = createOutbox<Parcel>({
    timing,
    deliver: (parcel) => way.deliver(parcel, isUrgent),
    // The server knows nothing to add it to before it has the entry.
    mustWait: (parcel, before) =>
      parcel.kind === 'enrichment' && before.some(({ kind }) => kind === 'log'),
    lost(parcel) {
      drops.count(parcel.kind, parcel.count);
      drops.add(parcel.dropped);
    },
    taken(isBack) {
      if (isBack || way.mode === 'micro') batcher.flush();
    },
  });

  const fits = (body: string): boolean => way.bytes(body) <= way.room(isUrgent);

  const batcher = createBatcher({
    id,
    mode: way.mode,
    timing,
    drops,
    isBusy: () => outbox.underWay() >= BUSY_CALLS,
    send(batch) {
      isWatched = false;
      for (const parcel of pack(batch, envelope, fits)) outbox.put(parcel);
      if (isLeft) leave();
    },
  });

  /** Whatever is not safely on its way is kept for the next page, or at least its number. */
  const leave = (): void => {
    outbox.rush(({ body }) => fits(body));
    way.leave(outbox.unsettled());
    const isAway = outbox.isAway();
    const left = outbox
      .unsettled()
      .filter((parcel) => !handedOver.has(parcel) && (isAway || !way.isSafe(parcel)));
    for (const parcel of left) handedOver.add(parcel);
    const lost = createDrops();
    for (const { kind, count } of handover.leave(left)) lost.count(kind, count);
    const dropped = lost.take();
    if (!dropped) return;
    const report: Batch = { id: `${id}-lost-${reports++}`, kind: 'log', events: [], dropped };
    handover.leave(pack(report, envelope, fits));
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
    back() {
      isUrgent = isLeft = false;
      batcher.leaving(false);
    },
  });

  for (const parcel of handover.take()) outbox.put(parcel);
  return (packet) => {
    if (!isWatched) watch();
    isWatched = true;
    batcher.add(packet);
  };
}
