// The document hooks alone, in a page: what they emit arrives here, without a server between.
import { join } from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { build } from 'esbuild';
import type { Captured, Kind } from '../../../packages/capture/src/context.js';
import type { Action } from '../../../packages/capture/src/hooks/actions/recorder.js';
import { ROOT } from './binary.js';

interface Emitted {
  kind: Kind;
  event: Captured[Kind];
}

const ENTRY = `
import { captureContext, defaultSettings, installDocumentHooks, takeNatives } from './index.js';
import { describe } from './selectors/index.js';
import { locatorOf } from './selectors/locator.js';

const sink = window.__sink;
const settings = defaultSettings();
const context = captureContext({
  page: window,
  natives: takeNatives(window),
  settings,
  own: ['http://127.0.0.1:7890'],
  sink: (kind, text) => sink?.(kind, text),
});
const hooks = installDocumentHooks(context);
window.hooks = { ...hooks, settings, context, describe, locatorOf };
`;

let bundled: Promise<string> | undefined;

/** The hooks as one script; `window.hooks` lets tests look inside. */
export function bundle(): Promise<string> {
  bundled ??= build({
    stdin: { contents: ENTRY, resolveDir: join(ROOT, 'packages/capture/src'), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'chrome120',
    write: false,
  }).then((built) => built.outputFiles[0]?.text ?? '');
  return bundled;
}

/** Installs the hooks in every page of a context, and gathers what they emit. */
export class Gathered {
  readonly all: Emitted[] = [];

  /** `late`: the test runs the script itself, whenever it likes. */
  static async in(context: BrowserContext, when: 'early' | 'late' = 'early'): Promise<Gathered> {
    const gathered = new Gathered();
    await context.exposeBinding('__sink', (_source, kind: Kind, text: string) => {
      gathered.all.push({ kind, event: JSON.parse(text) });
    });
    if (when === 'early') await context.addInitScript({ content: await bundle() });
    return gathered;
  }

  of<K extends Kind>(kind: K): Captured[K][] {
    const events = this.all.filter((emitted) => emitted.kind === kind);
    return events.map(({ event }) => event as Captured[K]);
  }

  actions(type?: string): Action[] {
    return this.of('action').filter((action) => type === undefined || action.type === type);
  }

  /** Waits for the `count`th action of a type, and returns the latest. */
  async action(type: string, count = 1): Promise<Action> {
    await expect
      .poll(() => this.actions(type).length, { message: `${type} number ${count}` })
      .toBeGreaterThanOrEqual(count);
    const action = this.actions(type).at(-1);
    if (!action) throw new Error(`no ${type}`);
    return action;
  }

  clear(): void {
    this.all.length = 0;
  }
}

/** Lets what waits for idle time have it, in the order it was asked for, and what that asks for too. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => requestIdleCallback(() => resolve()));
      }),
  );
}

/** Lets whatever was said so far arrive. */
export async function settle(page: Page, milliseconds = 100): Promise<void> {
  await page.waitForTimeout(milliseconds);
}
