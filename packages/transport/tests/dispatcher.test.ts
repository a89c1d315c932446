// What is tried again, and when.
import { expect, test } from 'vitest';
import type { RequestDelivery } from '../src/delivery.js';
import { createDispatcher } from '../src/dispatcher.js';
import { Queue, type Outcome } from '../src/queue.js';
import { delivery, ManualTiming, settle } from './support.js';

function open(respond: (item: RequestDelivery) => Outcome | Promise<Outcome>, capacity = Infinity) {
  const timing = new ManualTiming();
  const queue = new Queue<RequestDelivery>({ events: 2000, chars: 2_000_000 });
  const tried: { body: string; at: number }[] = [];
  const settled: [Outcome, boolean][] = [];
  const carrier = {
    async send(item: RequestDelivery) {
      tried.push({ body: item.body.slice(0, 8), at: timing.now });
      return respond(item);
    },
    capacity: () => capacity,
  };
  const dispatcher = createDispatcher({
    queue,
    carrier,
    timing,
    settled: (...given) => void settled.push(given),
  });
  const put = (item: RequestDelivery): void => {
    queue.add(item);
    dispatcher.pump();
  };
  return { timing, tried, settled, queue, dispatcher, put };
}

test('what is accepted is forgotten', async () => {
  const { queue, settled, put } = open(() => 'accepted');
  put(delivery('a'));
  expect(queue.underWay).toBe(1);
  await settle();
  expect(queue.unsettled()).toEqual([]);
  expect(settled).toEqual([['accepted', false]]);
});

test('what is refused is lost, not tried again', async () => {
  const { timing, queue, put, tried } = open(() => 'refused');
  put(delivery('a'));
  await timing.advance(60_000);
  expect([tried.length, queue.takeDropped()]).toEqual([1, { log: 1 }]);
});

test('while nobody is there, one is tried after 100, 500, 2000 and then every 5000 ms', async () => {
  const { timing, put, tried } = open(() => 'retry');
  put(delivery('a'));
  await timing.advance(13_000);
  expect(tried.map(({ at }) => at)).toEqual([0, 100, 600, 2600, 7600, 12_600]);
});

test('a delivery that throws is a delivery to nobody', async () => {
  const { timing, put, tried } = open(() => Promise.reject(new TypeError('Failed to fetch')));
  put(delivery('a'));
  await timing.advance(100);
  expect(tried).toHaveLength(2);
});

test('a single one goes ahead after a failure, and the rest follow in order', async () => {
  let isThere = false;
  const { timing, put, dispatcher, tried, settled } = open(() => (isThere ? 'accepted' : 'retry'));
  for (const body of ['a', 'b', 'c']) put(delivery(body));
  await settle();
  expect(dispatcher.isFailing()).toBe(true);
  put(delivery('d'));
  await timing.advance(100);
  expect(tried.map(({ body }) => body).join('')).toBe('abca');
  isThere = true;
  await timing.advance(500);
  expect(tried.map(({ body }) => body).join('')).toBe('abcaabcd');
  expect(settled.slice(-4).map(([, isBack]) => isBack)).toEqual([true, false, false, false]);
  expect(dispatcher.isFailing()).toBe(false);
});

test('back-off starts over after a success', async () => {
  const responses: Outcome[] = ['retry', 'retry', 'accepted', 'retry', 'accepted'];
  const { timing, put, tried } = open(() => responses.shift() ?? 'accepted');
  put(delivery('a'));
  await timing.advance(1000);
  put(delivery('b'));
  await timing.advance(1000);
  expect(tried.map(({ at }) => at)).toEqual([0, 100, 600, 1000, 1100]);
});

test('no more is under way than the carrier has capacity for', async () => {
  const responses: ((outcome: Outcome) => void)[] = [];
  const { put, tried } = open(() => new Promise((resolve) => void responses.push(resolve)), 2);
  for (const body of ['a', 'b', 'c', 'd']) put(delivery(body));
  expect(tried.map(({ body }) => body)).toEqual(['a', 'b']);
  responses[0]?.('accepted');
  await settle();
  expect(tried.map(({ body }) => body)).toEqual(['a', 'b', 'c']);
});

test('at the end everything that is accepted is tried, whatever the clock says', async () => {
  const { put, dispatcher, tried } = open(() => 'retry');
  put(delivery('a'));
  await settle();
  put(delivery('b'));
  put(delivery('c'));
  dispatcher.rush((item) => item.body !== 'b');
  expect(tried.map(({ body }) => body)).toEqual(['a', 'a', 'c']);
});
