// What is noted while an error happens, and how little of it stays.
import { expect, test } from 'vitest';
import { fixture } from '../fixture.js';
import { hookMoments, type Fiber } from './moments.js';

const HOOK = '__REACT_DEVTOOLS_GLOBAL_HOOK__';

function hooked(parts: Record<string, unknown> = {}) {
  const activeElement = { nodeType: 1 };
  const made = fixture({ document: { activeElement }, ...parts });
  const uninstall = hookMoments(made.context, made.reporter);
  const { waiting } = made.context.moments;
  const fail = () => void made.reporter.report({ level: 'error', message: `${Math.random()}` });
  const last = () => [...waiting].at(-1);
  return { ...made, uninstall, waiting, fail, last, activeElement };
}

function touch(page: EventTarget, element: object): void {
  const event = Object.assign(new Event('click'), { composedPath: () => [element, page] });
  page.dispatchEvent(event);
}

test('the element touched last, for two seconds; then what has the focus', () => {
  const { page, fail, last, pass, activeElement, uninstall } = hooked();
  const button = { nodeType: 1 };
  touch(page, button);
  fail();
  expect(last()?.way[0]).toBe(button);
  pass(2000);
  fail();
  expect(last()?.way).toEqual([activeElement]);
  uninstall();
});

test('the nodes above are copied before React empties them, and a broken chain goes on above', () => {
  const app: Fiber = { type: 'App', return: null };
  const parent: Fiber = { type: 'main', return: app };
  const leaf: Fiber = { type: 'Row', memoizedProps: { id: 1 }, return: null };
  const { page, fail, last, uninstall } = hooked();
  const path = [{ __reactFiber$x: leaf }, { __reactFiber$x: parent }, {}];
  const event = Object.assign(new Event('click'), { composedPath: () => path });
  page.dispatchEvent(event);
  fail();
  leaf.memoizedProps = null;
  expect(last()?.fibers.map(({ type }) => type)).toEqual(['Row', 'main', 'App']);
  expect(last()?.fibers[0]?.memoizedProps).toEqual({ id: 1 });
  uninstall();
});

test('the component React is busy with comes before what was touched', () => {
  const { page, fail, last, uninstall } = hooked();
  const hook = (page as unknown as Record<string, { inject(renderer: object): number }>)[HOOK];
  expect(hook?.inject({ getCurrentFiber: () => ({ type: 'Busy', return: null }) })).toBe(1);
  touch(page, { __reactFiber$x: { type: 'Touched' } });
  fail();
  expect(last()?.fibers.map(({ type }) => type)).toEqual(['Busy']);
  uninstall();
  expect(HOOK in page).toBe(false);
});

test('ten wait at most, for three seconds, and none while it is switched off', () => {
  const { fail, waiting, pass, settings, uninstall } = hooked();
  for (let n = 0; n < 20; n++) fail();
  expect(waiting.size).toBe(10);
  pass(3000);
  expect(waiting.size).toBe(0);
  settings.aiContext = false;
  fail();
  expect(waiting.size).toBe(0);
  uninstall();
});

test('a chain without end is followed for a while', () => {
  const { page, fail, last, uninstall } = hooked();
  const endless = (): Fiber => Object.defineProperty({}, 'return', { get: endless });
  touch(page, { __reactFiber$x: endless() });
  fail();
  expect(last()?.fibers).toHaveLength(500);
  uninstall();
});

test('tools that are there already are left in place', () => {
  const theirs = { renderers: new Map() };
  const { page, uninstall } = hooked({ [HOOK]: theirs });
  expect(Reflect.get(page, HOOK)).toBe(theirs);
  uninstall();
  expect(Reflect.get(page, HOOK)).toBe(theirs);
});
