// A calm socket is kept whole, a flood in samples, and every new shape.
import { expect, test } from 'vitest';
import { createSampler, shapeOf } from './sampling.js';

/** Messages kept of `seconds` at `rate` a second. */
function kept(rate: number, seconds: number, text = 'tick'): number {
  const sampler = createSampler();
  let count = 0;
  for (let n = 0; n < rate * seconds; n++) {
    if (sampler(10_000 + Math.floor((n * 1000) / rate), text)) count++;
  }
  return count;
}

test.each([
  [5, 10, 50, 50],
  [30, 10, 90, 120],
  [100, 10, 45, 75],
  [1000, 10, 18, 60],
])('%i a second for %i s: between %i and %i are kept', (rate, seconds, least, most) => {
  const count = kept(rate, seconds);
  expect(count).toBeGreaterThanOrEqual(least);
  expect(count).toBeLessThanOrEqual(most);
});

test('the first five are kept at any rate', () => {
  const sampler = createSampler();
  const verdicts = Array.from({ length: 100 }, () => sampler(1000, 'x'));
  expect(verdicts.slice(0, 5).every(Boolean)).toBe(true);
  expect(verdicts.slice(50).some(Boolean)).toBe(false);
});

test('a new shape is kept in the middle of a flood, once', () => {
  const sampler = createSampler();
  for (let n = 0; n < 500; n++) sampler(1000, '{"a":1,"b":2}');
  expect(sampler(1000, '{"b":3,"a":4}')).toBeUndefined();
  expect(sampler(1000, '{"c":1}')).toEqual({
    rate: 502,
    logged: expect.any(String),
    window: '1s',
  });
  expect(sampler(1000, '{"c":2}')).toBeUndefined();
});

test('after a flood a calm socket is kept whole again', () => {
  const sampler = createSampler();
  for (let n = 0; n < 500; n++) sampler(1000, undefined);
  expect(sampler(6000, undefined)).toBe('all');
  expect(sampler(6500, undefined)).toBe('all');
});

test.each([
  ['{"b":1,"a":{"c":2}}', 'a,b'],
  ['{}', ''],
  ['[1]', undefined],
  ['{broken', undefined],
  ['text', undefined],
])('the shape of %s is %s', (text, shape) => {
  expect(shapeOf(text)).toBe(shape);
});
