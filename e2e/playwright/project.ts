// A project outside the workspace, with the packages installed in it from tarballs, and its runs.
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { binary, ROOT } from '../browser/support/binary.js';
import { EXECUTABLE } from '../browser/support/chromium.js';

const FOLDER = join(ROOT, 'target/e2e-playwright');
const TARBALLS = join(FOLDER, 'tarballs');
const OURS = ['packages/gasoline-ci', 'packages/gasoline-playwright'];
const THEIRS = ['playwright-core', 'playwright', '@playwright/test'];

/** Where the reporter of each project writes. */
const REPORT = 'gasoline-report';

const run = promisify(execFile);

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

/** Copies `template` to a folder and installs the packages there, as a user would. */
export async function createProject(template: string): Promise<string> {
  const folder = join(FOLDER, template);
  await rm(folder, { recursive: true, force: true });
  await mkdir(TARBALLS, { recursive: true });
  await cp(join(import.meta.dirname, template), folder, { recursive: true });
  const packages = [...OURS, ...THEIRS.map((name) => join('node_modules', name))];
  const devDependencies: Record<string, string> = {};
  for (const path of packages) {
    const { name, tarball } = await pack(path);
    devDependencies[name] = `file:${tarball}`;
  }
  const about = { name: `gasoline-${template}`, private: true, devDependencies };
  await writeFile(join(folder, 'package.json'), JSON.stringify(about, null, 2));
  // The tarballs are all there is: what they do not bring is missing for users, too.
  const words = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', words, { cwd: folder });
  return folder;
}

/** Tarballs of released packages are made once; ours always. */
async function pack(path: string): Promise<{ name: string; tarball: string }> {
  const folder = join(ROOT, path);
  const about = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = `${about.name.replace('@', '').replace('/', '-')}-${about.version}.tgz`;
  const tarball = join(TARBALLS, file);
  if (OURS.includes(path) || !existsSync(tarball)) {
    const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', TARBALLS];
    await run('npm', [...words, folder]);
  }
  return { name: about.name, tarball };
}

/** Runs the tests of a project. */
export async function runProject(folder: string, options: RunOptions): Promise<Run> {
  const results = join(folder, 'results.json');
  await rm(results, { force: true });
  await rm(join(folder, REPORT), { recursive: true, force: true });
  const words = ['playwright', 'test', ...(options.words ?? [])];
  const child = spawn('npx', words, {
    cwd: folder,
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
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  await options.meanwhile?.();
  return {
    code: await code,
    said: all.join(''),
    stdout: answer.join(''),
    tests: existsSync(results) ? readResults(results) : new Map(),
  };
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

function readResults(file: string): Map<string, Attempt[]> {
  const tests = new Map<string, Attempt[]>();
  const walk = ({ suites = [], specs = [] }: Suite): void => {
    for (const { title, tests: runs } of specs)
      tests.set(
        title,
        runs.flatMap((one) => one.results),
      );
    suites.forEach(walk);
  };
  walk(JSON.parse(readFileSync(file, 'utf8')) as Suite);
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

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
