// The document hooks alone, in a page: what they emit arrives here, without a server between.
import { join } from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { build } from 'esbuild';
import type { Captured, Kind } from '../../../../packages/capture/src/context.js';
import { TYPING_REST_MS } from '../../../../packages/capture/src/limits.js';
import type { Action } from '../../../../packages/capture/src/hooks/actions/recorder.js';
import { ROOT } from '../server/binary.js';
import { builtOnce } from '../server/built.js';

interface Emitted {
  kind: Kind;
  event: Captured[Kind];
}

const SOURCE = join(ROOT, 'packages/capture/src');

const ENTRY = `
import { captureContext, defaultSettings, installDocumentHooks, takeNatives } from './index.js';
import { describe } from './selectors/index.js';
import { locatorOf } from './selectors/locator.js';

const { __sink: sink, __clock: clock } = window;
const settings = defaultSettings();
const context = captureContext({
  page: window,
  natives: { ...takeNatives(window), ...clock },
  settings,
  own: ['http://127.0.0.1:7890'],
  sink: ([kind, text]) => sink?.(kind, text),
});
const hooks = installDocumentHooks(context);
window.hooks = { ...hooks, settings, context, describe, locatorOf };
`;

/** A clock of the hooks alone, which stands until the test moves it; it must be there before them. */
export const STANDING_CLOCK = `{
  let now = Date.now();
  let last = 0;
  const timers = new Map();
  const due = (end) =>
    [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
  window.__clock = {
    now: () => now,
    setTimeout(work, milliseconds) {
      timers.set(++last, { work, at: now + milliseconds });
      return last;
    },
    clearTimeout: (timer) => void timers.delete(timer),
    move(milliseconds) {
      const end = now + milliseconds;
      for (let next = due(end); next; next = due(end)) {
        timers.delete(next[0]);
        now = next[1].at;
        next[1].work();
      }
      now = end;
    },
  };
}`;

/** Moves the standing clocks of a page and its frames; what is emitted by that has arrived then. */
export async function move(page: Page, milliseconds: number): Promise<void> {
  for (const frame of page.frames()) await frame.evaluate(`__clock.move(${milliseconds})`);
}

let bundled: Promise<string> | undefined;

/** The hooks as one script; `window.hooks` lets tests look inside. */
export function bundle(): Promise<string> {
  bundled ??= builtOnce([ENTRY], [SOURCE, join(ROOT, 'package-lock.json')], async () => {
    const { outputFiles } = await build({
      stdin: { contents: ENTRY, resolveDir: SOURCE, loader: 'ts' },
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'chrome120',
      write: false,
    });
    return outputFiles[0]?.text ?? '';
  });
  return bundled;
}

/** Installs the hooks in every page of a context, and gathers what they emit. */
export class Gathered {
  readonly all: Emitted[] = [];

  private constructor(
    private readonly context: BrowserContext,
    private readonly how: 'early' | 'late' | 'standing',
  ) {}

  /**
   * `late`: the test runs the script itself, whenever it likes. `standing`: the time of the hooks passes
   * only while the test waits for an action, or moves it.
   */
  static async in(
    context: BrowserContext,
    how: 'early' | 'late' | 'standing' = 'early',
  ): Promise<Gathered> {
    const gathered = new Gathered(context, how);
    await context.exposeBinding('__sink', (_source, kind: Kind, text: string) => {
      gathered.all.push({ kind, event: JSON.parse(text) });
    });
    if (how === 'standing') await context.addInitScript(STANDING_CLOCK);
    if (how !== 'late') await context.addInitScript({ content: await bundle() });
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
    const counted = async () => {
      const found = this.actions(type).length;
      if (this.how !== 'standing' || found >= count) return found;
      for (const page of this.context.pages()) await move(page, TYPING_REST_MS);
      return this.actions(type).length;
    };
    await expect
      .poll(counted, { message: `${type} number ${count}`, intervals: [20, 50, 100, 200] })
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

/** Lets tasks that wait have their turn; what was emitted by then has arrived before the response. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => setTimeout(resolve));
        port1.start();
        port2.postMessage(0);
      }),
  );
}
