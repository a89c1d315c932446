// What the badge says, and what is counted for it.
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

test('errors are counted by level, not by what a message says', () => {
  const counts = new Counts(new FakeArea(), new FakeClock().after);
  const lie = JSON.stringify({ level: 'log', message: '"level":"error"' });
  counts.add(5, { id: 'a', kind: 'log', events: ['{"level":"error"}', lie] });
  counts.add(5, { id: 'b', kind: 'network', events: ['{"status":500}'] });

  expect(counts.of(5)).toEqual({ counts: { log: 2, network: 1 }, errors: 1 });
});

test('counts outlive the worker, not the document', async () => {
  const shelf = new FakeArea();
  const clock = new FakeClock();
  const counts = new Counts(shelf, clock.after);
  counts.add(5, { id: 'a', kind: 'log', events: ['{"level":"error"}'] });
  await clock.pass(1000);
  const reborn = new Counts(shelf, clock.after);
  await reborn.load();
  expect(reborn.of(5).errors).toBe(1);
  reborn.restart(5);
  expect(reborn.of(5).errors).toBe(0);
});
