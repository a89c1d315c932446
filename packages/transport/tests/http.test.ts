// Requests: how they look, which outlive the page, and what their answers mean.
import { expect, test } from 'vitest';
import { createHttp } from '../src/http.js';
import { parcel, settle } from './support.js';

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
  const way = createHttp('http://127.0.0.1:7890', {
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        const answer = (status: number): void => resolve(new Response('{}', { status }));
        requests.push({ url, init, answer, fail: () => reject(new TypeError('Failed to fetch')) });
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
  });
  return { way, requests, beacons, later, kept: () => requests.map(({ init }) => init.keepalive) };
}

const kilobytes = (n: number) => parcel('x'.repeat(n * 1000));

test('a request needs no preflight and carries no cookies', () => {
  const { way, requests } = open();
  void way.deliver(parcel('{"entries":[]}'), false);
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
  [200, 'taken'],
  [400, 'refused'],
  [413, 'refused'],
  [503, 'away'],
] as const)('%i means %s', async (status, outcome) => {
  const { way, requests } = open();
  const delivery = way.deliver(parcel('{}'), false);
  requests[0]?.answer(status);
  expect(await delivery).toBe(outcome);
});

test('while the page lives, only what leaves room for the last batch outlives it', () => {
  const { way, kept } = open();
  for (let n = 0; n < 3; n++) void way.deliver(kilobytes(10), false);
  expect(kept()).toEqual([true, true, false]);
});

test('a page that goes has the whole quota, shared by all requests under way', () => {
  const { way, kept } = open();
  void way.deliver(kilobytes(20), false);
  void way.deliver(kilobytes(38), true);
  void way.deliver(kilobytes(1), true);
  expect(kept()).toEqual([true, true, false]);
});

test('the quota is free again when a request is answered or fails', async () => {
  const { way, requests, kept } = open();
  const deliveries = [way.deliver(kilobytes(29), true), way.deliver(kilobytes(29), true)];
  requests[0]?.answer(200);
  requests[1]?.fail();
  await Promise.allSettled(deliveries);
  void way.deliver(kilobytes(59), true);
  expect(kept()).toEqual([true, true, true]);
});

test('bytes are counted, not characters', () => {
  const { way, kept } = open();
  void way.deliver(parcel('語'.repeat(21_000)), true);
  expect(kept()).toEqual([false]);
});

test('what finds no room when the page goes is tried as a beacon, which is never trusted', async () => {
  const { way, requests, beacons } = open({ beacon: true });
  expect(await way.deliver(kilobytes(61), true)).toBe('away');
  expect([beacons.length, requests.length]).toEqual([1, 0]);
});

test('what finds no room goes by fetchLater, whose quota is another, and only once', async () => {
  const { way, later, beacons, requests } = open({ laterMax: 64_000 });
  const [first, second] = [kilobytes(61), kilobytes(61)];
  expect(await way.deliver(first, true)).toBe('away');
  way.leave([first, second]);
  expect([later.length, beacons.length, requests.length]).toEqual([1, 1, 0]);
});

test('what a beacon does not take is tried as a plain request', () => {
  const { way, beacons, kept } = open();
  void way.deliver(kilobytes(61), true);
  expect([beacons.length, kept()]).toEqual([1, [false]]);
});

test('plain requests under way are repeated so that they outlive the page, the newest first', async () => {
  const { way, requests, kept } = open();
  const parcels = [kilobytes(30), kilobytes(25), kilobytes(25)];
  for (const each of parcels) void way.deliver(each, false);
  expect(kept()).toEqual([false, false, false]);
  way.leave([...parcels]);
  expect(kept()).toEqual([false, false, false, true, true]);
  expect(parcels.map(way.isSafe)).toEqual([false, true, true]);
  requests[3]?.fail();
  await settle();
  expect(parcels.map(way.isSafe)).toEqual([false, true, false]);
});
