// The CI script in a browser context, as a test runner would put it there.
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { ROOT } from '../server/binary.js';
import { test as base } from './browser.js';
import { Server } from '../server/server.js';

/** How events leave the page. */
export type Way = 'http' | 'binding';

export interface Injection {
  way: Way;
  /** Members of `window.__GASOLINE__` beyond the server's address. */
  config?: Record<string, unknown>;
}

export const SCRIPT = join(ROOT, 'packages/gasoline-ci/gasoline-ci.min.js');

/** Where the script found nobody, or was refused, by context. */
const failures = new WeakMap<BrowserContext, EventEmitter>();

/** Resolves when the server does not take the next of what the script of this page sends. */
export async function failure(page: Page): Promise<void> {
  const emitter = failures.get(page.context());
  if (emitter === undefined) throw new Error('nothing was injected here');
  await once(emitter, 'failure');
}

/**
 * Puts the script into every page of the context; the binding posts what it is given.
 * What is returned waits until all that it was given so far is posted.
 */
export async function inject(
  context: BrowserContext,
  server: Pick<Server, 'port' | 'url'>,
  { way, config }: Injection,
): Promise<() => Promise<void>> {
  const emitter = new EventEmitter();
  failures.set(context, emitter);
  context.on('requestfailed', (request) => {
    if (request.url().startsWith(`${server.url}/`)) emitter.emit('failure');
  });
  // One after the other, as a driver must: the server lists events in the order it takes them.
  let last: Promise<unknown> = Promise.resolve();
  if (way === 'binding') {
    await context.exposeBinding('__gasolineBinding', (_source, path: string, body: string) => {
      const taken = last.then(() => forward(server.url, path, body));
      last = taken.catch(() => emitter.emit('failure'));
      return taken;
    });
  }
  const given = JSON.stringify({ host: '127.0.0.1', port: server.port, ...config });
  await context.addInitScript(`window.__GASOLINE__ = ${given};`);
  await context.addInitScript({ path: SCRIPT });
  return async () => void (await last);
}

async function forward(url: string, path: string, body: string): Promise<void> {
  const answer = await fetch(url + path, { method: 'POST', body });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
}

/** A page with these scripts in its head, and nothing to fetch. */
export function html(script: string, body = ''): string {
  return `<!doctype html><head><link rel="icon" href="data:,"><script>${script}</script></head><body>${body}</body>`;
}

/** Messages of the log entries that begin like this, in the order of arrival. */
export function messages(entries: Record<string, unknown>[], prefix = ''): string[] {
  return entries.map((entry) => String(entry['message'])).filter((text) => text.startsWith(prefix));
}

interface TestFixtures {
  /** Flags of `gasoline serve`. */
  flags: string[];
  server: Server;
  /** Makes a page in a context of its own, with the script in it. */
  open: (injection: Injection) => Promise<Page>;
}

/** One browser a worker; server and sites are the test's own. */
export const test = base.extend<TestFixtures>({
  flags: [[], { option: true }],
  server: async ({ flags }, use) => {
    const server = await Server.start({ flags });
    await use(server);
    await server.stop();
  },
  open: async ({ chromium, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (injection) => {
      const context = await chromium.newContext({ ignoreHTTPSErrors: true });
      contexts.push(context);
      await inject(context, server, injection);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect } from '@playwright/test';
