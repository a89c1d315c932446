// What a summary says of a failed test, and which cause it names.
import { expect, test } from 'vitest';
import { emptySnapshot, type GasolineSnapshot } from './snapshot.js';
import { causeOf, summarize } from './summary.js';

function snapshot(members: Partial<GasolineSnapshot>): GasolineSnapshot {
  return { ...emptySnapshot('shop › buys'), timestamp: '2026-01-01T00:00:00.000Z', ...members };
}

const FAILED = {
  method: 'POST',
  url: '/api/orders',
  status: 500,
  seq: 3,
  requestBody: '{"item":1}',
  responseBody: '{"error":"null pointer"}',
};
const THROWN = {
  level: 'error',
  source: 'exception',
  message: 'TypeError: no id\nmore',
  seq: 4,
  stack: 'TypeError: no id\n    at pay (shop.js:1:2)',
};
const LOGGED = { level: 'error', source: 'console', message: 'no prices', seq: 1 };

test('what came first among the severe is the cause', () => {
  const all = snapshot({ network_bodies: [FAILED], logs: [LOGGED, THROWN] });
  expect(causeOf(all)).toBe('POST /api/orders → 500 {"error":"null pointer"} (and 2 more)');
});

test.each([
  [{ logs: [LOGGED] }, '[console] no prices'],
  [{ logs: [LOGGED, THROWN] }, '[exception] TypeError: no id (and 1 more)'],
  [{ network_bodies: [{ ...FAILED, status: 404, responseBody: '' }] }, 'POST /api/orders → 404'],
  [
    { network_bodies: [{ ...FAILED, status: 0, error: 'timeout', pending: true, duration: 2500 }] },
    'POST /api/orders had no answer after 2.5 s',
  ],
  [
    { network_bodies: [{ ...FAILED, status: 0, error: 'network' }] },
    'POST /api/orders → no answer (network)',
  ],
  [
    { websocket_events: [{ event: 'close', id: 'w', url: 'ws://a', code: 4001, reason: 'gone' }] },
    'WebSocket ws://a closed with 4001: gone',
  ],
])('%j: %s', (members, cause) => {
  expect(causeOf(snapshot(members))).toBe(cause);
});

test('the browser’s reason is better than what the page made of it', () => {
  const metadata = { seenBy: 'driver' };
  const line = { level: 'error', source: 'network', message: 'blocked by CORS policy', metadata };
  const logs = [THROWN, { ...line, seq: 9 }];
  expect(causeOf(snapshot({ logs }))).toBe('[network] blocked by CORS policy (and 1 more)');
});

test('an answer that has what the test received is the cause where nothing else is', () => {
  const error = { message: 'expect failed\n\nExpected: "30"\nReceived: "25"\nTimeout: 1' };
  const tests = [{ test_id: 'shop › buys', status: 'failed', error }];
  const answered = { ...FAILED, status: 200, responseBody: '{"total":25}' };
  const other = { ...answered, responseBody: '{"total":2534}' };
  expect(causeOf(snapshot({ tests, network_bodies: [answered, other] }))).toBe(
    'the test received `25`, which is what was answered: POST /api/orders → 200 {"total":25}',
  );
  expect(causeOf(snapshot({ tests, network_bodies: [other] }))).toBeUndefined();
});

test.each([
  [{ network_bodies: [{ ...FAILED, status: 200 }] }],
  [{ network_bodies: [{ ...FAILED, status: 0, error: 'aborted' }] }],
  [{ websocket_events: [{ event: 'close', id: 'w', code: 1000 }] }],
  [{ logs: [{ level: 'warn', source: 'console', message: 'old API' }] }],
])('%j is no cause', (members) => {
  expect(causeOf(snapshot(members))).toBeUndefined();
});

test('a summary has the error of the test, what failed with both bodies, and what did not', () => {
  const text = summarize(
    snapshot({
      logs: [THROWN],
      network_bodies: [FAILED, { ...FAILED, url: '/api/cart', status: 200 }],
      tests: [{ test_id: 'shop › buys', status: 'failed', error: { message: 'no total' } }],
    }),
  );
  expect(text).toContain('Likely cause: POST /api/orders → 500');
  expect(text).toContain('--- Test error ---\n  no total');
  expect(text).toContain('[exception] TypeError: no id\n    at pay (shop.js:1:2)');
  expect(text).toContain('Request: {"item":1}\n    Response: {"error":"null pointer"}');
  expect(text).toContain('--- Other Requests ---\n  POST /api/cart → 200');
});

test('a long list is cut, and says by how much', () => {
  const logs = Array.from({ length: 14 }, (_, number) => ({ ...LOGGED, message: `no ${number}` }));
  expect(summarize(snapshot({ logs }))).toContain('… and 4 more');
});

test('pages that told of nothing are said to have told of nothing', () => {
  expect(summarize(snapshot({}))).toContain('the pages told of nothing that went wrong');
});
