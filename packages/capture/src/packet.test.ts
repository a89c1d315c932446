// Which facts travel beside an event.
import { expect, test } from 'vitest';
import type { HookEvents } from './context.js';
import { isError, pack } from './packet.js';

const error = (members: Partial<HookEvents['log']> = {}) =>
  pack('log', { level: 'error', id: 'e1', source: 'console', message: 'no tea', ...members });

test('an error has its id, source, message and scripts', () => {
  const stack = [
    'TypeError: no https://shop.test/secret',
    '    at total (https://shop.test:8443/app.js?v=1:1:20)',
    '    at https://cdn.test/vendor.js:2:3',
    'pay@https://shop.test/fire.js:1',
    '    at eval (webpack-internal:///(app)/./src/a.tsx:5:10)',
    '    at https://cdn.test/vendor.js:7:8',
  ].join('\n');
  const packet = error({ stack, url: 'https://shop.test/page' });
  expect(isError(packet)).toBe(true);
  expect(packet[2]).toEqual([
    'e1',
    'console',
    'no tea',
    [
      'https://shop.test:8443/app.js?v=1',
      'https://cdn.test/vendor.js',
      'https://shop.test/fire.js',
      'webpack-internal:///(app)/./src/a.tsx',
    ],
  ]);
});

test('an error without a stack names its file', () => {
  const filename = 'https://shop.test/file.js';
  expect(error({ filename })[2]).toEqual(['e1', 'console', 'no tea', [filename]]);
});

test('messages and scripts of an error are bounded', () => {
  const lines = Array.from({ length: 30 }, (_, n) => `    at https://shop.test/${n}.js:1:1`);
  const [, , message, scripts] = error({
    message: 'word '.repeat(100),
    stack: lines.join('\n'),
  })[2] as readonly [string, string, string, string[]];
  expect(message.length).toBeLessThan(250);
  expect(scripts).toHaveLength(20);
  expect(scripts[0]).toBe('https://shop.test/0.js');
});

test.each([
  ['log', { level: 'log', id: 'l1', message: '"level":"error"', args: [{ level: 'error' }] }],
  ['log', { level: 'warn', id: 'l1', stack: 'at https://shop.test/warn.js:1:1' }],
  ['network', { method: 'GET', url: '/', status: 399, id: 'n1' }],
  ['websocket', { event: 'open', id: 'w1' }],
  ['enrichment', { id: 'e1' }],
] as [keyof HookEvents, never][])('no hop acts on this %s: %j', (kind, event) => {
  const packet = pack(kind, event);
  expect(packet).toEqual([kind, JSON.stringify(event), 0]);
  expect(isError(packet)).toBe(false);
});

test.each([
  [400, 400],
  [0, 0],
  [undefined, 0],
])('a request with status %s has failed', (status, expected) => {
  const request = {
    method: 'GET',
    url: 'http://a/',
    id: 'n1',
    ...(status !== undefined && { status }),
  };
  expect(pack('network', request)[2]).toEqual(['n1', 'GET', 'http://a/', expected]);
});

test('an action has its id and type', () => {
  expect(pack('action', { type: 'click', id: 'a1', value: 'x' })[2]).toEqual(['a1', 'click']);
});
