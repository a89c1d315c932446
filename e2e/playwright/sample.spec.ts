// Forty tests in ten workers: those that fail say why, and nothing of each other.
import { expect, test } from '@playwright/test';
import {
  createProject,
  ours,
  runProject,
  shardOf,
  textOf,
  type Attempt,
  type Run,
} from './project.js';
import { reservePort } from '../ports.mjs';
import { openShop, type Shop } from './site.js';

const ATTACHED = ['gasoline-snapshot', 'gasoline-summary', 'gasoline-ai-context'];

/** What each failing test must name: its cause, and the mark that no other test has. */
interface Cause {
  mark: string;
  /** In the summary. */
  says: RegExp;
  /** The first hint for models, which is all that a job's summary shows. */
  headline: RegExp;
}

const CAUSES: Record<string, Cause> = {
  'an API answers 500': {
    mark: 'cause-api-500',
    says: /→ 500[^]*null pointer: user\.address/,
    headline: /^Primary failure: GET \/api\/cause-api-500 → 500/,
  },
  'a handler throws, in a context of the test': {
    mark: 'cause_handler',
    says: /TypeError/,
    headline: /^Primary failure: TypeError: .*cause_handler/,
  },
  'a promise is rejected': {
    mark: 'cause-rejection',
    says: /the session is gone/,
    headline: /^Primary failure: .*the session is gone/,
  },
  'a script is missing': {
    mark: 'cause-script-404',
    says: /cause-script-404\.js → 404/,
    headline: /^Primary failure: .*cause-script-404\.js/,
  },
  'another origin does not allow it': {
    mark: 'cause-cors',
    says: /Likely cause: .*CORS policy/,
    headline: /^Primary failure: .*cause-cors.*CORS policy/,
  },
  'a socket is closed': {
    mark: 'cause-socket',
    says: /closed with code 4001: .*sold out/,
    headline: /^Primary failure: the socket \/cause-socket was closed with code 4001: .*sold out/,
  },
  'the application logs an error': {
    mark: 'cause-console',
    says: /price list could not be read/,
    headline: /^Primary failure: cause-console: the price list could not be read/,
  },
  'an answer does not come': {
    mark: 'cause-pending',
    says: /Likely cause: .*→ no answer/,
    headline: /^Primary failure: GET \/api\/never\/cause-pending → no answer/,
  },
  'the page asks, and nobody answers': {
    mark: 'cause-dialog',
    says: /dialog \(confirm\)/,
    headline: /^Primary failure: the page opened a dialog \(confirm\) that was dismissed/,
  },
  'the page crashes': {
    mark: 'the page crashed',
    says: /renderer process ended/,
    headline: /^Primary failure: the page crashed/,
  },
  'a strict page throws': {
    mark: 'cause-csp',
    says: /no theme/,
    headline: /^Primary failure: .*cause-csp: no theme/,
  },
  'a popup throws': {
    mark: 'cause-popup',
    says: /RangeError/,
    headline: /^Primary failure: RangeError: cause-popup/,
  },
  'a worker rejects': {
    mark: 'cause-worker',
    says: /no stock/,
    headline: /^Primary failure: .*no stock/,
  },
  'an answer is wrong': {
    mark: 'cause-wrong-data',
    says: /Likely cause: a wrong answer: .*"total":25/,
    headline: /^Likely a wrong answer: GET \/api\/cause-wrong-data → 200 .*"total":25/,
  },
};

/** How often the server counts what went wrong: once, however many saw it. */
const COUNTS: Record<string, { error_count: number; network_failures: number }> = {
  'an API answers 500': { error_count: 0, network_failures: 1 },
  'a promise is rejected': { error_count: 1, network_failures: 0 },
  'a script is missing': { error_count: 1, network_failures: 1 },
  'the application logs an error': { error_count: 1, network_failures: 0 },
  'an answer does not come': { error_count: 0, network_failures: 1 },
  'the page asks, and nobody answers': { error_count: 0, network_failures: 0 },
  'the page crashes': { error_count: 1, network_failures: 0 },
  'a popup throws': { error_count: 1, network_failures: 0 },
  'a worker rejects': { error_count: 1, network_failures: 0 },
};

