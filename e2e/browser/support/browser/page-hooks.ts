// The page hooks alone, as an init script, with what they capture handed to the test.
import { join } from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { ROOT } from '../server/binary.js';
import { builtOnce } from '../server/built.js';

const SOURCE = join(ROOT, 'packages/capture/src');

const ENTRY = `
  import { captureContext, defaultSettings, installPageHooks, takeNatives } from './index.js';
  const sink = window.__sink;
  delete window.__sink;
  const settings = Object.assign(defaultSettings(), GIVEN.settings);
  const context = captureContext({
    page: window,
    natives: takeNatives(window),
    settings,
    sink([kind, text]) {
      if (GIVEN.stored) sessionStorage.setItem(Date.now() + Math.random(), kind + ' ' + text);
      else sink?.(kind, text);
    },
    own: ['http://own.test:7890'],
  });
  const uninstall = installPageHooks(context);
  if (GIVEN.exposed) Object.defineProperty(window, '__hooks', { value: { settings, context, uninstall } });
`;

export interface HookOptions {
  settings?: Record<string, unknown>;
  /** Puts settings, context and uninstall on `window.__hooks`, where a test can reach them. */
  exposed?: boolean;
  /** Keeps what is caught in the session storage: a binding does not work while a page is left. */
  stored?: boolean;
}

let bundled: Promise<string> | undefined;

/** Bundled once a worker: what a test chooses stands around it. */
function bundle(): Promise<string> {
  bundled ??= builtOnce([ENTRY], [SOURCE, join(ROOT, 'package-lock.json')], async () => {
    const { outputFiles } = await build({
      stdin: { contents: ENTRY, resolveDir: SOURCE, loader: 'ts' },
      bundle: true,
      minify: true,
      write: false,
      format: 'iife',
      target: 'chrome120',
    });
    return outputFiles[0]?.text ?? '';
  });
  return bundled;
}

/** The text of the init script. */
export async function hooksScript(options: HookOptions = {}): Promise<string> {
  return `{const GIVEN=${JSON.stringify(options)};${await bundle()}}`;
}

export interface Event {
  kind: string;
  event: Record<string, unknown>;
}

/** What was captured in a context, by kind, oldest first. */
export class Caught {
  readonly events: Event[] = [];

  of(kind: string): Record<string, unknown>[] {
    return this.events.filter((event) => event.kind === kind).map(({ event }) => event);
  }

  get logs(): Record<string, unknown>[] {
    return this.of('log');
  }

  /** Requests whose address contains the words. */
  network(words = ''): Record<string, unknown>[] {
    return this.of('network').filter(({ url }) => String(url).includes(words));
  }
}

/** Takes what was stored in a page that was left, or whose natives a binding cannot bear. */
export async function takeStored(page: Page, caught: Caught): Promise<void> {
  const stored = await page.evaluate(() => {
    const keys = Object.keys(sessionStorage);
    keys.sort((one, other) => Number(one) - Number(other));
    return keys.map((key) => sessionStorage.getItem(key) ?? '');
  });
  for (const line of stored) {
    const space = line.indexOf(' ');
    const event = JSON.parse(line.slice(space)) as Record<string, unknown>;
    caught.events.push({ kind: line.slice(0, space), event });
  }
}

/** Captures every page of the context from here on. */
export async function capture(
  context: BrowserContext | Page,
  options: HookOptions = {},
): Promise<Caught> {
  const caught = new Caught();
  await context.exposeBinding('__sink', (_source, kind: string, text: string) => {
    caught.events.push({ kind, event: JSON.parse(text) as Record<string, unknown> });
  });
  await context.addInitScript({ content: await hooksScript(options) });
  return caught;
}

/** Waits until `find` finds something. */
export async function until<T>(find: () => T | undefined, what: string): Promise<T> {
  await expect.poll(() => find() !== undefined, { message: `waiting for ${what}` }).toBe(true);
  const found = find();
  if (found === undefined) throw new Error(what);
  return found;
}
