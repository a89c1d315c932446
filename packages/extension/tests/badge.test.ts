// What the badge says, and what is counted for it.
import type { Batch } from 'gasoline-transport/batch';
import { expect, test } from 'vitest';
import { generalBadge, tabBadge } from '../src/worker/badge.js';
import { Counts } from '../src/worker/counts.js';
import { FakeArea, FakeClock } from './fixture.js';

test('a tab shows its errors, at most as many as fit', () => {
  expect(tabBadge('connected', 3)).toEqual({ text: '3' });
  expect(tabBadge('connected', 0)).toEqual({});
  expect(tabBadge('connected', 1500)).toEqual({ text: '999+' });
});

test('without a server every tab shows an exclamation mark', () => {
  for (const state of ['no_server', 'paired_elsewhere', 'wrong_version'] as const) {
    expect(generalBadge(state).text).toBe('!');
    expect(tabBadge(state, 3)).toEqual({});
  }
});

test('connecting raises no alarm', () => {
  expect(generalBadge('connecting').text).toBe('');
});

const ERROR = ['e1', 'console', 'no tea', []] as const;

test('errors are counted by their facts, not by what an event holds', () => {
  const counts = new Counts(new FakeArea(), new FakeClock().after);
  const lie = '{"level":"log","args":[{"level":"error"}]}';
  counts.add(5, { id: 'a', kind: 'log', events: ['{"level":"error"}', lie], facts: [ERROR, 0] });
  counts.add(5, { id: 'b', kind: 'network', events: ['{"status":500}'] });
  counts.add(5, { id: 'c', kind: 'log', events: [lie] });

  expect(counts.of(5)).toEqual({ counts: { log: 3, network: 1 }, errors: 1 });
});

test('facts of a compromised page that do not fit are not counted', () => {
  const counts = new Counts(new FakeArea(), new FakeClock().after);
  const forged = [
    1,
    null,
    [],
    ['e1', 'console', 'no tea'],
    ['e1', 'console', 'no tea', [1]],
    ERROR,
  ];
  const batch = { id: 'a', kind: 'log', events: forged.map(() => '{}'), facts: forged };
  counts.add(5, batch as unknown as Batch);
  counts.add(5, { ...batch, facts: 'log' } as unknown as Batch);

  expect(counts.of(5).errors).toBe(1);
});

test('counts outlive the worker, not the document', async () => {
  const store = new FakeArea();
  const clock = new FakeClock();
  const counts = new Counts(store, clock.after);
  counts.add(5, { id: 'a', kind: 'log', events: ['{}'], facts: [ERROR] });
  await clock.pass(1000);
  const reborn = new Counts(store, clock.after);
  await reborn.load();
  expect(reborn.of(5).errors).toBe(1);
  reborn.restart(5);
  expect(reborn.of(5).errors).toBe(0);
});
