// A request that is ready to go: what the ways out of a page deliver.
import { compose, type Batch, type BatchEnvelope, type Members } from './batch.js';
import type { Delivery } from './queue.js';

export interface RequestDelivery extends Delivery {
  readonly path: string;
  readonly body: string;
  /** Of its events, for a driver; absent where all are 0. */
  readonly facts?: Batch['facts'];
}

/** The requests that carry a batch, in halves of halves where it does not fit into one; `members` go into each event. */
export function requestsOf(
  batch: Batch,
  envelope: BatchEnvelope,
  fits: (body: string) => boolean,
  members?: Members,
): RequestDelivery[] {
  const { id, kind, events, facts, dropped } = batch;
  const composed = compose(batch, envelope, members);
  if (events.length > 1 && composed.some(({ body }) => !fits(body))) {
    const middle = events.length >> 1;
    const first: Batch = { ...batch, id: `${id}a`, events: events.slice(0, middle) };
    const second: Batch = { id: `${id}b`, kind, events: events.slice(middle) };
    if (facts) [first.facts, second.facts] = [facts.slice(0, middle), facts.slice(middle)];
    return [first, second].flatMap((half) => requestsOf(half, envelope, fits, members));
  }
  return composed.map(({ id: own, path, body }, index) => ({
    id: own,
    kind,
    path,
    body,
    chars: body.length,
    count: events.length / composed.length,
    ...(facts && { facts }),
    ...(dropped && index === 0 && { dropped }),
  }));
}
