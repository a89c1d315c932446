// What an outline is made of: the choice of elements, hashes, effects of actions.
import { expect, test } from 'vitest';
import { Effects } from './effects.js';
import { choose } from './elements.js';
import { hash } from './hash.js';

test('headings come first, then test ids, five in all', () => {
  const chosen = choose([
    { testId: 'a', text: 'A' },
    { level: 2, role: 'heading', text: 'Second' },
    { testId: 'b', text: 'B' },
    { level: 1, role: 'heading', text: 'First' },
    { testId: 'c', text: 'C' },
    { testId: 'd', text: 'D' },
  ]);
  expect(chosen.map(({ text }) => text)).toEqual(['First', 'Second', 'A', 'B', 'C']);
  expect(chosen[0]).toEqual({ level: 1, role: 'heading', text: 'First', visible: true });
});

test('empty texts, repeated texts and test ids of lists say nothing', () => {
  const chosen = choose([
    { level: 1, text: '' },
    { level: 2, text: 'Same' },
    { level: 2, text: 'Same' },
    { testId: 'row', text: 'one' },
    { testId: 'row', text: 'two' },
  ]);
  expect(chosen.map(({ text }) => text)).toEqual(['Same']);
});

test('what is news comes before headings', () => {
  const from = [
    { level: 1, text: 'Cart' },
    { testId: 'a', text: 'A' },
    { testId: 'count', text: '2 items' },
  ];
  const chosen = choose(from, ({ testId }) => testId === 'count');
  expect(chosen.map(({ text }) => text)).toEqual(['2 items', 'Cart', 'A']);
});

test('texts are cut', () => {
  expect(choose([{ testId: 'long', text: 'x'.repeat(500) }])[0]?.text).toHaveLength(100);
});

test('a hash is short, stable and different for different texts', () => {
  expect(hash('')).toBe('811c9dc5');
  expect(hash('a')).toBe('e40c292c');
  expect(hash('12:00')).not.toBe(hash('12:01'));
});

test('a change within a second of an action is its effect', () => {
  let now = 0;
  const effects = new Effects(
    () => now,
    () => 0,
  );
  now = 5000;
  expect(effects.isEffect()).toBe(false);
  effects.acted();
  now = 5999;
  expect(effects.isEffect()).toBe(true);
  now = 6000;
  expect(effects.isEffect()).toBe(false);
});

test('requests of an action prolong it until a second after the last answer, but not for ever', () => {
  let now = 0;
  let pending = 1;
  const effects = new Effects(
    () => now,
    () => pending,
  );
  for (now = 0; now <= 3000; now += 500) expect(effects.isEffect()).toBe(true);
  pending = 0;
  now = 3900;
  expect(effects.isEffect()).toBe(true);
  now = 4100;
  expect(effects.isEffect()).toBe(false);
  // A request that begins later is a poll of the page's own.
  pending = 1;
  expect(effects.isEffect()).toBe(false);
  effects.acted();
  for (const start = now; now < start + 9900; now += 500) expect(effects.isEffect()).toBe(true);
  now += 500;
  expect(effects.isEffect()).toBe(false);
});
