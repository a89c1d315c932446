// Which server a run uses, and what becomes of the tests without one.
import { expect, test } from '@playwright/test';
import { Server } from '../browser/support/server/server.js';
import { reservePort } from '../ports.mjs';
import { createProject, ours, runProject, shardOf, textOf, type Run } from './project.js';
import { openShop, type Shop } from './site.js';

let shop: Shop;

test.beforeAll(async () => {
  shop = await openShop();
});

test.afterAll(() => shop.close());

const WARNING = /^gasoline: .*tests run without it$/gm;

const JSON_REPORT = '--reporter=json';
const BOTH_REPORTS = `${JSON_REPORT},gasoline-playwright/reporter`;

test.describe('two runs with one server', () => {
  test.describe.configure({ mode: 'serial' });

  const title = 'a test of others fails';
  let folder: string;
  let server: Server;
  let first: Awaited<ReturnType<typeof once>>;

  const once = async (tests: string) => {
    const words = ['-c', 'registered.config.ts', '-g', tests, BOTH_REPORTS];
    const run = await runProject(folder, { port: server.port, shop: shop.url, words });
    const [attempt] = run.tests.get(title) ?? [];
    if (!attempt) throw new Error(run.said);
    expect(ours(attempt), run.said).toContain('gasoline-ai-context');
    return {
      run,
      shard: shardOf(folder),
      told: textOf(attempt, 'gasoline-summary').match(/cause-api-500/g),
      context: textOf(attempt, 'gasoline-ai-context'),
    };
  };

  test.beforeAll(async () => {
    folder = await createProject('plain', 'two-runs');
    server = await Server.start();
    first = await once('of others');
  });

  test.afterAll(() => server.stop());

  test('one line in the configuration is enough, and a server that runs is joined and left alone', async () => {
    const { run } = first;
    for (const failing of [title, 'a module of others fails']) {
      const [attempt] = run.tests.get(failing) ?? [];
      expect(attempt && textOf(attempt, 'gasoline-summary'), run.said).toContain('→ 500');
    }
    expect((await server.get('/tests')).count).toBe(4);
  });

  test('what an earlier run left on the server is no part of this one', async () => {
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
  });
});

test.describe('a run that knows of Gasoline by an environment variable', () => {
  test.describe.configure({ mode: 'serial' });

  let run: Run;

  test.beforeAll(async () => {
    run = await runProject(await createProject('plain', 'environment'), {
      port: await reservePort(),
      shop: shop.url,
      words: [BOTH_REPORTS],
      environment: {
        NODE_OPTIONS: '--import gasoline-playwright/register',
        // Without it the report is written to standard output.
        PLAYWRIGHT_JSON_OUTPUT_NAME: undefined,
      },
    });
  });

  test('an environment variable is enough', () => {
    for (const title of ['a test of others', 'a module of others']) {
      const [failed] = run.tests.get(`${title} fails`) ?? [];
      expect(failed && textOf(failed, 'gasoline-summary'), run.said).toContain('→ 500');
      const [passed] = run.tests.get(`${title} passes`) ?? [];
      expect(passed && ours(passed)).toEqual([]);
    }
  });

  test('standard output is left to the reporter that writes its report there', () => {
    const { stats } = JSON.parse(run.stdout) as { stats: object };
    expect(stats).toMatchObject({ expected: 2, unexpected: 2 });
    expect(run.said).toMatch(/^gasoline: plain\.spec\.ts:\d+ › a test of others fails: /m);
  });
});

test('a server that dies leaves the tests as they are, with one warning, and the report says so', async () => {
  const folder = await createProject('plain', 'server-dies');
  const server = await Server.start();
  const run = await runProject(folder, {
    port: server.port,
    shop: shop.url,
    words: ['-c', 'slow.config.ts', BOTH_REPORTS],
    meanwhile: async () => {
      try {
        const begun = async () => (await server.get('/tests')).count;
        await expect.poll(begun, { timeout: 120_000, intervals: [100] }).toBeGreaterThan(1);
      } finally {
        await server.stop('SIGKILL');
      }
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
  const folder = await createProject('plain', 'no-server');
  const run = await runProject(folder, {
    port: await reservePort(),
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
