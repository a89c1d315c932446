// The file of a shard is whole, also where the server forgot or died.
import { expect, test } from 'vitest';
import { composeShard, shardName } from './shard.js';
import { emptySnapshot, type GasolineSnapshot } from './snapshot.js';

const record = (test_id: string, status = 'failed') => ({ test_id, status });

function told(test_id: string): GasolineSnapshot {
  const snapshot = emptySnapshot(test_id);
  snapshot.logs.push({ level: 'error', message: `of ${test_id}`, test_id });
  snapshot.tests.push({ ...record(test_id), errors: [{ message: 'kept' }] });
  snapshot.stats.error_count = 1;
  return snapshot;
}

test('what the server kept is not added again', () => {
  const shard = composeShard(told('a'), [{ record: record('a'), snapshot: told('a') }]);
  expect(shard.logs).toHaveLength(1);
  expect(shard.tests).toHaveLength(1);
  expect(shard.stats.error_count).toBe(1);
});

test('events that the server forgot come from what was attached', () => {
  const kept = told('a');
  kept.tests.push(record('b'));
  const shard = composeShard(kept, [{ record: record('b'), snapshot: told('b') }]);
  expect(shard.logs.map(({ test_id }) => test_id)).toEqual(['a', 'b']);
  expect(shard.stats.error_count).toBe(2);
});

test('what stacks mean and how pages loaded comes with the attachments of a server that died', () => {
  const snapshot = { ...told('a'), places: [{ stack: 's' }], performance: [{ url: '/' }] };
  const shard = composeShard(undefined, [{ record: record('a'), snapshot }]);
  expect(shard).toMatchObject({ places: [{ stack: 's' }], performance: [{ url: '/' }] });
  const kept = { ...told('a'), places: [{ stack: 's' }] };
  expect(composeShard(kept, [{ record: record('a'), snapshot }]).places).toHaveLength(1);
});

test('without a server, attachments and the words of the runner are all there is', () => {
  const shard = composeShard(undefined, [
    { record: record('a'), snapshot: told('a') },
    { record: record('b', 'passed'), snapshot: undefined },
  ]);
  expect(shard.tests).toEqual([
    { ...record('a'), errors: [{ message: 'kept' }] },
    record('b', 'passed'),
  ]);
  expect(shard.logs).toHaveLength(1);
});

test('a test whose end nobody told the server gets the runner’s word', () => {
  const kept = emptySnapshot();
  kept.tests.push(
    { ...record('a', 'running'), errors: [{ message: 'kept' }], title: null },
    record('part', 'unknown'),
  );
  const reported = { ...record('a', 'timedOut'), errors: [], title: 'a', duration_ms: 5 };
  const shard = composeShard(kept, [{ record: reported, snapshot: undefined }]);
  expect(shard.tests).toMatchObject([
    { ...reported, errors: [{ message: 'kept' }] },
    record('part', 'unknown'),
  ]);
});

test('the runner has the last word on how a test ended, the server on what was seen', () => {
  const lists = { errors: [], network_failures: [], ws_errors: [], screenshots: [] };
  const seen = { ...lists, errors: [{ message: 'seen' }], screenshots: ['7'] };
  const kept = emptySnapshot();
  const start = '2026-01-01T10:00:00.000Z';
  const early = { ...record('a', 'passed'), started: start, ended: '2026-01-01T10:00:01.000Z' };
  kept.tests.push({ ...early, duration_ms: 1000, ...seen });
  const reported = {
    ...record('a', 'failed'),
    ...lists,
    started: '2026-01-01T09:59:59.000Z',
    ended: '2026-01-01T10:00:02.000Z',
    duration_ms: 3000,
    error: { message: 'afterAll failed' },
  };
  const shard = composeShard(kept, [{ record: reported, snapshot: undefined }]);
  expect(shard.tests).toEqual([{ ...reported, started: start, ...seen }]);
});

test('an attempt that passed after all has no error, and ended when it was last told', () => {
  const kept = emptySnapshot();
  const ended = '2026-01-01T10:00:03.000Z';
  kept.tests.push({ ...record('a'), ended, error: { message: 'too early' } });
  const reported = { ...record('a', 'passed'), ended: '2026-01-01T10:00:02.000Z', duration_ms: 9 };
  const shard = composeShard(kept, [{ record: reported, snapshot: undefined }]);
  expect(shard.tests).toEqual([{ ...reported, ended }]);
});

function inCi(environment: NodeJS.ProcessEnv): string {
  return shardName(2, { CI: 'true', ...environment }, 'host');
}

test('files of one folder have names of their own in CI, and elsewhere replace each other', () => {
  expect(shardName(1, {}, 'desk')).toBe('shard-1.json');
  const system = process.platform;
  expect(inCi({})).toBe(`shard-2-${system}-host.json`);
  expect(inCi({ GITHUB_JOB: 'e2e', RUNNER_NAME: 'GitHub Actions 7' })).toBe(
    `shard-2-e2e-${system}-GitHub-Actions-7.json`,
  );
  expect(inCi({ CI_JOB_ID: '4711' })).toBe(`shard-2-${system}-4711.json`);
});
