// What processes of a run know of each other.
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive, RunFolder } from './run-folder.js';

/** No system gives out ids as large as this one. */
const NOBODY = 2 ** 30;

const fresh = (): { path: string; folder: RunFolder } => {
  const path = mkdtempSync(join(tmpdir(), 'gasoline-run-'));
  return { path: join(path, '7890'), folder: new RunFolder(7890, path) };
};

test('one process of a run warns; the next run may warn again', () => {
  const { path, folder } = fresh();
  for (const runner of [NOBODY, process.pid]) {
    const first = [folder.isFirst(runner, 'warned'), folder.isFirst(runner, 'warned')];
    expect(first).toEqual([true, false]);
  }
  const next = new RunFolder(7890, path.slice(0, -5));
  expect([next.isFirst(NOBODY, 'warned'), next.isFirst(process.pid, 'warned')]).toEqual([
    true,
    false,
  ]);
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
