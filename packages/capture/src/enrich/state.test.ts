// Stores are found where frameworks leave them, and told within their bounds.
import { expect, test } from 'vitest';
import type { Page } from '../context.js';
import { component, cruel, fibers, hooks, moment, never } from './fixture.js';
import type { Moment } from './moments.js';
import { createStateReader } from './state.js';

const EMPTY = { document: { getElementsByTagName: () => [] } };

function read(told: Moment, page: object = EMPTY, isSpent = never) {
  return createStateReader(page as Page, () => 0)(told, isSpent);
}

/** A store of Redux, as far as it is asked. */
function store(state: unknown) {
  const heard: (() => void)[] = [];
  let held = state;
  return {
    getState: () => held,
    dispatch: () => {},
    subscribe: (listener: () => void) => void heard.push(listener),
    change(next: unknown) {
      held = next;
      for (const listener of heard) listener();
    },
  };
}

const provided = (api: object) =>
  moment({ fibers: fibers({ type: component('Provider'), memoizedProps: { store: api } }) });

test('redux by its provider: types, names one level down, and the telling values', () => {
  const api = store({ auth: { user: null, loading: false }, list: [1], name: 'x', none: null });
  expect(read(provided(api))).toEqual({
    source: 'redux',
    keys: {
      auth: { type: 'object', keys: ['user', 'loading'] },
      list: { type: 'array' },
      name: { type: 'string' },
      none: { type: 'null' },
    },
    relevantSlice: { 'auth.loading': false },
  });
});

test('redux on the window, without running a getter of the window', () => {
  const page = {
    ...EMPTY,
    get trap(): never {
      throw new Error('bitten');
    },
    store: store({ status: 'on' }),
  };
  expect(read(moment(), page)).toMatchObject({ source: 'redux', relevantSlice: { status: 'on' } });
});

test('zustand by the hooks of a component: the whole store', () => {
  const api = { getState: () => ({ total: 1, status: 'x' }), setState() {}, subscribe() {} };
  const told = moment({
    fibers: fibers({
      type: component('Cart'),
      memoizedState: hooks({ memoizedState: [() => {}, [api, () => {}]] }, { memoizedState: 1 }),
    }),
  });
  expect(read(told)).toMatchObject({ source: 'zustand', relevantSlice: { status: 'x' } });
});

test("react's contexts by their name, or that of the component that provides them", () => {
  const named = { _currentValue: 1, displayName: 'Session' };
  const told = moment({
    fibers: fibers(
      { type: { _context: { _currentValue: 1 } }, memoizedProps: { value: { status: 'x' } } },
      { type: component('ThemeProvider') },
      { type: named, memoizedProps: { value: { user: 'ada' } } },
      { type: component('App') },
    ),
  });
  expect(read(told)).toEqual({
    source: 'react-context',
    keys: {
      ThemeProvider: { type: 'object', keys: ['status'] },
      Session: { type: 'object', keys: ['user'] },
    },
    relevantSlice: { 'ThemeProvider.status': 'x' },
  });
});

test('a state of thousands of names takes five kilobytes', () => {
  const inner = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`some name ${n}`, n]));
  const state = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`part ${n}`, inner]));
  const told = read(provided(store({ error: 'first', ...state })));
  expect(JSON.stringify(told).length).toBeLessThanOrEqual(5000);
  expect(told?.relevantSlice).toEqual({ error: 'first' });
  expect(Object.keys(told?.keys ?? {}).length).toBeGreaterThan(1);
});

test('beyond its time no state is told', () => {
  let asked = 0;
  expect(read(provided(store({ status: 1 })), EMPTY, () => ++asked > 0)).toBeUndefined();
});

test('stores that bite are passed over', () => {
  const page = { ...EMPTY, store: store(cruel()), __svelte_stores: { a: cruel() } };
  const bitten = { ...store(1), getState: () => cruel().toString() };
  expect(() => read(provided(bitten), page)).not.toThrow();
});

function bites(): never {
  throw new Error('bitten');
}

test('a store that cannot be followed is told all the same', () => {
  const api = { ...store({ status: 'stuck' }), subscribe: bites };
  expect(read(provided(api))?.relevantSlice).toEqual({ status: 'stuck' });
  const reader = createStateReader(EMPTY as unknown as Page, () => 0);
  reader(provided({ ...store({ status: 'first' }), subscribe: () => bites }), never);
  const next = reader(provided(store({ status: 'next' })), never);
  expect(next?.relevantSlice).toEqual({ status: 'next' });
});

test('from the first look on, changes are known for two seconds', () => {
  const api = store({ cart: { total: 1, items: 1 }, page: 1 });
  let now = 0;
  const reader = createStateReader(EMPTY as unknown as Page, () => now);
  expect(reader(provided(api), never)?.relevantSlice).toEqual({});
  api.change({ cart: { total: 2, items: 1 }, page: 1 });
  now = 1500;
  api.change({ cart: api.getState() && { total: 2, items: 1 }, page: 2 });
  expect(reader(provided(api), never)?.relevantSlice).toEqual({ 'cart.total': 2, page: 2 });
  now = 3000;
  expect(reader(provided(api), never)?.relevantSlice).toEqual({ page: 2 });
});
