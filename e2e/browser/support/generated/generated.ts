// Runs generated tests as their user would: saved in a folder, with the project's own Playwright.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../server/binary.js';
import { EXECUTABLE, FLAGS } from '../browser/chromium.js';
import type { Ran, Report } from './generated-report.js';

export type { Ran } from './generated-report.js';

const REPORT = join(ROOT, 'e2e/browser/support/generated/generated-report.ts');

/** Milliseconds after which a test, and an act or expectation in it, hangs, on however slow a machine. */
export const TEST_MS = 600_000;
export const ACT_MS = 120_000;

/**
 * On a broken page an act that takes so many times as long as the slowest one on a healthy page, just
 * before and on the same machine, is stuck. The minimum is short where it does not matter which act it is.
 */
const STUCK_TIMES = 4;
const STUCK_MIN_MS = 1_500;

/** The minimum where a test states why another one fails: no act before that may be taken for stuck. */
export const REASON_MIN_MS = 15_000;

/** How a folder of tests is run. */
export interface How {
  env?: Record<string, string>;
  /** Milliseconds for a test. */
  timeout?: number;
  /** For each act and expectation, so that a dead button does not cost all the time that a test has. */
  actMs?: number;
  /** The files by name; all of them without. */
  only?: string[];
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

  /** Runs each file that ends in `.spec.ts`; the result is by name. */
  async run({ env = {}, timeout = TEST_MS, actMs = ACT_MS, only, args = [] }: How = {}) {
    const config = {
      testDir: '.',
      ...(only && { testMatch: only.map((name) => `**/${name}`) }),
      outputDir: './results',
      // One baseline for every file that names it.
      snapshotPathTemplate: '{testDir}/baselines/{arg}{ext}',
      timeout,
      workers: 2,
      reporter: REPORT,
      expect: { timeout: actMs },
      use: { actionTimeout: actMs, launchOptions: { executablePath: EXECUTABLE, args: FLAGS } },
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
    const { ran, errors } = JSON.parse(said.join('')) as Report;
    if (errors.length > 0) throw new Error(errors.join('\n'));
    return ran;
  }
}

/** Files by name, run once. */
export async function run(files: Record<string, string>, how?: How): Promise<Record<string, Ran>> {
  const project = new Project();
  project.write(files);
  return project.run(how);
}

/**
 * Files by name, first those that `passes` matches, which run where nothing is broken. What they took
 * says how long the others, which are expected to fail, wait for what does not come.
 */
export async function runBoth(
  files: Record<string, string>,
  passes: RegExp,
  env: Record<string, string> = {},
  minMs = STUCK_MIN_MS,
): Promise<Record<string, Ran>> {
  const project = new Project();
  const names = Object.keys(files).filter((name) => name.endsWith('.spec.ts'));
  const healthy = names.filter((name) => passes.test(name));
  const broken = names.filter((name) => !passes.test(name));
  project.write(files);
  const usual = await project.run({ env, only: healthy });
  const actMs = stuckMs(usual, minMs);
  for (const name of broken) {
    const hasty = files[name]?.replaceAll(/\{ timeout: \d+ \}/g, `{ timeout: ${actMs} }`);
    // A worker that meets a failure it did not expect is replaced, and its browser with it.
    project.write({ [name]: `${hasty}\ntest.fail();\n` });
  }
  return { ...usual, ...(await project.run({ env, only: broken, actMs })) };
}

/** Milliseconds after which an act is stuck, by how long acts took where nothing is broken. */
export function stuckMs(usual: Record<string, Ran>, minMs?: number): number {
  return stuckAfter(Math.max(...Object.values(usual).map(({ slowestMs }) => slowestMs)), minMs);
}

/** The same, by how long the slowest took. */
export function stuckAfter(slowestMs: number, minMs = STUCK_MIN_MS): number {
  return Math.round(Math.min(ACT_MS, Math.max(minMs, STUCK_TIMES * slowestMs)));
}

/** The first words of why a test failed, without colours and ports. */
export function why(ran: Ran | undefined): string {
  // oxlint-disable-next-line no-control-regex
  const text = (ran?.errors ?? 'it did not run').replaceAll(/\u001b\[[0-9;]*m/g, '');
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines.filter(Boolean).slice(0, 2).join(' ');
  return said.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1').slice(0, 140);
}
