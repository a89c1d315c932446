// Batches that do not fit into one request.
import { expect, test } from 'vitest';
import type { Batch } from '../src/batch.js';
import { requestsOf } from '../src/delivery.js';
import { client } from './support.js';

const events = Array.from({ length: 8 }, (_, n) => `{"n":"${String(n).repeat(100)}"}`);

test('a batch that fits is one request', () => {
  const [only, ...rest] = requestsOf({ id: 'p-0', kind: 'log', events }, { client }, () => true);
  expect(rest).toEqual([]);
  expect(only).toMatchObject({ kind: 'log', path: '/logs', count: 8 });
});

test('a batch that does not fit is halved until it does, each half with an id of its own', () => {
  const batch: Batch = { id: 'p-0', kind: 'log', events, dropped: { log: 4 } };
  const deliveries = requestsOf(batch, { client }, (body) => body.length < 400);
  const bodies = deliveries.map(({ body }) => JSON.parse(body));
  expect(bodies.map((body) => body.batch_id)).toEqual(['p-0aa', 'p-0ab', 'p-0ba', 'p-0bb']);
  expect(bodies.flatMap((body) => body.entries)).toEqual(events.map((text) => JSON.parse(text)));
  expect(bodies.map((body) => body.dropped)).toEqual([{ log: 4 }, undefined, undefined, undefined]);
  expect(deliveries.map((delivery) => delivery.dropped)).toEqual([
    { log: 4 },
    undefined,
    undefined,
    undefined,
  ]);
});

test('each half has the facts of its events', () => {
  const facts = events.map((_, index) =>
    index % 2 ? 0 : ([`e${index}`, 'console', '', []] as const),
  );
  const deliveries = requestsOf(
    { id: 'p-0', kind: 'log', events, facts },
    { client },
    (body) => body.length < 600,
  );
  expect(deliveries.map((delivery) => delivery.facts)).toEqual([facts.slice(0, 4), facts.slice(4)]);
});

test('a single event that does not fit goes as it is', () => {
  const deliveries = requestsOf(
    { id: 'p', kind: 'log', events: ['{"a":1}'] },
    { client },
    () => false,
  );
  expect(deliveries).toHaveLength(1);
});

test('performance snapshots are a request each', () => {
  const deliveries = requestsOf(
    { id: 'p', kind: 'performance', events: ['{}', '{}'] },
    { client },
    () => true,
  );
  expect(deliveries.map(({ count }) => count)).toEqual([1, 1]);
});
