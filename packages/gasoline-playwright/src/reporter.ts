// The reporter: one line a failure with its cause, and the file of the shard.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { ask } from 'gasoline-driver/client';
import { SNAPSHOT, SUMMARY } from './report/failure.js';
import { hasFailed, outcomeOf, plain, testId } from './identity.js';
import { SHARD_PICTURES_MAX_BYTES, SNAPSHOT_ANSWER_MAX_MS } from './limits.js';
import { defaultPort } from './options.js';
import { composeShard, shardName, type ReportedTest } from 'gasoline-driver/report/shard';
import { lastBefore, testsSince } from 'gasoline-driver/report/since';
import type { GasolineSnapshot, TestRecord } from 'gasoline-driver/report/snapshot';
import { RunFolder, timeOfDay, WARNED } from 'gasoline-driver/server/run-folder';

export interface ReporterOptions {
  /** Folder of the shards' files, from the folder of the configuration. */
  outputFolder?: string;
  /** The file of this shard, if it is to have another name than `shard-<n>.json`, or in CI `shard-<n>-<machine>.json`. */
  outputFile?: string;
  /** Playwright adds the folder of the configuration. */
  configDir?: string;
}

export default class GasolineReporter implements Reporter {
  readonly #options: ReporterOptions;
  #config: FullConfig | undefined;
  readonly #tests: ReportedTest[] = [];
  #begun = 0;

  constructor(options: ReporterOptions = {}) {
    this.#options = options;
  }