test.describe('a project of forty tests', () => {
  // After a failure there would be another worker, which would run the forty tests again.
  test.describe.configure({ mode: 'serial' });

  let shop: Shop;
  let run: Run;
  let folder: string;
  let port: number;

  test.beforeAll(async () => {
    shop = await openShop();
    folder = await createProject('sample', 'sample');
    port = await reservePort();
    run = await runProject(folder, { port, shop: shop.url, words: ['--workers=10'] });
  });

  test.afterAll(() => shop.close());

  const failed = (title: string): Attempt => {
    const [attempt] = run.tests.get(title) ?? [];
    if (!attempt) throw new Error(`no test ${title} in:\n${run.said}`);
    return attempt;
  };

  test('runs as it would without us', () => {
    expect(run.tests.size, run.said).toBe(40);
    const outcomes = [...run.tests].map(([title, attempts]) => [title, attempts.at(-1)?.status]);
    const failures = outcomes.filter(
      ([title, status]) => status !== 'passed' && title !== 'is meant to fail',
    );
    expect(failures.map(([title]) => title).toSorted()).toEqual(Object.keys(CAUSES).toSorted());
  });

  for (const [title, { mark, says, headline }] of Object.entries(CAUSES)) {
    test(`${title}: the context says so, and nothing of others`, () => {
      const attempt = failed(title);
      const others = Object.values(CAUSES).filter((cause) => cause.mark !== mark);
      expect(ours(attempt)).toEqual(ATTACHED);
      for (const name of ATTACHED) {
        const text = textOf(attempt, name);
        expect(text).toContain(mark);
        for (const other of others) expect(text).not.toContain(other.mark);
      }
      expect(textOf(attempt, 'gasoline-summary')).toMatch(says);
      const [, hint] =
        /^### Diagnosis Hints\n- (.*)$/m.exec(textOf(attempt, 'gasoline-ai-context')) ?? [];
      expect(hint).toMatch(headline);
      const snapshot = JSON.parse(textOf(attempt, 'gasoline-snapshot'));
      expect(snapshot.tests).toHaveLength(1);
      expect(snapshot.tests[0]).toMatchObject({
        test_id: snapshot.test_id,
        status: attempt.status,
      });
      if (title !== 'the page crashes') expect(snapshot.tests[0].screenshots).not.toEqual([]);
      if (COUNTS[title]) expect(snapshot.stats).toMatchObject(COUNTS[title]);
    });
  }

  test('tests that pass attach nothing, and neither do those that are meant to fail', () => {
    for (const [title, attempts] of run.tests) {
      const last = attempts.at(-1);
      if (!CAUSES[title]) expect(last && ours(last), title).toEqual([]);
    }
  });

  test('a test that passes at its second attempt says what was wrong with the first', () => {
    const attempt = failed('becomes ready');
    expect(attempt.status).toBe('failed');
    expect(textOf(attempt, 'gasoline-summary')).toContain('cause-flaky: the cache is cold');
  });

  test('the reporter prints one line a failure, with its cause', () => {
    const lines = run.said
      .split('\n')
      .filter((line) => /^gasoline: .*\.spec\.m?ts:\d+ › /.test(line));
    expect(lines).toHaveLength(Object.keys(CAUSES).length + 1);
    const line = lines.find((one) => one.includes('an API answers 500'));
    expect(line).toContain('/api/cause-api-500 → 500');
  });

  test('the file of the shard has a record of every attempt, and the events of those that failed', () => {
    const shard = shardOf(folder);
    const attempts = [...run.tests.values()].flat();
    const marked = shard.tests.find(({ test_id }) => test_id === 'a part of its own');
    expect(marked).toMatchObject({ status: 'unknown' });
    expect(shard.tests).toHaveLength(attempts.length + 1);
    expect(shard.tests.map(({ status }) => status)).not.toContain('running');
    expect(shard.gaps).toBeUndefined();
    const ids = new Set(shard.network_bodies.map(({ test_id }) => test_id));
    expect(ids).toContain('failing.spec.ts › an API answers 500');
    expect(ids).toContain('passing.spec.ts › at the second attempt › becomes ready');
    expect(ids).not.toContain('passing.spec.ts › buys thing 1');
    expect(shard.screenshots).not.toEqual([]);
    for (const shot of shard.screenshots) expect(shot.dataUrl).toMatch(/^data:image\/png;base64,/);
  });

  test('the server that the run started is gone', async () => {
    const ask = fetch.bind(undefined, `http://127.0.0.1:${port}/health`);
    await expect.poll(() => ask().catch(() => 'gone')).toBe('gone');
  });
});
