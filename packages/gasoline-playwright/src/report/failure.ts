// What a failed test gets attached: everything captured, a summary, and the context for a model.
import { execFile } from 'node:child_process';
import type { TestInfo } from '@playwright/test';
import { REPORT_MAX_MS } from '../limits.js';
import type { Command } from 'gasoline-driver/server/binary';
import type { Worker } from '../worker.js';

export const SNAPSHOT = 'gasoline-snapshot';
export const SUMMARY = 'gasoline-summary';
export const AI_CONTEXT = 'gasoline-ai-context';

export async function attachFailure(testId: string, worker: Worker, info: TestInfo): Promise<void> {
  const snapshot = await worker.snapshot(testId);
  const contentType = 'application/json';
  await info.attach(SNAPSHOT, { body: JSON.stringify(snapshot, null, 2), contentType });
  // An older server has none.
  const summary = await worker.summary(testId).catch(() => undefined);
  if (summary !== undefined) {
    await info.attach(SUMMARY, { body: summary, contentType: 'text/plain' });
  }
  const words = ['--test-id', testId, '--port', String(worker.client.port)];
  // A server that was there before may know the test from an earlier run.
  if (worker.cursor !== undefined) words.push('--since', worker.cursor);
  const context = worker.binary && (await aiContext(worker.binary, words));
  if (!context) return;
  await info.attach(AI_CONTEXT, { body: context, contentType: 'text/markdown' });
}

/** Binaries that have no `report`, asked once a worker. */
const without = new Set<string>();

/** What `gasoline report` says of the test; nothing where the binary cannot say it. */
async function aiContext(
  { file, first }: Command,
  words: readonly string[],
): Promise<string | undefined> {
  if (without.has(file)) return undefined;
  return new Promise((resolve) => {
    const options = { timeout: REPORT_MAX_MS, env: withoutOptions(process.env) };
    const all = [...first, 'report', '--format', 'ai-context', ...words];
    execFile(file, all, options, (error, stdout) => {
      // 0: nothing failed; 1: something did, which is the usual case here; 2: it cannot look.
      const code = error ? error.code : 0;
      if (code !== 0 && code !== 1) without.add(file);
      resolve((code === 0 || code === 1) && stdout.trim() !== '' ? stdout : undefined);
    });
  });
}

/** What a pipeline sets for a report of its own must not redirect this one. */
function withoutOptions(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(environment);
  const kept = entries.filter(([name]) => !name.startsWith('GASOLINE_') && name !== 'NODE_OPTIONS');
  return Object.fromEntries(kept);
}
