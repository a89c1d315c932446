// What an outline is made of: the choice of elements, hashes, effects of actions.
import { expect, test } from 'vitest';
import { EFFECT_OF_ACTION_MS } from '../../limits.js';
import { Effects } from './effects.js';
import { choose, outlined, type Candidate } from './elements.js';
import { hash } from './hash.js';

const heading = (level: number, text: string): Candidate => ({
  sort: 'heading',
  role: 'heading',
  level,
  text,
});
const marked = (testId: string, text: string): Candidate => ({ sort: 'marked', testId, text });
const texts = (chosen: Candidate[]) => chosen.map(({ text }) => text);

test('headings come first, then test ids, five in all', () => {
  const chosen = choose([
    marked('a', 'A'),
    heading(2, 'Second'),
    marked('b', 'B'),
    heading(1, 'First'),
    marked('c', 'C'),
    marked('d', 'D'),
  ]);
  expect(texts(chosen)).toEqual(['First', 'Second', 'A', 'B', 'C']);
});

test('empty texts, headings that say the same and test ids of lists say nothing', () => {
  const chosen = choose([
    heading(1, ''),
    heading(2, 'Same'),
    heading(2, 'Same'),
    marked('row', 'one'),
    marked('row', 'two'),
  ]);
  expect(chosen).toEqual([]);
});

test('what is news comes before headings, a message before anything', () => {
  const from: Candidate[] = [
    heading(1, 'Cart'),
    marked('a', 'A'),
    marked('count', '2 items'),
    { sort: 'live', role: 'status', text: 'Added' },
  ];
  const chosen = choose(from, ({ testId, sort }) => testId === 'count' || sort === 'live');
  expect(texts(chosen)).toEqual(['Added', '2 items', 'Cart', 'A']);
});

test('no sort of thing takes the place of all others', () => {
  const rows = ['1', '2', '3', '4', '5', '6'].map((text): Candidate => ({
    sort: 'row',
    role: 'row',
    text,
  }));
  const gone: Candidate = { sort: 'gone', role: 'row', text: 'gone', visible: false };
  const chosen = choose([...rows, gone], () => true);
  expect(texts(chosen)).toEqual(['1', '2', 'gone', '3', '4']);
});

test('texts are cut, and what only the choice needs stays', () => {
  const [long] = choose([marked('long', 'word '.repeat(100))]);
  if (!long) throw new Error('nothing chosen');
  expect(outlined(long)).toEqual({ testId: 'long', text: 'word '.repeat(20), truncated: true });
});

test('a hash is short, stable and different for different texts', () => {
  expect(hash('')).toBe('811c9dc5');
  expect(hash('a')).toBe('e40c292c');
  expect(hash('12:00')).not.toBe(hash('12:01'));
});

test('a change soon after an action is its effect', () => {
  let now = 0;
  const effects = new Effects(
    () => now,
    () => 0,
  );
  now = 5000;
  expect(effects.isEffect()).toBe(false);
  effects.acted();
  now = 5000 + EFFECT_OF_ACTION_MS - 1;
  expect(effects.isEffect()).toBe(true);
  now++;
  expect(effects.isEffect()).toBe(false);
});

test('requests of an action prolong it until soon after the last answer, but not for ever', () => {
  let now = 0;
  let pending = 1;
  const effects = new Effects(
    () => now,
    () => pending,
  );
  for (now = 0; now <= 3000; now += 500) expect(effects.isEffect()).toBe(true);
  pending = 0;
  now = 3000 + EFFECT_OF_ACTION_MS - 100;
  expect(effects.isEffect()).toBe(true);
  now += 200;
  expect(effects.isEffect()).toBe(false);
  // A request that begins later is a poll of the page's own.
  pending = 1;
  expect(effects.isEffect()).toBe(false);
  effects.acted();
  for (const start = now; now < start + 9900; now += 500) expect(effects.isEffect()).toBe(true);
  now += 500;
  expect(effects.isEffect()).toBe(false);
});
