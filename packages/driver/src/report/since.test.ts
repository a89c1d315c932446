// What an earlier run left on a server that was joined stays out of the file.
import { expect, test } from 'vitest';
import { lastBefore, testsSince } from './since.js';
import { emptySnapshot } from './snapshot.js';

const NOON = Date.parse('2026-01-01T12:00:00.000Z');
const before = '2026-01-01T11:00:00.000Z';
const after = '2026-01-01T12:00:01.000Z';

test('the run begins after the last event of any kind that came before it', () => {
  const snapshot = emptySnapshot();
  snapshot.logs.push({ level: 'log', message: 'old', seq: 3, received_at: NOON - 2 });
  snapshot.websocket_events.push({ event: 'open', id: 'w', seq: 5, received_at: NOON - 1 });
  snapshot.logs.push({ level: 'log', message: 'new', seq: 6, received_at: NOON });
  expect(lastBefore(snapshot, NOON)).toBe(5);
  expect(lastBefore(snapshot, NOON - 3)).toBeUndefined();
  expect(lastBefore(emptySnapshot(), NOON)).toBeUndefined();
});

test('records are those of the tests that ran, and of what was started meanwhile', () => {
  const records = [
    { test_id: 'earlier', status: 'failed', started: before },
    { test_id: 'ran', status: 'failed', started: null },
    { test_id: 'a part', status: 'unknown', started: after },
  ];
  const kept = testsSince(records, NOON, new Set(['ran']));
  expect(kept.map(({ test_id }) => test_id)).toEqual(['ran', 'a part']);
});

test('what a test did in an earlier run is not in its record, unless it may be of both', () => {
  const errors = [
    { message: 'then', timestamp: before, count: 1 },
    { message: 'both', timestamp: before, count: 2 },
    { message: 'now', timestamp: after, count: 1 },
  ];
  const network_failures = [{ url: '/then', timestamp: before }];
  const record = { test_id: 'ran', status: 'failed', errors, network_failures };
  const [kept] = testsSince([record], NOON, new Set(['ran']));
  expect(kept).toMatchObject({ errors: errors.slice(1), network_failures: [] });
});
