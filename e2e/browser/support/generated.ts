// Runs generated tests as their user would: saved in a folder, with the project's own Playwright.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './binary.js';
import { EXECUTABLE, FLAGS } from './chromium.js';

/** Milliseconds that a test and an act in it may take on a busy machine. */
export const TEST_MS = 180_000;
export const ACT_MS = 12_000;

/** Milliseconds for a test that records, generates and runs: a busy machine takes ten times as long. */
export const RECORDED_MS = 600_000;

/** What the runner says of one file. */
export interface Ran {
  passed: boolean;
  /** Why not. */
  errors: string;
  /** How often it was run. */
  times: number;
}

interface Suite {
  file: string;
  suites?: Suite[];
  specs?: { ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[];
}

/** How a folder of tests is run. */
export interface How {
  env?: Record<string, string>;
  /** Milliseconds for a test. */
  timeout?: number;
  /** For each act, so that a dead button does not cost all the time that a test has. */
  actionTimeout?: number;
  /** For Playwright. */
  args?: string[];
}

/** A folder with tests in it, to be run as often as one likes; baselines are kept in it. */
export class Project {
  readonly folder: string;

  constructor() {
    const parent = join(ROOT, 'target/generated');
    mkdirSync(parent, { recursive: true });
    this.folder = mkdtempSync(join(parent, 'run-'));
  }

  write(files: Record<string, string>): void {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
  }

  /** Runs each file that ends in `.spec.ts`; the answer is by name. */
  async run({ env = {}, timeout = 15_000, actionTimeout = 0, args = [] }: How = {}) {
    const config = {
      testDir: '.',
      outputDir: './results',
      // One baseline for every file that names it.
      snapshotPathTemplate: '{testDir}/baselines/{arg}{ext}',
      timeout,
      workers: 2,
      reporter: 'json',
      use: { actionTimeout, launchOptions: { executablePath: EXECUTABLE, args: FLAGS } },
    };
    this.write({ 'playwright.config.ts': `export default ${JSON.stringify(config)};\n` });
    // The runner around us has settings of its own.
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(?:TEST_|PW|PLAYWRIGHT_(?!SKIP))/.test(name),
    );
    const child = spawn(join(ROOT, 'node_modules/.bin/playwright'), ['test', ...args], {
      cwd: this.folder,
      env: { ...Object.fromEntries(inherited), ...env },
    });
    const said: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    const report = JSON.parse(said.join('')) as { suites: Suite[]; errors: { message: string }[] };
    if (report.errors.length > 0) throw new Error(report.errors.map((it) => it.message).join('\n'));
    return Object.fromEntries(report.suites.map((suite) => [suite.file, result(suite)]));
  }
}

/** Files by name, run once. */
export async function run(
  files: Record<string, string>,
  env: Record<string, string> = {},
  timeout = 15_000,
  actionTimeout = 0,
): Promise<Record<string, Ran>> {
  const project = new Project();
  project.write(files);
  return project.run({ env, timeout, actionTimeout });
}

function result({ specs = [] }: Suite): Ran {
  const results = specs.flatMap(({ tests }) => tests.flatMap((one) => one.results));
  const errors = results.flatMap((one) => one.errors.map(({ message }) => message ?? ''));
  const passed = specs.length > 0 && specs.every(({ ok }) => ok);
  return { passed, errors: errors.join('\n'), times: results.length };
}

/** The first words of why a test failed, without colours and ports. */
export function why(ran: Ran | undefined): string {
  // oxlint-disable-next-line no-control-regex
  const text = (ran?.errors ?? 'it did not run').replaceAll(/\u001b\[[0-9;]*m/g, '');
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines.filter(Boolean).slice(0, 2).join(' ');
  return said.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1').slice(0, 140);
}
