// The fixtures: a server for the worker, and for every test its name, its boundaries and its failure.
import type {
  Fixtures,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test';
import { Client } from 'gasoline-driver/client';
import { watchBrowsers } from './driver/browsers.js';
import { AttemptPart } from './attempt.js';
import { attemptOf, testId as nameOf } from './identity.js';
import { defaultPort, type GasolineTestOptions, type GasolineWorkerOptions } from './options.js';
import { findBinary } from 'gasoline-driver/server/binary';
import { RunFolder, timeOfDay, WARNED } from 'gasoline-driver/server/run-folder';
import { ensureServer } from 'gasoline-driver/server/start';
import { emptySnapshot, type GasolineSnapshot } from 'gasoline-driver/report/snapshot';
import { Worker } from './worker.js';

/** Known to Playwright, not to its types: fixtures so marked are there for all hooks. */
const HOOKS_INCLUDED = 'all-hooks-included' as unknown as true;

/** What a test may ask for. */
export interface Gasoline {
  /** The name of this attempt, under which everything is filed. */
  readonly testId: string;
  /** What the pages of this test told so far; with `since`, what came after (a time or a cursor). */
  getSnapshot(since?: string): Promise<GasolineSnapshot>;
  /** Forgets what the pages of this test told so far. */
  clear(): Promise<void>;
  /** Opens or closes the record of a part of the run that has a name of its own. */
  markTest(testId: string, action: 'start' | 'end'): Promise<void>;
}

export interface GasolineTestFixtures extends GasolineTestOptions {
  gasoline: Gasoline;
  /** The attempt that runs, as its hooks see it: undefined where no server answers. */
  gasolineAttempt: AttemptPart | undefined;
}

export interface GasolineWorkerFixtures extends GasolineWorkerOptions {
  /** Undefined where no server answers: then tests run as without us. */
  gasolineWorker: Worker | undefined;
}

export const fixtures: Fixtures<
  GasolineTestFixtures,
  GasolineWorkerFixtures,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = {
  gasolinePort: [defaultPort(), { option: true, scope: 'worker' }],
  gasolineAutoStart: [true, { option: true, scope: 'worker' }],
  gasolineBinary: ['', { option: true, scope: 'worker' }],
  gasolineCaptureMode: ['errors-only', { option: true }],
  gasolineAttachOnFailure: [true, { option: true }],
  gasolineScreenshotOnFailure: [true, { option: true }],

  // Without a time limit of the runner's: each thing that is waited for has its own.
  gasolineWorker: [
    async ({ playwright, gasolinePort, gasolineAutoStart, gasolineBinary }, use) => {
      const worker = await openWorker(gasolinePort, gasolineAutoStart, gasolineBinary);
      if (!worker) return use(undefined);
      const { chromium, firefox, webkit } = playwright;
      const unwatch = watchBrowsers([chromium, firefox, webkit], worker);
      await use(worker);
      unwatch();
      await worker.client.settled();
      worker.client.close();
    },
    { scope: 'worker', auto: true, timeout: 0, title: 'gasoline server', box: true },
  ],

  // Around the hooks that run once as well, which are no part of any test for other fixtures: what
  // breaks in `beforeAll` and `afterAll` fails a test, too.
  gasolineAttempt: [
    async (
      { gasolineWorker, gasolineCaptureMode, gasolineAttachOnFailure, gasolineScreenshotOnFailure },
      use,
      info,
    ) => {
      if (!gasolineWorker) return use(undefined);
      const pictures = gasolineScreenshotOnFailure;
      gasolineWorker.begin({ mode: gasolineCaptureMode, pictures, info });
      const attempt = new AttemptPart(gasolineWorker, info, gasolineAttachOnFailure);
      await use(attempt);
      await attempt.end();
    },
    { auto: HOOKS_INCLUDED, timeout: 0, title: 'gasoline', box: true },
  ],

  // Does not ask for a page: tests that need none must not get one.
  gasoline: [
    async ({ gasolineWorker, gasolineAttempt }, use, info) => {
      const id = nameOf(attemptOf(info));
      if (!gasolineWorker || !gasolineAttempt) return use(absent(id));
      gasolineAttempt.isTest = true;
      await use(present(id, gasolineWorker));
    },
    { auto: true, timeout: 0, title: 'gasoline test', box: true },
  ],
};

async function openWorker(
  port: number,
  isAutoStart: boolean,
  named: string,
): Promise<Worker | undefined> {
  const folder = openFolder(port);
  if (!folder) return undefined;
  // Workers are children of the process that runs the tests.
  const runner = process.ppid;
  const from = [process.cwd(), __dirname];
  const binary = findBinary({ named, environment: process.env, from });
  const warn = (what: string, gap: string): void => {
    if (folder.isFirst(runner, WARNED, gap)) say(what);
  };
  const fault = await ensureServer({ port, log: folder.log, runner, binary, isAutoStart });
  if (fault !== undefined) {
    warn(fault, fault.split('\n')[0] ?? fault);
    return undefined;
  }
  const client = new Client(port, () =>
    warn(
      `the server on 127.0.0.1:${port} does not answer`,
      `the server stopped answering at ${timeOfDay()}`,
    ),
  );
  const head = await client.get('/snapshot?test_id=-').catch(() => ({}));
  const { cursor } = head as { cursor?: string };
  return new Worker(client, cursor, binary);
}

function openFolder(port: number): RunFolder | undefined {
  try {
    return new RunFolder(port);
  } catch (error) {
    say(`${(error as Error).message}\nhint: set TMPDIR to a folder of your own`);
    return undefined;
  }
}

function say(what: string): void {
  const [first = '', ...rest] = what.split('\n');
  const lines = [`gasoline: ${first}; tests run without it`, ...rest];
  process.stderr.write(`${lines.join('\n')}\n`);
}

function present(testId: string, worker: Worker): Gasoline {
  const { client } = worker;
  return {
    testId,
    async getSnapshot(since) {
      await worker.settle();
      return worker.snapshot(testId, since).catch(() => emptySnapshot(testId));
    },
    async clear() {
      await worker.settle();
      await client.post('/clear', { test_id: testId }).catch(() => {});
    },
    async markTest(test_id, action) {
      await client.post('/test-boundary', { test_id, action }).catch(() => {});
    },
  };
}

/** Without a server, a test that asks for what was captured is told that nothing was. */
function absent(testId: string): Gasoline {
  return {
    testId,
    getSnapshot: async () => emptySnapshot(testId),
    clear: async () => {},
    markTest: async () => {},
  };
}
