// The names that are shortened in the page's world are nobody else's.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PRIVATE_NAMES } from '../../../scripts/private-names.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const CAPTURE = join(ROOT, 'packages/capture/src');
const read = (path: string) => readFileSync(path, 'utf8');

/** The members of an interface in a file. */
function membersOf(path: string, name: string): string[] {
  const body = read(path).split(`export interface ${name} {`)[1]?.split('\n}')[0] ?? '';
  expect(body, name).not.toBe('');
  return [...body.matchAll(/^\s+"?(\w+)"?\??:/gm)].map(([, member]) => String(member));
}

test.each(['LogEntry', 'NetworkBody', 'WebSocketEvent', 'Enrichment'])(
  'none is a member of what is sent: %s',
  (name) => {
    const sent = membersOf(join(CAPTURE, 'protocol.generated.ts'), name);
    expect(PRIVATE_NAMES.filter((one) => sent.includes(one))).toEqual([]);
  },
);

test('none is told of a dialog', () => {
  const told = membersOf(join(CAPTURE, 'context.ts'), 'Answered');
  expect(PRIVATE_NAMES.filter((one) => told.includes(one))).toEqual([]);
});

test('none is a setting, or what is told of sampling', () => {
  const told = [...membersOf(join(CAPTURE, 'settings.ts'), 'Settings'), 'rate', 'logged', 'window'];
  expect(PRIVATE_NAMES.filter((one) => told.includes(one))).toEqual([]);
});

test('none is asked of what the page or the browser made', () => {
  // What comes from frameworks is asked for by texts, which are never shortened.
  const files = readdirSync(join(CAPTURE, 'enrich'), { recursive: true, encoding: 'utf8' });
  const asked = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(join(CAPTURE, 'enrich', file)).matchAll(/'(\w+)'/g)])
    .map(([, text]) => String(text));
  expect(asked).toContain('memoizedProps');
  expect(PRIVATE_NAMES.filter((one) => asked.includes(one))).toEqual([]);
});

test('each is used, and once in the list', () => {
  expect(new Set(PRIVATE_NAMES).size).toBe(PRIVATE_NAMES.length);
  const main = read(join(ROOT, 'packages/extension/dist/main.js'));
  const seen = PRIVATE_NAMES.filter((name) => new RegExp(`[.,{]${name}\\b[:=(,.)}]`).test(main));
  expect(seen).toEqual([]);
});
