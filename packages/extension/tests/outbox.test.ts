// What waits is kept, bounded, written down, and never forgotten before the server has it.
import type { Batch } from 'gasoline-transport/batch';
import { beforeEach, expect, test } from 'vitest';
import { OUTBOX_MAX_CHARS, OUTBOX_SAVE_MS } from '../src/limits.js';
import { FakeArea, FakeClock, settle } from './fixture.js';
import { Outbox } from '../src/worker/outbox.js';

let shelf: FakeArea;
let clock: FakeClock;
let outbox: Outbox;

beforeEach(() => {
  shelf = new FakeArea();
  clock = new FakeClock();
  outbox = new Outbox(shelf, clock.after);
});

function logs(id: string, ...events: string[]): Batch {
  return { id, kind: 'log', events: events.length > 0 ? events : ['{"level":"log"}'] };
}

function add(batch: Batch, to = outbox): { taken: boolean | undefined } {
  const answer: { taken: boolean | undefined } = { taken: undefined };
  void to.add(batch, 'extension/0 b', { tabId: 5 }).then((taken) => (answer.taken = taken));
  return answer;
}

function takeAll(from = outbox) {
  const taken = [];
  for (let parcel = from.take(); parcel !== undefined; parcel = from.take()) taken.push(parcel);
  return taken;
}

test('a batch becomes the body that HTTP would carry, with its tab', () => {
  add(logs('p-1'));

  expect(outbox.take()).toMatchObject({
    path: '/logs',
    body: '{"entries":[{"level":"log","tabId":5}],"batch_id":"p-1","client":"extension/0 b"}',
  });
});

test('parcels go in the order they came, each once', () => {
  add(logs('p-1'));
  add(logs('p-2'));

  expect(takeAll().map(({ batch }) => batch)).toEqual(['p-1', 'p-2']);
});

test('a batch is taken when the server has it, without being written down', async () => {
  const answer = add(logs('p-1'));
  outbox.settle(outbox.take()?.id ?? 0, 200);
  await settle();

  expect(answer.taken).toBe(true);
  expect(shelf.writes).toBe(0);
});

test('a batch the server does not answer for is taken once it is written down', async () => {
  const answer = add(logs('p-1'));
  await clock.pass(OUTBOX_SAVE_MS - 1);
  expect(answer.taken).toBeUndefined();
  await clock.pass(1);

  expect(answer.taken).toBe(true);
});

test('another life of the worker takes up what was written down, in order', async () => {
  add(logs('p-1'));
  add(logs('p-2'));
  outbox.take();
  await clock.pass(OUTBOX_SAVE_MS);

  const reborn = new Outbox(shelf, clock.after);
  await reborn.load();
  add(logs('p-3'), reborn);

  const taken = takeAll(reborn);
  expect(taken.map(({ batch }) => batch)).toEqual(['p-1', 'p-2', 'p-3']);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(3);
});

test('what the server has is taken off the shelf', async () => {
  add(logs('p-1'));
  const parcel = outbox.take();
  await clock.pass(OUTBOX_SAVE_MS);
  outbox.settle(parcel?.id ?? 0, 200);
  await clock.pass(OUTBOX_SAVE_MS);

  const reborn = new Outbox(shelf, clock.after);
  await reborn.load();
  expect(reborn.take()).toBeUndefined();
});

test('a batch offered again while it waits is not sent twice', async () => {
  const first = add(logs('p-1'));
  const second = add(logs('p-1'));
  expect(takeAll()).toHaveLength(1);
  await clock.pass(OUTBOX_SAVE_MS);

  expect([first.taken, second.taken]).toEqual([true, true]);
});

test('a frame is asked to keep its batch when there is no room to write it down', async () => {
  shelf.limit = 0;
  const answer = add(logs('p-1'));
  await clock.pass(OUTBOX_SAVE_MS);

  expect(answer.taken).toBe(false);
  expect(outbox.take()?.batch).toBe('p-1');
});

test('a parcel the server was too busy for goes again', () => {
  add(logs('p-1'));
  const parcel = outbox.take();
  expect(outbox.take()).toBeUndefined();
  outbox.settle(parcel?.id ?? 0, 503);

  expect(outbox.take()?.id).toBe(parcel?.id);
});

test('a parcel that is refused is counted, and the next batch tells', () => {
  add(logs('p-1', '{"level":"log"}', '{"level":"warn"}'));
  outbox.settle(outbox.take()?.id ?? 0, 400);
  expect(outbox.waiting).toEqual({ events: 0, dropped: 2 });
  add(logs('p-2'));

  expect(outbox.take()?.body).toContain('"dropped":{"log":2}');
  expect(outbox.waiting.dropped).toBe(0);
});

test('losses told by a parcel that is lost itself are told again', () => {
  add({ ...logs('p-1'), dropped: { websocket: 7 } });
  outbox.settle(outbox.take()?.id ?? 0, 413);
  add(logs('p-2'));

  expect(outbox.take()?.body).toContain('"dropped":{"websocket":7,"log":1}');
});

test('beyond its size the oldest go, and are counted', () => {
  const large = `{"message":"${'x'.repeat(OUTBOX_MAX_CHARS / 2)}"}`;
  add(logs('p-1', large));
  add(logs('p-2', large));
  add(logs('p-3', large));

  expect(outbox.waiting).toEqual({ events: 1, dropped: 1 });
  const parcel = outbox.take();
  expect(parcel?.batch).toBe('p-3');
  expect(parcel?.dropped).toEqual({ log: 1 });
});

test('losses outlive the worker', async () => {
  add(logs('p-1'));
  outbox.settle(outbox.take()?.id ?? 0, 400);
  add(logs('p-2'));
  outbox.settle(outbox.take()?.id ?? 0, 400);
  add({ id: 'p-3', kind: 'performance', events: ['{"url":"/"}'] });
  outbox.settle(outbox.take()?.id ?? 0, 400);
  await clock.pass(OUTBOX_SAVE_MS);

  const reborn = new Outbox(shelf, clock.after);
  await reborn.load();
  expect(reborn.waiting.dropped).toBe(3);
});

test('when the line breaks, all that was under way goes again', () => {
  add(logs('p-1'));
  add(logs('p-2'));
  takeAll();
  outbox.release();

  expect(takeAll().map(({ batch }) => batch)).toEqual(['p-1', 'p-2']);
});

test('a frame that was too large takes its parcel with it, not the others', () => {
  add(logs('p-1'));
  add(logs('p-2', `{"message":"${'x'.repeat(1000)}"}`));
  takeAll();
  outbox.dropLargestInFlight();
  outbox.release();

  expect(takeAll().map(({ batch }) => batch)).toEqual(['p-1']);
  expect(outbox.waiting.dropped).toBe(1);
});

test('a batch of several bodies is taken when the server has all of them', async () => {
  const answer = add({ id: 'p-1', kind: 'performance', events: ['{"url":"/"}', '{"url":"/b"}'] });
  const [first, second] = takeAll();
  outbox.settle(first?.id ?? 0, 200);
  await settle();
  expect(answer.taken).toBeUndefined();
  outbox.settle(second?.id ?? 0, 200);
  await settle();

  expect(answer.taken).toBe(true);
});
