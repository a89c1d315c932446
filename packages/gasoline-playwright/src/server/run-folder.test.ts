// What processes of a run know of each other.
import { mkdtempSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { START_MAX_MS } from '../limits.js';
import { isAlive, RunFolder } from './run-folder.js';

/** No system gives out ids as large as this one. */
const NOBODY = 2 ** 30;

const fresh = (): { path: string; folder: RunFolder } => {
  const path = mkdtempSync(join(tmpdir(), 'gasoline-run-'));
  return { path: join(path, '7890'), folder: new RunFolder(7890, path) };
};

test('one process starts the server, the others wait', () => {
  const { folder } = fresh();
  expect([folder.lock(), folder.lock()]).toEqual([true, false]);
  folder.unlock();
  expect(folder.lock()).toBe(true);
});

test('a lock that was left behind is broken', () => {
  const { path, folder } = fresh();
  folder.lock();
  const old = (Date.now() - START_MAX_MS - 1000) / 1000;
  utimesSync(join(path, 'lock'), old, old);
  expect([folder.lock(), folder.lock()]).toEqual([false, true]);
});

test('a server is used while any of its runners lives', () => {
  const { folder } = fresh();
  expect(folder.isUsed()).toBe(false);
  folder.join(NOBODY);
  expect(folder.isUsed()).toBe(false);
  folder.join(process.pid);
  expect(folder.isUsed()).toBe(true);
});

test('a keeper that ended keeps nothing', () => {
  const { folder } = fresh();
  expect(folder.keeper).toBeUndefined();
  folder.keeper = NOBODY;
  expect(folder.keeper).toBeUndefined();
  folder.keeper = process.pid;
  expect(folder.keeper).toBe(process.pid);
});

test('one process of a run warns; the next run may warn again', () => {
  const { folder } = fresh();
  expect([folder.isFirst(NOBODY, 'warned'), folder.isFirst(NOBODY, 'warned')]).toEqual([
    true,
    false,
  ]);
  folder.tidy();
  expect(folder.isFirst(NOBODY, 'warned')).toBe(true);
});

test('the first process of a run leaves its note to the runner', () => {
  const { folder } = fresh();
  expect(folder.noted(NOBODY, 'warned')).toBeUndefined();
  folder.isFirst(NOBODY, 'warned', 'gone at noon');
  folder.isFirst(NOBODY, 'warned', 'gone at one');
  expect(folder.noted(NOBODY, 'warned')).toBe('gone at noon');
});

test('a folder that is none of ours is not used', () => {
  const { path } = fresh();
  const link = `${path}-link`;
  symlinkSync(path, link);
  expect(() => new RunFolder(7890, link)).toThrow('belongs to somebody else');
});

test('processes are known to live or not', () => {
  expect([isAlive(process.pid), isAlive(NOBODY), isAlive(0), isAlive(Number.NaN)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
