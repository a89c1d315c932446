// Requests: how they look, which outlive the page, and what their answers mean.
import { expect, test } from 'vitest';
import { createHttp } from '../src/http.js';
import { client, delivery, settle } from './support.js';

interface Request {
  url: string;
  init: RequestInit;
  answer(status: number): void;
  fail(): void;
}

function open({ beacon = false, laterMax = 0 } = {}) {
  const requests: Request[] = [];
  const beacons: string[] = [];
  const later: string[] = [];
  const carrier = createHttp(
    'http://127.0.0.1:7890',
    { client },
    {
      fetch: (url, init) =>
        new Promise((resolve, reject) => {
          const answer = (status: number): void => resolve(new Response('{}', { status }));
          requests.push({
            url,
            init,
            answer,
            fail: () => reject(new TypeError('Failed to fetch')),
          });
        }),
      later(url, init) {
        const body = String(init.body);
        laterMax -= body.length;
        if (laterMax < 0) throw new DOMException('full', 'QuotaExceededError');
        later.push(url);
        return {};
      },
      beacon: (_url, text) => beacons.push(text) > 0 && beacon,
      timeout: () => new AbortController().signal,
    },
  );
  return {
    carrier,
    requests,
    beacons,
    later,
    kept: () => requests.map(({ init }) => init.keepalive),
  };
}

const kilobytes = (n: number) => delivery('x'.repeat(n * 1000));

test('a request needs no preflight and carries no cookies', () => {
  const { carrier, requests } = open();
  void carrier.send(delivery('{"entries":[]}'), false);
  expect(requests[0]?.url).toBe('http://127.0.0.1:7890/logs');
  expect(requests[0]?.init).toMatchObject({
    method: 'POST',
    body: '{"entries":[]}',
    headers: { 'content-type': 'text/plain' },
    credentials: 'omit',
    mode: 'cors',
  });
});

test.each([
  [200, 'accepted'],
  [400, 'refused'],
  [413, 'refused'],
  [503, 'retry'],
] as const)('%i means %s', async (status, expected) => {
  const { carrier, requests } = open();
  const outcome = carrier.send(delivery('{}'), false);
  requests[0]?.answer(status);
  expect(await outcome).toBe(expected);
});

test('while the page lives, only what leaves room for the last batch outlives it', () => {
  const { carrier, kept } = open();
  for (let n = 0; n < 3; n++) void carrier.send(kilobytes(10), false);
  expect(kept()).toEqual([true, true, false]);
});

test('a page that goes has the whole quota, shared by all requests under way', () => {
  const { carrier, kept } = open();
  void carrier.send(kilobytes(20), false);
  void carrier.send(kilobytes(38), true);
  void carrier.send(kilobytes(1), true);
  expect(kept()).toEqual([true, true, false]);
});

test('the quota is free again when a request is answered or fails', async () => {
  const { carrier, requests, kept } = open();
  const outcomes = [carrier.send(kilobytes(29), true), carrier.send(kilobytes(29), true)];
  requests[0]?.answer(200);
  requests[1]?.fail();
  await Promise.allSettled(outcomes);
  void carrier.send(kilobytes(59), true);
  expect(kept()).toEqual([true, true, true]);
});

test('bytes are counted, not characters', () => {
  const { carrier, kept } = open();
  void carrier.send(delivery('語'.repeat(21_000)), true);
  expect(kept()).toEqual([false]);
});

test('what finds no room when the page goes is tried as a beacon, which is never trusted', async () => {
  const { carrier, requests, beacons } = open({ beacon: true });
  expect(await carrier.send(kilobytes(61), true)).toBe('retry');
  expect([beacons.length, requests.length]).toEqual([1, 0]);
});

test('what finds no room goes by fetchLater, whose quota is another, and only once', async () => {
  const { carrier, later, beacons, requests } = open({ laterMax: 64_000 });
  const [first, second] = [kilobytes(61), kilobytes(61)];
  expect(await carrier.send(first, true)).toBe('retry');
  carrier.leave([first, second]);
  expect([later.length, beacons.length, requests.length]).toEqual([1, 1, 0]);
});

test('what a beacon does not take is tried as a plain request', () => {
  const { carrier, beacons, kept } = open();
  void carrier.send(kilobytes(61), true);
  expect([beacons.length, kept()]).toEqual([1, [false]]);
});

test('plain requests under way are repeated so that they outlive the page, the newest first', async () => {
  const { carrier, requests, kept } = open();
  const deliveries = [kilobytes(30), kilobytes(25), kilobytes(25)];
  for (const each of deliveries) void carrier.send(each, false);
  expect(kept()).toEqual([false, false, false]);
  const unsure = carrier.leave(deliveries);
  expect(kept()).toEqual([false, false, false, true, true]);
  expect(unsure).toEqual([deliveries[0]]);
  requests[3]?.fail();
  await settle();
  expect(carrier.leave(deliveries)).toEqual([deliveries[0]]);
  expect(kept()).toEqual([false, false, false, true, true, true]);
});
