// Events become JSON text whatever the page has done to JSON.
import { afterEach, expect, test } from 'vitest';
import { encode } from './encode.js';

const polluted: object[] = [Object.prototype, Array.prototype, String.prototype];

function pollute(): void {
  for (const prototype of polluted) {
    Object.defineProperty(prototype, 'toJSON', { value: () => 'stolen', configurable: true });
  }
}

afterEach(() => polluted.forEach((prototype) => Reflect.deleteProperty(prototype, 'toJSON')));

const event = {
  text: 'a "quoted" \u2028 line\n',
  list: [1, null, [true], { deep: 'x' }],
  none: undefined,
  empty: {},
};

test('a toJSON on the prototypes is not heard', () => {
  const expected = JSON.stringify(event);
  pollute();
  expect(encode(event)).toBe(expected);
});

test('undefined members are left out, undefined items are null', () => {
  expect(encode({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
  pollute();
  expect(encode({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
});

test('halves of surrogate pairs become the replacement character, pairs and their text stay', () => {
  const value = { a: '\ud800', b: 'x\udc00y', c: '😀', d: '\\ud800', e: '\\\\ud800' };
  expect(JSON.parse(encode(value))).toEqual({ ...value, a: '\ufffd', b: 'x\ufffdy' });
});

test('it never throws', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  expect(encode(circle)).toBe('{}');
});
