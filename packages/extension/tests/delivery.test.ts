// Parcels go over the line, and by HTTP while there is a server but no line.
import type { ConnectionState } from 'gasoline-capture/protocol.generated';
import { beforeEach, expect, test } from 'vitest';
import { BUSY_RETRY_MS, IN_FLIGHT_MAX_PARCELS } from '../src/limits.js';
import { Delivery } from '../src/worker/delivery.js';
import { Outbox } from '../src/worker/outbox.js';
import { FakeArea, FakeClock, settle } from './fixture.js';

let clock: FakeClock;
let outbox: Outbox;
let line: { isOpen: boolean; state: ConnectionState; send(frame: object): boolean };
let sent: number[];
let posted: string[];
let status: number;
let delivery: Delivery;

beforeEach(() => {
  clock = new FakeClock();
  outbox = new Outbox(new FakeArea(), clock.after);
  sent = [];
  posted = [];
  status = 200;
  line = {
    isOpen: true,
    state: 'connected',
    send(frame) {
      if ('id' in frame) sent.push(Number(frame.id));
      return true;
    },
  };
  const post = async ({ batch }: { batch: string }) => {
    posted.push(batch);
    return status;
  };
  delivery = new Delivery(outbox, line, post, clock.after);
});

function add(count: number): void {
  for (let index = 0; index < count; index++) {
    void outbox.add({ id: `p-${index}`, kind: 'log', events: ['{}'] }, 'c', {});
  }
}

test('only so many are under way at a time; each receipt lets the next one go', () => {
  add(IN_FLIGHT_MAX_PARCELS + 5);
  delivery.pump();
  expect(sent).toHaveLength(IN_FLIGHT_MAX_PARCELS);
  delivery.receipt(sent[0] ?? 0, 200);

  expect(sent).toHaveLength(IN_FLIGHT_MAX_PARCELS + 1);
});

test('a busy server is left alone for a while', async () => {
  add(1);
  delivery.pump();
  delivery.receipt(sent[0] ?? 0, 503);
  expect(sent).toHaveLength(1);
  await clock.pass(BUSY_RETRY_MS);

  expect(sent).toEqual([1, 1]);
});

test('what was under way when the line broke goes over the next one', () => {
  add(2);
  delivery.pump();
  delivery.lineShut(false);
  delivery.pump();

  expect(sent).toEqual([1, 2, 1, 2]);
});

test.each(['wrong_version', 'paired_elsewhere'] as const)(
  'a server without a line for us (%s) gets them by HTTP, one after the other',
  async (state) => {
    line.isOpen = false;
    line.state = state;
    add(3);
    delivery.pump();
    await settle();

    expect(posted).toEqual(['p-0', 'p-1', 'p-2']);
    expect(outbox.waiting.events).toBe(0);
  },
);

test('nothing is posted while there is no server', async () => {
  line.isOpen = false;
  line.state = 'no_server';
  add(1);
  delivery.pump();
  await settle();

  expect(posted).toEqual([]);
});

test('a post that nobody answers is tried again later', async () => {
  line.isOpen = false;
  line.state = 'wrong_version';
  status = 0;
  add(1);
  delivery.pump();
  await settle();
  status = 200;
  await clock.pass(BUSY_RETRY_MS);

  expect(posted).toEqual(['p-0', 'p-0']);
  expect(outbox.waiting).toEqual({ events: 0, dropped: 0 });
});

test('a post that is refused is counted and not repeated', async () => {
  line.isOpen = false;
  line.state = 'wrong_version';
  status = 413;
  add(1);
  delivery.pump();
  await clock.pass(10 * BUSY_RETRY_MS);

  expect(posted).toEqual(['p-0']);
  expect(outbox.waiting).toEqual({ events: 0, dropped: 1 });
});
