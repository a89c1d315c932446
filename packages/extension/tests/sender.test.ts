// What the worker sends is kept, bounded, written down, and never forgotten before the server has it.
import type { Batch } from 'gasoline-transport/batch';
import type { ConnectionState } from 'gasoline-capture/protocol.generated';
import { beforeEach, expect, test } from 'vitest';
import { QUEUE_MAX_CHARS, SAVE_DELAY_MS, SOCKET_MAX_UNDER_WAY } from '../src/limits.js';
import { ServerCarrier } from '../src/worker/carrier.js';
import { WorkerSender } from '../src/worker/sender.js';
import { FakeArea, FakeClock, settle } from './fixture.js';

/** A socket to the server, and HTTP. */
class FakeServer {
  isOpen = true;
  state: ConnectionState = 'connected';
  /** Bodies by the number of their frame. */
  readonly frames: string[] = [];
  readonly posted: string[] = [];
  status = 200;
  /** Posts that have no response yet. */
  readonly held: ((status: number) => void)[] = [];
  isSlow = false;
  readonly carrier = new ServerCarrier(this, async ({ body }) => {
    this.posted.push(body);
    if (this.isSlow) return new Promise((resolve) => this.held.push(resolve));
    return this.status;
  });

  send(_frame: object, body?: string): boolean {
    this.frames.push(body ?? '');
    return true;
  }

  /** Sends the receipts of these frames; the first is 1. */
  async receive(status: number, ...numbers: number[]): Promise<void> {
    for (const number of numbers) this.carrier.receipt(number, status);
    await settle();
  }

  shut(state: ConnectionState): void {
    this.isOpen = false;
    this.state = state;
  }
}

let store: FakeArea;
let clock: FakeClock;
let server: FakeServer;
let sender: WorkerSender;

beforeEach(() => {
  store = new FakeArea();
  clock = new FakeClock();
  server = new FakeServer();
  sender = new WorkerSender(store, server.carrier, clock.after);
});

function logs(id: string, ...events: string[]): Batch {
  return { id, kind: 'log', events: events.length > 0 ? events : ['{"level":"log"}'] };
}

function add(batch: Batch, to = sender): { taken: boolean | undefined } {
  const response: { taken: boolean | undefined } = { taken: undefined };
  void to.add(batch, 'extension/0 b', { tabId: 5 }).then((taken) => (response.taken = taken));
  return response;
}

const idsOf = (bodies: string[]) => bodies.map((body) => JSON.parse(body).batch_id);

/** Another life of the worker. */
async function reborn(): Promise<{ next: WorkerSender; frames: string[] }> {
  const { carrier, frames } = new FakeServer();
  const next = new WorkerSender(store, carrier, clock.after);
  await next.load();
  return { next, frames };
}

test('a batch becomes the body that HTTP would carry, with its tab and without facts', () => {
  add({ ...logs('p-1'), facts: [['e1', 'console', 'no tea', []]] });

  expect(server.frames).toEqual([
    '{"entries":[{"level":"log","tabId":5}],"batch_id":"p-1","client":"extension/0 b"}',
  ]);
});

test('batches go in the order they came, each once', () => {
  add(logs('p-1'));
  add(logs('p-2'));

  expect(idsOf(server.frames)).toEqual(['p-1', 'p-2']);
});

test('only so many are under way at a time; each receipt lets the next one go', async () => {
  for (let n = 0; n < SOCKET_MAX_UNDER_WAY + 5; n++) add(logs(`p-${n}`));
  expect(server.frames).toHaveLength(SOCKET_MAX_UNDER_WAY);
  await server.receive(200, 1);

  expect(server.frames).toHaveLength(SOCKET_MAX_UNDER_WAY + 1);
});

test('a batch is taken when the server has it, without being written down', async () => {
  const response = add(logs('p-1'));
  await server.receive(200, 1);

  expect(response.taken).toBe(true);
  expect(store.writes).toBe(0);
});

test('a batch without a receipt is taken once it is written down, without its facts', async () => {
  const response = add({ ...logs('p-1'), facts: [['e1', 'console', 'no tea', []]] });
  await clock.pass(SAVE_DELAY_MS - 1);
  expect(response.taken).toBeUndefined();
  await clock.pass(1);

  expect(response.taken).toBe(true);
  expect(JSON.stringify(store.items)).not.toContain('no tea');
});

test('another life of the worker takes up what was written down, in order', async () => {
  for (let n = 1; n <= 11; n++) add(logs(`p-${n}`));
  await clock.pass(SAVE_DELAY_MS);
  add(logs('p-12'));
  await clock.pass(SAVE_DELAY_MS);

  const { next, frames } = await reborn();
  add(logs('p-13'), next);
  expect(idsOf(frames)).toEqual(Array.from({ length: 13 }, (_, n) => `p-${n + 1}`));
});

test('what the server has is taken out of the store', async () => {
  add(logs('p-1'));
  await clock.pass(SAVE_DELAY_MS);
  await server.receive(200, 1);
  await clock.pass(SAVE_DELAY_MS);

  const { next } = await reborn();
  expect(next.waiting.events).toBe(0);
});

test('what is settled while it is being written is taken out of the store too', async () => {
  add(logs('p-1'));
  const { set } = store;
  store.set = async (items) => {
    await set.call(store, items);
    store.set = set;
    await server.receive(200, 1);
  };
  await clock.pass(SAVE_DELAY_MS);
  await clock.pass(SAVE_DELAY_MS);

  const { next } = await reborn();
  expect(next.waiting.events).toBe(0);
});

