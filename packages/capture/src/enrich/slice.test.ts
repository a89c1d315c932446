// Which values of a state are told with an error.
import { expect, test } from 'vitest';
import { cruel } from './fixture.js';
import { relevantSlice } from './slice.js';

const NONE: ReadonlySet<string> = new Set();

test.each([
  [
    { auth: { user: null, error: '401' } },
    'auth failed',
    { 'auth.error': '401', 'auth.user': null },
  ],
  [{ ui: { theme: 'dark' } }, 'auth failed', {}],
  [{ cartItems: [1], theme: 'x' }, "reading 'items'", { cartItems: [1] }],
  [{ orders: { total: 3 } }, 'order 7 is gone', { 'orders.total': 3 }],
  [{ isLoading: true, status: 'idle' }, 'x', { isLoading: true, status: 'idle' }],
  [{ count: 3 }, 'x', {}],
])('of %j with "%s"', (state, said, slice) => {
  expect(relevantSlice(state, said, NONE)).toEqual(slice);
});

test('what just changed is told, the rest of it is not', () => {
  const state = { cart: { total: 3, items: [] }, ui: { theme: 'dark' } };
  expect(relevantSlice(state, 'x', new Set(['cart.total']))).toEqual({ 'cart.total': 3 });
});

test('the most telling ten, what is named before what only failed', () => {
  const errors = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`error${n}`, n]));
  const slice = relevantSlice({ ...errors, checkout: 1 }, 'checkout', NONE);
  expect(Object.keys(slice)).toHaveLength(10);
  expect(Object.keys(slice)[0]).toBe('checkout');
});

test('long values are cut, and secrets are told by their presence alone, however deep', () => {
  const slice = relevantSlice(
    {
      auth: {
        error: 'word '.repeat(100),
        accessToken: 'sk-1',
        last: { status: 401, password: 'sk-2', deep: [{ apiKey: 'sk-3' }] },
        list: Array.from({ length: 99 }, (_, n) => n),
      },
    },
    'auth',
    NONE,
  );
  expect(slice['auth.error']).toBe(`${'word '.repeat(40)}... [truncated]`);
  expect(slice['auth.accessToken']).toBe('[redacted]');
  expect(slice['auth.last']).toEqual({
    status: 401,
    password: '[redacted]',
    deep: [{ apiKey: '[redacted]' }],
  });
  expect(slice['auth.list']).toMatch(/^\[0,1,.{190,195},\.\.\. \[truncated\]$/);
  expect(JSON.stringify(slice)).not.toContain('sk-');
});

test('what bites is not told', () => {
  const state = {
    get error() {
      throw new Error('bitten');
    },
    status: cruel(),
    failed: 'yes',
  };
  expect(relevantSlice(state, 'x', NONE)).toMatchObject({ failed: 'yes' });
});
