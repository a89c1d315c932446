// Hooks that run once: what breaks in them explains the test that it fails.
import { expect, test } from '@playwright/test';
import { Server } from '../browser/support/server/server.js';
import { createProject, ours, runProject, shardOf, textOf, type Run } from './project.js';
import { openShop, type Shop } from './site.js';

const ATTACHED = ['gasoline-snapshot', 'gasoline-summary', 'gasoline-ai-context'];

interface Told {
  test_id: string;
  status: string;
  error?: { message: string };
}

test.describe('a project whose hooks do the work', () => {
  // After a failure there would be another worker, which would run the project again.
  test.describe.configure({ mode: 'serial' });

  let shop: Shop;
  let run: Run;
  let folder: string;
  let records: Told[];

  test.beforeAll(async () => {
    shop = await openShop();
    folder = await createProject('plain', 'hooks');
    const server = await Server.start();
    try {
      run = await runProject(folder, {
        port: server.port,
        shop: shop.url,
        words: ['-c', 'hooks.config.ts', '--reporter=json,gasoline-playwright/reporter'],
      });
      records = (await server.get('/tests')).tests;
    } finally {
      await server.stop();
    }
  });

  test.afterAll(() => shop.close());

  const attempt = (title: string) => {
    const [only] = run.tests.get(title) ?? [];
    if (!only) throw new Error(`no test ${title} in:\n${run.said}`);
    return only;
  };
  const record = (tests: Told[], title: string) =>
    tests.find(({ test_id }) => test_id.endsWith(title));

  test('a login that is broken in beforeAll explains itself', () => {
    const failed = attempt('needs a login');
    expect(failed.status, run.said).toBe('failed');
    expect(ours(failed)).toEqual(ATTACHED);
    expect(textOf(failed, 'gasoline-summary')).toMatch(/→ 500[^]*null pointer: user\.address/);
    expect(textOf(failed, 'gasoline-ai-context')).toContain('/api/cause-api-500');
    const snapshot = JSON.parse(textOf(failed, 'gasoline-snapshot'));
    expect(snapshot.tests).toMatchObject([{ status: 'failed' }]);
    expect(snapshot.tests[0].screenshots).toHaveLength(1);
  });

  test('so does what is broken in afterAll, and the test has failed for everyone', () => {
    const title = 'passes, and then its hook fails';
    const failed = attempt(title);
    expect(failed.status, run.said).toBe('failed');
    expect(ours(failed)).toEqual(ATTACHED);
    const summary = textOf(failed, 'gasoline-summary');
    expect(summary).toContain('cause-console: the price list could not be read');
    for (const tests of [records, shardOf(folder).tests as Told[]]) {
      expect(record(tests, title)).toMatchObject({
        status: 'failed',
        error: { message: expect.stringContaining('#prices') },
      });
    }
  });

  test('a page that was opened before the test tells as much as the project wants', () => {
    for (const title of ['sees a wrong answer', 'sees a wrong answer in a page of the worker']) {
      const failed = attempt(title);
      expect(ours(failed), title).toEqual(ATTACHED);
      expect(textOf(failed, 'gasoline-summary'), title).toContain('"total":25');
    }
  });

  test('a test that is meant to fail, and does not, says what its page told', () => {
    const failed = attempt('is meant to fail, and does not');
    expect(ours(failed), run.said).toEqual(ATTACHED);
    expect(textOf(failed, 'gasoline-summary')).toContain('cause-console');
  });

  test('hooks that go well leave nothing but records', () => {
    for (const title of ['passes after its hook', 'passes as well']) {
      expect(ours(attempt(title)), title).toEqual([]);
      expect(record(records, title)).toMatchObject({ status: 'passed' });
    }
    expect(record(records, 'is skipped')).toMatchObject({ status: 'skipped' });
    const shard = shardOf(folder);
    const ids = shard.logs.map(({ test_id }) => String(test_id));
    expect(ids.filter((id) => id.endsWith('passes after its hook'))).toEqual([]);
    expect(shard.tests.map(({ status }) => status)).not.toContain('running');
  });
});
