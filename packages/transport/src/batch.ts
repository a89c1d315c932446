// Encoded events, gathered by kind into batches, and the body of a request made from a batch.
import type { Kind } from 'gasoline-capture/context';
import { isError, type Facts, type Packet } from 'gasoline-capture/packet';
import { encode } from 'gasoline-capture/values/encode';
import { BATCH_MAX_EVENTS, BATCH_WAIT_MS } from 'gasoline-capture/protocol.generated';
import { listName, path } from './kinds.js';
import { EVENT_MAX_CHARS, FLUSH_CHARS } from './limits.js';
import type { Timing } from './lifecycle.js';
import type { Counts, Queue } from './queue.js';

// Taken when the module is loaded: a script of the page may replace them later.
const { stringify } = JSON;
const { keys } = Object;

export interface Batch<K extends Kind = Kind> {
  /** Made in the page, the same through every hop and retry: the server keeps a batch once. */
  id: string;
  kind: K;
  /** Encoded. */
  events: readonly string[];
  /** By index; absent where all are 0. For the next hop: never stored, never sent to the server. */
  facts?: readonly Facts[K][];
  /** What was lost since the last batch. */
  dropped?: Counts;
}

/** What stands around the events of every batch of one page. */
export interface BatchEnvelope {
  client: string;
  test_id?: string;
}

export type Members = Record<string, string | number | boolean | undefined>;

/** Adds members to an encoded object without parsing it. */
export function stamp(text: string, members: Members): string {
  let added = '';
  for (const name of keys(members)) {
    const value = members[name];
    if (value !== undefined) added += `,${stringify(name)}:${stringify(value)}`;
  }
  return splice(text, added);
}

/** `added` begins with a comma, or is empty. */
function splice(text: string, added: string): string {
  return text === '{}' ? `{${added.slice(1)}}` : `${text.slice(0, -1)}${added}}`;
}

/** Adds the latest actions to an error without parsing it. */
export function withActions(packet: Packet, recent: () => readonly object[]): Packet {
  const actions = isError(packet) ? recent() : [];
  if (actions.length === 0) return packet;
  const text = splice(packet[1], `,"_actions":${encode(actions)}`);
  return [packet[0], text, packet[2]] as Packet;
}

/**
 * The requests that carry a batch: one, or one for each event where the path takes no list. The id of
 * each is the one that the server knows it by.
 */
export function compose(
  batch: Batch,
  envelope: BatchEnvelope,
  members: Members = {},
): { id: string; path: string; body: string }[] {
  const { id, kind, dropped } = batch;
  const events = batch.events.map((text) => stamp(text, members));
  const list = listName(kind);
  const around = (batch_id: string, first: boolean): string => {
    const plain = stamp('{}', { batch_id, client: envelope.client, test_id: envelope.test_id });
    if (!first || !dropped) return plain;
    return splice(plain, `,"dropped":${stamp('{}', dropped)}`);
  };
  if (list) {
    const body = `{"${list}":[${events.join(',')}],${around(id, true).slice(1)}`;
    return [{ id, path: path(kind), body }];
  }
  return events.map((event, index) => {
    const own = `${id}-${index}`;
    const body = splice(event, `,${around(own, index === 0).slice(1, -1)}`);
    return { id: own, path: path(kind), body };
  });
}

export interface BatcherOptions {
  /** Unique to this page; the batches are numbered after it. */
  id: string;
  /**
   * `micro` sends at the end of every task. `timer` does so once, and then gathers for a tenth of a
   * second at a time while there is something to gather: a page may be gone before the first ends.
   */
  mode: 'micro' | 'timer';
  timing: Timing;
  /** Counts what was lost until a batch can report it. */
  losses: Pick<Queue<never>, 'addDropped' | 'takeDropped'>;
  send(batch: Batch): void;
  /** Half-filled batches wait while this is true; `flush` must be called when it ends. */
  isBusy(): boolean;
}

export interface Batcher {
  add(packet: Packet): void;
  /** Sends what was gathered, and what was lost even if nothing was gathered. */
  flush(): void;
  /** While the page is being left, nothing waits beyond the current task. */
  leaving(isLeaving: boolean): void;
}

export function createBatcher(options: BatcherOptions): Batcher {
  const { timing, losses, send } = options;
  let gathered = new Map<Kind, Packet[]>();
  let chars = 0;
  let made = 0;
  let isLeaving = false;
  let isSoon = false;
  let isTicking = false;

  const flush = (): void => {
    const taken = gathered;
    let dropped = losses.takeDropped();
    gathered = new Map();
    chars = 0;
    if (dropped && taken.size === 0) taken.set('log', []);
    for (const [kind, packets] of taken) {
      const events = packets.map((packet) => packet[1]);
      const batch: Batch = { id: `${options.id}-${made++}`, kind, events };
      if (packets.some((packet) => packet[2] !== 0)) batch.facts = packets.map(factsOf);
      if (dropped) batch.dropped = dropped;
      dropped = undefined;
      send(batch);
    }
  };

  const soon = (): void => {
    if (isSoon) return;
    isSoon = true;
    timing.soon(() => {
      isSoon = false;
      if (gathered.size > 0 && (isLeaving || !options.isBusy())) flush();
    });
  };

  const tick = (): void => {
    isTicking = gathered.size > 0;
    if (!isTicking) return;
    flush();
    timing.after(BATCH_WAIT_MS, tick);
  };

  const arm = (): void => {
    if (options.mode === 'micro' || isLeaving) return soon();
    if (isTicking) return;
    isTicking = true;
    soon();
    timing.after(BATCH_WAIT_MS, tick);
  };

  return {
    add(packet) {
      const kind = packet[0];
      const { length } = packet[1];
      if (length > EVENT_MAX_CHARS) return losses.addDropped({ [kind]: 1 });
      const packets = gathered.get(kind) ?? [];
      gathered.set(kind, packets);
      packets.push(packet);
      chars += length;
      if (packets.length >= BATCH_MAX_EVENTS || chars >= FLUSH_CHARS) flush();
      else arm();
    },
    flush,
    leaving(is) {
      isLeaving = is;
    },
  };
}

function factsOf(packet: Packet): Facts[Kind] {
  return packet[2];
}
