// Components are read off nodes of React made by hand.
import { expect, test } from 'vitest';
import { ancestryOf } from './index.js';
import { componentName, reactAncestry, stackedAncestry } from './react.js';
import { component, cruel, fibers, hooks, moment, never } from '../fixture.js';

test('functions, classes, memo and forwardRef have names; elements and providers are no components', () => {
  const Plain = component('Plain');
  expect(componentName(Plain)).toBe('Plain');
  expect(componentName(Object.assign(component('x'), { displayName: 'Shown' }))).toBe('Shown');
  expect(componentName({ $$typeof: 1, type: Plain })).toBe('Plain');
  expect(componentName({ $$typeof: 1, render: component('Reffed') })).toBe('Reffed');
  expect(componentName({ $$typeof: 1, type: { render: component('Both') } })).toBe('Both');
  expect(componentName(component(''))).toBe('Anonymous');
  for (const none of ['div', null, undefined, Symbol('fragment'), { _context: {} }]) {
    expect(componentName(none)).toBeUndefined();
  }
});

test('props without children, state of classes and of hooks, by their names alone', () => {
  const found = reactAncestry(
    fibers(
      {
        type: component('Form'),
        memoizedProps: { initialEmail: 'a@b', children: 1 },
        memoizedState: hooks(
          { memoizedState: 'typed', queue: { dispatch: () => {} } },
          { memoizedState: { email: 1, error: 2 }, queue: { dispatch: () => {} } },
          { memoizedState: [() => {}, []], queue: null },
        ),
      },
      { type: 'div', memoizedProps: { id: 'x' } },
      {
        type: component('Page'),
        memoizedState: { open: true },
        stateNode: { setState: () => {}, render: () => {} },
      },
      { type: component('App'), memoizedState: hooks({ memoizedState: 1, queue: null }) },
    ),
  );
  expect(found).toEqual([
    { name: 'Form', propKeys: ['initialEmail'], hasState: true, stateKeys: ['email', 'error'] },
    { name: 'Page', hasState: true, stateKeys: ['open'] },
    { name: 'App' },
  ]);
});

/** A deep tree whose components have these for props and for state. */
const tree = (props: object) =>
  Array.from({ length: 30 }, (_, n) => ({
    type: component(`C${n}`),
    memoizedProps: props,
    memoizedState: hooks({ memoizedState: props, queue: { dispatch: () => {} } }),
  }));

test('the ten nearest are kept, root first; of names so many, and not five kilobytes of them', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`prop${n}`, n]));
  const long = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`${n}`.padEnd(300, 'x'), n]),
  );
  const few = ancestryOf(moment({ fibers: tree({}) }), never);
  expect(few?.components.map(({ name }) => name)).toEqual(
    Array.from({ length: 10 }, (_, n) => `C${9 - n}`),
  );
  const [first] = ancestryOf(moment({ fibers: tree(many) }), never)?.components ?? [];
  expect([first?.propKeys?.length, first?.stateKeys?.length]).toEqual([20, 10]);
  const cut = ancestryOf(moment({ fibers: tree(long) }), never);
  expect(JSON.stringify(cut?.components).length).toBeLessThanOrEqual(5000);
  expect(cut?.components.at(-1)?.name).toBe('C0');
});

test('a machine that pauses costs none of them: their number is the bound', () => {
  const found = ancestryOf(moment({ fibers: tree({}) }), () => true);
  expect(found?.components).toHaveLength(10);
});

test('what bites is passed over', () => {
  const found = reactAncestry(
    fibers(
      { type: component('Victim'), memoizedProps: cruel(), memoizedState: cruel() },
      { type: cruel() },
      cruel(),
      { type: component('App') },
    ),
  );
  expect(found).toEqual([{ name: 'Victim' }, { name: 'App' }]);
});

test('what React printed is believed where the touched component is another', () => {
  const message = `The above error occurred in the <Cart> component:

    at Cart (http://localhost/app.js:7:3)
    at div
    at App (http://localhost/app.js:1:1)

Consider adding an error boundary`;
  const entry = { level: 'error' as const, message };
  expect(stackedAncestry(entry)).toEqual([{ name: 'Cart' }, { name: 'App' }]);
  const touched = fibers({ type: component('Button') });
  expect(ancestryOf(moment({ entry, fibers: touched }), never)).toEqual({
    framework: 'react',
    components: [{ name: 'App' }, { name: 'Cart' }],
  });
  const same = fibers({ type: component('Cart'), memoizedProps: { id: 1 } });
  expect(ancestryOf(moment({ entry, fibers: same }), never)?.components).toEqual([
    { name: 'Cart', propKeys: ['id'] },
  ]);
});

test('older and newer React say it in other words', () => {
  const old =
    'The above error occurred in the <Cart> component:\n    in Cart (created by App)\n    in App';
  expect(stackedAncestry({ message: old })).toEqual([{ name: 'Cart' }, { name: 'App' }]);
  const young = 'Error: x\n\nThe above error occurred in the <Cart> component.\n\nReact will try';
  expect(stackedAncestry({ message: young })).toEqual([{ name: 'Cart' }]);
  expect(stackedAncestry({ message: 'at Cart (x)' })).toEqual([]);
});
