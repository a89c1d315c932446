// Console arguments as one readable line.
import { expect, test } from 'vitest';
import { render } from './render.js';
import { serialize } from './serialize.js';

test.each([
  ['strings and values side by side', ['a', 1, null, undefined, true], 'a 1 null undefined true'],
  ['the directives of the standard', ['%s %d %i %f', 'x', '4.9', 3.7, '1.5'], 'x 4 3 1.5'],
  [
    'objects for %o, %O and even %s',
    ['%o %O %s', { a: 1 }, [2], { b: 'c' }],
    '{a: 1} [2] {b: "c"}',
  ],
  ['styles as nothing', ['%cbig%c small', 'color: red', ''], 'big small'],
  ['%% as a per cent sign', ['100%% of %s', 'x'], '100% of x'],
  ['a lone string as it is', ['100%% %s'], '100%% %s'],
  ['directives without a value as they are', ['%s and %s', 'one'], 'one and %s'],
  ['what is left over behind', ['%s', 'a', 'b', { c: 1 }], 'a b {c: 1}'],
  ['big integers in %d', ['%d', 12n], '12n'],
  ['what is no number in %d', ['%d', 'x'], 'NaN'],
  ['errors by name and message', [new TypeError('x')], 'TypeError: x'],
  ['errors inside objects', [{ error: new Error('y') }], '{error: Error: y}'],
  [
    'classes by name',
    [
      new (class Point {
        x = 1;
      })(),
    ],
    'Point {x: 1}',
  ],
  [
    'functions and symbols without quotes',
    [{ f() {}, s: Symbol('q') }],
    '{f: [Function: f], s: "Symbol(q)"}',
  ],
  ['maps', [new Map([['k', 1]])], '{[Map]: [["k", 1]]}'],
  ['nothing', [], ''],
])('shows %s', (_name, args, expected) => {
  expect(render((args as unknown[]).map(serialize))).toBe(expected);
});

test('never shows [object Object]', () => {
  const hostile = [{}, Object.create(null), new Proxy({}, {}), Object.create({})];
  expect(render(['%s %s %s %s', ...hostile].map(serialize))).not.toContain('[object');
});

test('an object takes a bounded room, and says that there is more', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`key${n}`, 'x'.repeat(50)]),
  );
  const text = render([serialize({ wide, more: 1 })]);
  expect(text.length).toBeLessThan(1200);
  expect(text).toMatch(/…\}.*\}$/);
});
