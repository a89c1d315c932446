// A request that is ready to go: what the ways out of a page deliver.
import type { Kind } from 'gasoline-capture/context';
import { compose, type Batch, type BatchEnvelope, type Counts } from './batch.js';
import type { Outcome, Outgoing } from './outbox.js';

export interface Parcel extends Outgoing {
  kind: Kind;
  path: string;
  body: string;
  /** For a driver: by index of the events, absent where all are 0. */
  facts?: Batch['facts'];
  /** What the body says was given up; to be told again if the parcel is given up itself. */
  dropped?: Counts;
}

/** A way out of the page. */
export interface Way {
  /** When gathered events are sent; see the batcher. */
  mode: 'micro' | 'timer';
  deliver(parcel: Parcel, isLeaving: boolean): Promise<Outcome>;
  /** Bytes that fit into one request; a batch beyond it is halved. */
  room(isLeaving: boolean): number;
  bytes(body: string): number;
  /** The page is left: the last chance for what is under way. */
  leave(unsettled: Parcel[]): void;
  /** The parcel arrives even if the page goes. */
  isSafe(parcel: Parcel): boolean;
}

/** Packs a batch, in halves of halves where it does not fit. */
export function pack(
  batch: Batch,
  envelope: BatchEnvelope,
  fits: (body: string) => boolean,
): Parcel[] {
  const { id, kind, events, facts, dropped } = batch;
  const composed = compose(batch, envelope);
  if (events.length > 1 && composed.some(({ body }) => !fits(body))) {
    const middle = events.length >> 1;
    const first: Batch = { ...batch, id: `${id}a`, events: events.slice(0, middle) };
    const second: Batch = { id: `${id}b`, kind, events: events.slice(middle) };
    if (facts) [first.facts, second.facts] = [facts.slice(0, middle), facts.slice(middle)];
    return [...pack(first, envelope, fits), ...pack(second, envelope, fits)];
  }
  return composed.map(({ path, body }, index) => ({
    kind,
    path,
    body,
    chars: body.length,
    count: events.length / composed.length,
    ...(facts ? { facts } : {}),
    ...(dropped && index === 0 ? { dropped } : {}),
  }));
}
