// The names of attempts, and how they ended.
import { expect, test } from 'vitest';
import { hasFailed, outcomeOf, testId } from './identity.js';
import { TEST_ID_MAX_CHARS } from './limits.js';

const ATTEMPT = {
  project: 'chromium',
  titlePath: ['cart.spec.ts', 'cart', 'adds'],
  retry: 0,
  repeat: 0,
};

test.each([
  [{}, 'chromium › cart.spec.ts › cart › adds'],
  [{ project: '' }, 'cart.spec.ts › cart › adds'],
  [{ retry: 2 }, 'chromium › cart.spec.ts › cart › adds #r2'],
  [{ retry: 1, repeat: 3 }, 'chromium › cart.spec.ts › cart › adds #r1 #n3'],
  [{ titlePath: ['shop\\cart.spec.ts', 'adds'] }, 'chromium › shop/cart.spec.ts › adds'],
])('%j is named %s', (changes, name) => {
  expect(testId({ ...ATTEMPT, ...changes })).toBe(name);
});

test('a long title is cut, the number of the attempt is not', () => {
  const id = testId({ ...ATTEMPT, titlePath: ['x'.repeat(5000)], retry: 1 });
  expect(id).toHaveLength(TEST_ID_MAX_CHARS);
  expect(id.endsWith('x #r1')).toBe(true);
});

test('a failure keeps its words, without colours', () => {
  const errors = [{ message: '\u001b[31mno total\u001b[39m', stack: 'Error: no total\n    at a' }];
  expect(outcomeOf({ status: 'failed', expectedStatus: 'passed', errors })).toEqual({
    status: 'failed',
    error: { message: 'no total', stack: 'Error: no total\n    at a' },
  });
});

test('a test that is meant to fail has passed when it does, and failed when it does not', () => {
  const errors = [{ message: 'as expected' }];
  expect(outcomeOf({ status: 'failed', expectedStatus: 'failed', errors })).toEqual({
    status: 'passed',
  });
  expect(outcomeOf({ status: 'passed', expectedStatus: 'failed', errors: [] })).toEqual({
    status: 'failed',
    error: { message: 'expected to fail, but passed' },
  });
});

test.each([
  ['passed', 'passed', false],
  ['failed', 'passed', true],
  ['timedOut', 'passed', true],
  ['interrupted', 'passed', true],
  ['failed', 'failed', false],
  ['passed', 'failed', true],
  ['skipped', 'passed', false],
  [undefined, 'passed', false],
])('%s where %s was expected is a failure: %s', (status, expectedStatus, is) => {
  expect(hasFailed({ status, expectedStatus })).toBe(is);
});
