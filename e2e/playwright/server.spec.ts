// Which server a run uses, and what becomes of the tests without one.
import { expect, test } from '@playwright/test';
import { Server } from '../browser/support/server.js';
import { createProject, freePort, ours, runProject, shardOf, textOf } from './project.js';
import { openShop, type Shop } from './site.js';

let shop: Shop;
let folder: string;

test.beforeAll(async () => {
  shop = await openShop();
  folder = await createProject('plain');
});

test.afterAll(() => shop.close());

const WARNING = /^gasoline: .*tests run without it$/gm;

const JSON_REPORT = '--reporter=json';
const BOTH_REPORTS = `${JSON_REPORT},gasoline-playwright/reporter`;

test('one line in the configuration is enough, and a server that runs is joined and left alone', async () => {
  const server = await Server.start();
  try {
    const words = ['-c', 'registered.config.ts', JSON_REPORT];
    const run = await runProject(folder, { port: server.port, shop: shop.url, words });
    for (const title of ['a test of others fails', 'a module of others fails']) {
      const [attempt] = run.tests.get(title) ?? [];
      expect(attempt && textOf(attempt, 'gasoline-summary'), run.said).toContain('→ 500');
    }
    expect((await server.get('/tests')).count).toBe(4);
  } finally {
    await server.stop();
  }
});

test('an environment variable is enough', async () => {
  const run = await runProject(folder, {
    port: await freePort(),
    shop: shop.url,
    words: [JSON_REPORT],
    environment: { NODE_OPTIONS: '--import gasoline-playwright/register' },
  });
  const titles = ['a test of others', 'a module of others'];
  for (const title of titles) {
    const [failed] = run.tests.get(`${title} fails`) ?? [];
    expect(failed && textOf(failed, 'gasoline-summary'), run.said).toContain('→ 500');
    const [passed] = run.tests.get(`${title} passes`) ?? [];
    expect(passed && ours(passed)).toEqual([]);
  }
});

test('a server that dies leaves the tests as they are, with one warning, and the report says so', async () => {
  const server = await Server.start();
  const run = await runProject(folder, {
    port: server.port,
    shop: shop.url,
    words: ['-c', 'slow.config.ts', BOTH_REPORTS],
    meanwhile: async () => {
      await expect.poll(async () => (await server.get('/tests')).count).toBeGreaterThan(1);
      await server.stop('SIGKILL');
    },
  });
  expect(run.code, run.said).toBe(0);
  expect(run.tests.size).toBe(6);
  expect(run.said.match(WARNING)).toHaveLength(1);
  expect(run.said).toContain('without what the server kept: it does not answer');
  const { tests, gaps } = shardOf(folder);
  expect(tests.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'passed'));
  expect(gaps).toEqual([
    expect.stringMatching(/^the server stopped answering at \d\d:\d\d:\d\d$/),
    expect.stringMatching(/^the server did not answer when the run ended at \d\d:\d\d:\d\d$/),
  ]);
});

test('without a server and a binary the tests run, and it is said once what is missing', async () => {
  const run = await runProject(folder, {
    port: await freePort(),
    shop: shop.url,
    words: ['-c', 'registered.config.ts', '-g', 'passes', '--workers=2', BOTH_REPORTS],
    environment: { GASOLINE_BINARY: '/nowhere/gasoline' },
  });
  expect(run.code, run.said).toBe(0);
  expect(run.said.match(WARNING)).toHaveLength(1);
  expect(run.said).toContain('hint: ');
  const { tests, gaps } = shardOf(folder);
  expect(tests).toHaveLength(2);
  expect(gaps?.[0]).toMatch(/^no server answers on 127\.0\.0\.1:\d+, and there is no binary/);
});

test('what an earlier run left on the server is no part of this one', async () => {
  const title = 'a test of others fails';
  const server = await Server.start();
  try {
    const once = async (tests: string) => {
      const words = ['-c', 'registered.config.ts', '-g', tests, BOTH_REPORTS];
      const run = await runProject(folder, { port: server.port, shop: shop.url, words });
      const [attempt] = run.tests.get(title) ?? [];
      if (!attempt) throw new Error(run.said);
      expect(ours(attempt), run.said).toContain('gasoline-ai-context');
      return {
        shard: shardOf(folder),
        told: textOf(attempt, 'gasoline-summary').match(/cause-api-500/g),
        context: textOf(attempt, 'gasoline-ai-context'),
      };
    };
    const first = await once('of others');
    expect(first.shard.tests).toHaveLength(4);
    const test_id = first.shard.tests.find((record) => record.test_id.endsWith(title))?.test_id;
    const left = { method: 'GET', url: `${shop.url}/left-behind`, status: 200, duration: 1 };
    await server.post('/network-bodies', { bodies: [left], test_id });
    const second = await once(title);
    expect(second.shard.tests).toMatchObject([{ test_id, status: 'failed' }]);
    const failures = second.shard.network_bodies.filter(({ url }) =>
      url?.includes('cause-api-500'),
    );
    expect(failures).toMatchObject([{ test_id }]);
    expect(second.shard.tests).toMatchObject([{ network_failures: [{ status: 500 }] }]);
    expect(second.shard.screenshots).toMatchObject([{ test_id }]);
    expect(second.told).toEqual(first.told);
    for (const text of [second.context, JSON.stringify(second.shard)]) {
      expect(text).toContain('cause-api-500');
      expect(text).not.toContain('left-behind');
    }
  } finally {
    await server.stop();
  }
});

test('standard output is left to the reporter that writes its report there', async () => {
  const run = await runProject(folder, {
    port: await freePort(),
    shop: shop.url,
    words: ['-c', 'registered.config.ts', BOTH_REPORTS],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: undefined },
  });
  const { stats } = JSON.parse(run.stdout) as { stats: object };
  expect(stats).toMatchObject({ expected: 2, unexpected: 2 });
  expect(run.said).toMatch(/^gasoline: plain\.spec\.ts:\d+ › a test of others fails: /m);
});