  /** The usual reporter still tells how the run goes. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig): void {
    this.#config = config;
    this.#begun = Date.now();
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const ended = { ...result, expectedStatus: test.expectedStatus };
    const snapshot = attachedSnapshot(result);
    this.#tests.push({ record: recordOf(test, result), snapshot });
    if (!hasFailed(ended)) return;
    const [, project, file, ...titles] = test.titlePath();
    const attempt = result.retry > 0 ? ` (retry ${result.retry})` : '';
    const name = [project, `${file}:${test.location.line}`, ...titles].filter(Boolean).join(' › ');
    const cause = causeOf(result) ?? firstLine(result.error?.message);
    const start = isDotted(this.#config) ? '\n' : '';
    say(`${name}${attempt}: ${cause}`, start);
  }

  async onEnd(): Promise<void> {
    if (this.#tests.length === 0) return;
    const config = this.#config;
    const port = portOf(config);
    const all = await keptByServer(port);
    const kept = all && (await ofThisRun(port, all, this.#begun, this.#tests));
    const gaps = gapsOf(port, kept !== undefined);
    const shard = { ...composeShard(kept, this.#tests), ...(gaps.length > 0 && { gaps }) };
    if (kept) await addPictures(port, shard);
    const file = this.#file(config);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(shard)}\n`);
    const shown = relative(process.cwd(), file);
    const missing = kept ? '' : ', without what the server kept: it does not answer';
    say(`wrote ${shown}${missing}`);
  }

  #file(config: FullConfig | undefined): string {
    const { outputFolder = 'gasoline-report', outputFile, configDir } = this.#options;
    const from = configDir ?? (config?.configFile ? dirname(config.configFile) : process.cwd());
    if (outputFile) return resolve(from, outputFile);
    const name = shardName(config?.shard?.current ?? 1, process.env, hostname());
    return resolve(from, join(outputFolder, name));
  }
}

/** Not on standard output, which belongs to reporters that write their report there. */
function say(what: string, start = ''): void {
  process.stderr.write(`${start}gasoline: ${what}\n`);
}

/** Whether the run is told in dots, which end no line; in CI that is so unless another way is named. */
function isDotted(config: FullConfig | undefined): boolean {
  const names = (config?.reporter ?? []).map(([name]) => name);
  if (names.includes('dot')) return true;
  return Boolean(process.env['CI']) && !names.includes('list') && !names.includes('line');
}

/** The first port that a project names. */
function portOf(config: FullConfig | undefined): number {
  for (const { use } of config?.projects ?? []) {
    const { gasolinePort } = use as { gasolinePort?: unknown };
    if (typeof gasolinePort === 'number') return gasolinePort;
  }
  return defaultPort();
}

async function keptByServer(port: number, since?: string): Promise<GasolineSnapshot | undefined> {
  try {
    const withinMs = SNAPSHOT_ANSWER_MAX_MS;
    const query = since === undefined ? '' : `?${new URLSearchParams({ since })}`;
    const { status, text } = await ask(port, 'GET', `/snapshot${query}`, { withinMs });
    return status === 200 ? (JSON.parse(text) as GasolineSnapshot) : undefined;
  } catch {
    return undefined;
  }
}

/** A server that was there before may have kept what earlier runs and people told. */
async function ofThisRun(
  port: number,
  all: GasolineSnapshot,
  begun: number,
  reported: readonly ReportedTest[],
): Promise<GasolineSnapshot | undefined> {
  const last = lastBefore(all, begun);
  const events = last === undefined ? all : await keptByServer(port, `c${last}`);
  const ids = new Set(reported.map(({ record }) => record.test_id));
  return events && { ...events, tests: testsSince(all.tests, begun, ids) };
}

/** What the file lacks, in words: the workers of this run leave a note when they miss the server. */
function gapsOf(port: number, isThere: boolean): string[] {
  const gaps: string[] = [];
  try {
    const noted = new RunFolder(port).noted(process.pid, WARNED);
    if (noted) gaps.push(noted);
  } catch {
    // Without a folder there were no workers of ours.
  }
  if (!isThere) gaps.push(`the server did not answer when the run ended at ${timeOfDay()}`);
  return gaps;
}

/** The server's pictures go with it, so the file brings its own; what the server forgot stays without. */
async function addPictures(port: number, { screenshots = [] }: GasolineSnapshot): Promise<void> {
  let room = SHARD_PICTURES_MAX_BYTES;
  for (const shot of screenshots) {
    if (room <= 0) return;
    try {
      const { status, bytes } = await ask(port, 'GET', `/screenshots/${String(shot['id'])}.png`);
      if (status !== 200) continue;
      shot['dataUrl'] = `data:image/png;base64,${bytes.toString('base64')}`;
      room -= bytes.length;
    } catch {
      return;
    }
  }
}

function recordOf(test: TestCase, result: TestResult): TestRecord {
  const [, project = '', file = '', ...titles] = test.titlePath();
  const { retry, startTime, duration, parallelIndex } = result;
  const name = { project, titlePath: [file, ...titles], retry, repeat: test.repeatEachIndex };
  return {
    test_id: testId(name),
    started: startTime.toISOString(),
    ended: new Date(startTime.getTime() + duration).toISOString(),
    duration_ms: duration,
    retries: retry,
    title: titles.join(' › '),
    file,
    line: test.location.line,
    project,
    worker: parallelIndex,
    errors: [],
    network_failures: [],
    ws_errors: [],
    screenshots: [],
    ...outcomeOf({ ...result, expectedStatus: test.expectedStatus }),
  };
}

function attachedSnapshot(result: TestResult): GasolineSnapshot | undefined {
  try {
    return JSON.parse(attached(result, SNAPSHOT) ?? '') as GasolineSnapshot;
  } catch {
    return undefined;
  }
}

/** The cause that the server names, if anything was captured that explains the failure. */
function causeOf(result: TestResult): string | undefined {
  return /^Likely cause: (.*)$/m.exec(attached(result, SUMMARY) ?? '')?.[1];
}

function attached({ attachments }: TestResult, wanted: string): string | undefined {
  const found = attachments.find(({ name }) => name === wanted);
  try {
    return (found?.body ?? (found?.path && readFileSync(found.path)))?.toString();
  } catch {
    return undefined;
  }
}

function firstLine(message: string | undefined): string {
  return plain(message ?? 'no reason was given').split('\n')[0] ?? '';
}