test('a batch offered again while it waits is not sent twice', async () => {
  const first = add(logs('p-1'));
  const second = add(logs('p-1'));
  expect(server.frames).toHaveLength(1);
  await clock.pass(SAVE_DELAY_MS);

  expect([first.taken, second.taken]).toEqual([true, true]);
});

test('a frame is asked to keep its batch when there is no room to write it down', async () => {
  store.limit = 0;
  const response = add(logs('p-1'));
  await clock.pass(SAVE_DELAY_MS);

  expect(response.taken).toBe(false);
  expect(sender.waiting.events).toBe(1);
});

test('a busy server is left alone for a while, and then gets it again', async () => {
  add(logs('p-1'));
  await server.receive(503, 1);
  sender.pump();
  expect(server.frames).toHaveLength(1);
  await clock.pass(100);

  expect(idsOf(server.frames)).toEqual(['p-1', 'p-1']);
});

test('a batch that is refused is counted, and the next one tells', async () => {
  add(logs('p-1', '{"level":"log"}', '{"level":"warn"}'));
  await server.receive(400, 1);
  expect(sender.waiting).toEqual({ events: 0, dropped: 2 });
  add(logs('p-2'));

  expect(server.frames[1]).toContain('"dropped":{"log":2}');
  expect(sender.waiting.dropped).toBe(0);
});

test('losses told by a batch that is lost itself are told again', async () => {
  add({ ...logs('p-1'), dropped: { websocket: 7 } });
  await server.receive(413, 1);
  add(logs('p-2'));

  expect(server.frames[1]).toContain('"dropped":{"websocket":7,"log":1}');
});

test('beyond its size the oldest go, are counted, and their frames need not offer them again', async () => {
  server.shut('no_server');
  const large = `{"message":"${'x'.repeat(QUEUE_MAX_CHARS / 2)}"}`;
  const [first] = [add(logs('p-1', large)), add(logs('p-2', large)), add(logs('p-3', large))];
  await settle();

  expect(first?.taken).toBe(true);
  expect(sender.waiting).toEqual({ events: 1, dropped: 1 });
  server.isOpen = true;
  sender.pump();
  expect(idsOf(server.frames)).toEqual(['p-3']);
  expect(server.frames[0]).toContain('"dropped":{"log":1}');
});

test('losses outlive the worker', async () => {
  add(logs('p-1'));
  await server.receive(400, 1);
  add(logs('p-2'));
  await server.receive(400, 2);
  add({ id: 'p-3', kind: 'performance', events: ['{"url":"/"}'] });
  await server.receive(400, 3);
  await clock.pass(SAVE_DELAY_MS);

  const { next } = await reborn();
  expect(next.waiting.dropped).toBe(3);
});

test('when the socket closes, all that was under way goes again', () => {
  add(logs('p-1'));
  add(logs('p-2'));
  sender.closed(false);
  sender.pump();

  expect(idsOf(server.frames)).toEqual(['p-1', 'p-2', 'p-1', 'p-2']);
});

test('a frame that was too large takes its batch with it, not the others', () => {
  add(logs('p-1'));
  const large = add(logs('p-2', `{"message":"${'x'.repeat(1000)}"}`));
  sender.closed(true);
  sender.pump();

  expect(idsOf(server.frames)).toEqual(['p-1', 'p-2', 'p-1']);
  expect(sender.waiting).toEqual({ events: 1, dropped: 1 });
  return expect.poll(() => large.taken).toBe(true);
});

test('a batch of several bodies is taken when the server has all of them', async () => {
  const response = add({
    id: 'p-1',
    kind: 'performance',
    events: ['{"url":"/"}', '{"url":"/b"}'],
  });
  await server.receive(200, 1);
  expect(response.taken).toBeUndefined();
  await server.receive(200, 2);

  expect(response.taken).toBe(true);
});

test.each(['wrong_version', 'paired_elsewhere'] as const)(
  'a server without a socket for us (%s) gets them by HTTP, one after the other',
  async (state) => {
    server.shut(state);
    server.isSlow = true;
    for (const id of ['p-1', 'p-2', 'p-3']) add(logs(id));
    expect(idsOf(server.posted)).toEqual(['p-1']);
    // Attempts to connect go on meanwhile.
    sender.closed(false);
    sender.pump();
    expect(idsOf(server.posted)).toEqual(['p-1']);
    for (let n = 0; n < 3; n++) {
      server.held[n]?.(200);
      await settle();
    }

    expect(idsOf(server.posted)).toEqual(['p-1', 'p-2', 'p-3']);
    expect(sender.waiting.events).toBe(0);
  },
);

test.each(['no_server', 'connecting'] as const)('nothing is posted while %s', async (state) => {
  server.shut(state);
  add(logs('p-1'));
  await settle();

  expect(server.posted).toEqual([]);
});

test.each([
  ['no response', 0],
  ['429', 429],
  ['500', 500],
])('a post with %s is tried again later', async (_what, status) => {
  server.shut('wrong_version');
  server.status = status;
  add(logs('p-1'));
  await settle();
  server.status = 200;
  await clock.pass(100);

  expect(idsOf(server.posted)).toEqual(['p-1', 'p-1']);
  expect(sender.waiting).toEqual({ events: 0, dropped: 0 });
});

test('a post that is refused is counted and not repeated', async () => {
  server.shut('wrong_version');
  server.status = 413;
  add(logs('p-1'));
  await clock.pass(60_000);

  expect(idsOf(server.posted)).toEqual(['p-1']);
  expect(sender.waiting).toEqual({ events: 0, dropped: 1 });
});
