// Who is believed about server, test and mode.
import type { Page } from 'gasoline-capture';
import { expect, test } from 'vitest';
import { isServer, readConfig } from './config.js';

const DEFAULTS = {
  host: '127.0.0.1',
  port: 7890,
  mode: 'all',
  binding: '__gasolineBinding',
  stateSnapshot: false,
};

function page(given?: unknown, source?: string): Page {
  const currentScript = source === undefined ? null : { src: source };
  return { __GASOLINE__: given, document: { currentScript } } as unknown as Page;
}

test('without a word from anyone, the server is on its usual port', () => {
  expect(readConfig(page(), '__GASOLINE_SERVED__')).toEqual(DEFAULTS);
});

test('the page wins over the server, and the server over the query, member by member', () => {
  const source = 'http://cdn/gasoline-ci.js?port=1&host=query&test_id=query&mode=errors-only';
  const served = { host: 'served', port: 2, testId: 'served' };
  expect(readConfig(page({ port: 3 }, source), served)).toEqual({
    ...DEFAULTS,
    host: 'served',
    port: 3,
    testId: 'served',
    mode: 'errors-only',
  });
});

test('a query may say testId as well as test_id', () => {
  expect(readConfig(page(undefined, 'http://x/?testId=a'), undefined).testId).toBe('a');
  expect(readConfig(page(undefined, 'http://x/?test_id=b'), undefined).testId).toBe('b');
});

test.each([
  ['x', 'text'],
  [null, 'null'],
  [{ port: 0, host: '', mode: 'some', testId: 7, binding: {} }, 'members of the wrong kind'],
  [{ port: 70_000, mode: null }, 'a port that cannot be'],
  [{ port: 'http' }, 'a port that is a word'],
])('%j is passed over (%s)', (given: unknown, _why: string) => {
  expect(readConfig(page(given), undefined)).toEqual(DEFAULTS);
});

test('a port may be a text, a test id is shortened to what the server takes', () => {
  const config = readConfig(page({ port: '8080', testId: 'x'.repeat(2000) }), undefined);
  expect(config.port).toBe(8080);
  expect(config.testId).toHaveLength(1000);
});

test('the state is told only where it was asked for in so many words', () => {
  expect(readConfig(page({ stateSnapshot: true }), undefined).stateSnapshot).toBe(true);
  expect(readConfig(page({ stateSnapshot: 1 }), undefined).stateSnapshot).toBe(false);
  expect(readConfig(page(undefined, 'http://x/?stateSnapshot=true'), undefined)).toMatchObject({
    stateSnapshot: true,
  });
});

test("the server's own page is known by each of its names, and by its port", () => {
  const config = readConfig(page({ port: 3 }), undefined);
  const at = (address: string) => isServer(new URL(address) as unknown as Location, config);
  expect(at('http://127.0.0.1:3/')).toBe(true);
  expect(at('http://localhost:3/')).toBe(true);
  expect(at('http://localhost:3000/')).toBe(false);
  expect(at('http://shop.test:3/')).toBe(false);
});
