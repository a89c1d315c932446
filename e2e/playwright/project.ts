// A project outside the workspace, with the packages installed in it from tarballs, and its runs.
import { spawn } from 'node:child_process';
import { cp, link, mkdir, readdir, rm } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, ROOT } from '../browser/support/server/binary.js';
import { EXECUTABLE } from '../browser/support/browser/chromium.js';

/** Names the folder with the packages, installed before the tests. */
export const INSTALLED = 'GASOLINE_INSTALLED';

const FOLDER = join(ROOT, 'target/test/playwright/projects');

/** Where the reporter of each project writes. */
const REPORT = 'gasoline-report';

export interface Attachment {
  name: string;
  path?: string;
  body?: string;
}

export interface Attempt {
  retry: number;
  status: string;
  attachments: Attachment[];
}

/** What a run of the project gave. */
export interface Run {
  code: number | null;
  /** Standard output and error. */
  said: string;
  /** Standard output alone. */
  stdout: string;
  /** Attempts by the title of the test. */
  tests: Map<string, Attempt[]>;
}

export interface RunOptions {
  port: number;
  shop: string;
  words?: string[];
  environment?: NodeJS.ProcessEnv;
  /** Called when the run has begun. */
  meanwhile?: () => Promise<void>;
}

/** Copies `template` to the folder `name`, with the packages in it as npm installed them. */
export async function createProject(template: string, name: string): Promise<string> {
  const folder = join(FOLDER, name);
  await rm(folder, { recursive: true, force: true });
  await cp(join(import.meta.dirname, template), folder, { recursive: true });
  await linkFiles(process.env[INSTALLED] ?? '', folder);
  return folder;
}

/** A copy that takes no space: each file is the same file under another name. */
async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkFiles(source, target);
    else await link(source, target);
  }
}

/** Runs the tests of a project. */
export async function runProject(folder: string, options: RunOptions): Promise<Run> {
  const results = join(folder, 'results.json');
  await rm(results, { force: true });
  await rm(join(folder, REPORT), { recursive: true, force: true });
  const words = ['test', ...(options.words ?? [])];
  const child = spawn(join(folder, 'node_modules/.bin/playwright'), words, {
    cwd: folder,
    // Its workers and browsers are ended with it.
    detached: true,
    env: {
      ...withoutOurs(process.env),
      GASOLINE_BINARY: binary(),
      GASOLINE_CHROMIUM: EXECUTABLE,
      GASOLINE_PORT: String(options.port),
      SHOP_URL: options.shop,
      PLAYWRIGHT_JSON_OUTPUT_NAME: results,
      ...options.environment,
    },
  });
  const all: string[] = [];
  const answer: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => answer.push(text));
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => all.push(text));
  }
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve).once('error', reject);
  });
  const end = () => endGroup(child.pid);
  process.once('exit', end);
  try {
    await options.meanwhile?.();
    await code;
  } catch (error) {
    end();
    throw error;
  } finally {
    process.off('exit', end);
  }
  const stdout = answer.join('');
  return {
    code: await code,
    said: all.join(''),
    stdout,
    tests: readResults(existsSync(results) ? readFileSync(results, 'utf8') : stdout),
  };
}

/** Ends a group of processes, for a run that is given up. */
function endGroup(leader: number | undefined): void {
  try {
    if (leader) process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
}

/** What the runner around us and our own tests say to their children is not for the run inside. */
const NOT_FOR_IT = /^(TEST_|PW_|PLAYWRIGHT_|GASOLINE_|FORCE_COLOR)/;

function withoutOurs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(environment);
  return Object.fromEntries(entries.filter(([name]) => !NOT_FOR_IT.test(name)));
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; tests: { results: Attempt[] }[] }[];
}

/** What Playwright's JSON reporter wrote. */
function readResults(text: string): Map<string, Attempt[]> {
  const tests = new Map<string, Attempt[]>();
  if (!text.startsWith('{')) return tests;
  const walk = ({ suites = [], specs = [] }: Suite): void => {
    for (const { title, tests: runs } of specs)
      tests.set(
        title,
        runs.flatMap((one) => one.results),
      );
    suites.forEach(walk);
  };
  walk(JSON.parse(text) as Suite);
  return tests;
}

/** The text of an attachment. */
export function textOf({ attachments }: Attempt, name: string): string {
  const found = attachments.find((attachment) => attachment.name === name);
  if (!found) throw new Error(`no attachment ${name}`);
  if (found.path) return readFileSync(found.path, 'utf8');
  return Buffer.from(found.body ?? '', 'base64').toString('utf8');
}

interface Row {
  test_id?: string;
  url?: string;
  dataUrl?: string;
}

/** The file of a shard, as far as tests look at it. */
export interface Shard {
  tests: (Row & { test_id: string; status: string })[];
  logs: Row[];
  network_bodies: Row[];
  screenshots: Row[];
  gaps?: string[];
}

/** What the reporter wrote in the last run. */
export function shardOf(folder: string): Shard {
  const at = join(folder, REPORT);
  const [name, ...more] = readdirSync(at);
  if (!name || more.length > 0) throw new Error(`not one file in ${at}`);
  return JSON.parse(readFileSync(join(at, name), 'utf8'));
}

/** Names of what is ours among the attachments. */
export function ours({ attachments }: Attempt): string[] {
  return attachments.map(({ name }) => name).filter((name) => name.startsWith('gasoline-'));
}
