// Apps that break, seen through the extension and through the CI script, and what the server then knows.
import type { BrowserContext, Page } from '@playwright/test';
import { appPages, type App, type Mode } from './apps/app.js';
import { inject } from '../browser/ci.js';
import { expect, test as base } from '../browser/extension.js';
import type { Server } from '../server/server.js';
import { STEADY_STEPS } from '../browser/page-time.js';
import { pagesByVite, serveByVite, type Served } from './apps/vite.js';

export type Way = 'extension' | 'CI script';

export const WAYS: readonly Way[] = ['CI script', 'extension'];
const MODES: readonly Mode[] = ['development', 'production'];

export interface Cell {
  way: Way;
  mode: Mode;
  /** Goes with the title of the test. */
  details: { tag?: '@all' };
}

/**
 * Every client with every build. Usually one client sees each build, here and there another one, so that
 * over the rows of a framework each client is with each build; the other cells are tagged `@all`.
 */
export function cells(row = 0): Cell[] {
  return MODES.flatMap((mode, column) => {
    const usual = WAYS[(row + column) % WAYS.length];
    return WAYS.map((way) => ({ way, mode, details: way === usual ? {} : { tag: '@all' } }));
  });
}

/** The context of an error, as far as tests look at it. */
export interface AiContext {
  componentAncestry?: {
    framework: string;
    components: { name: string; propKeys?: string[]; hasState?: boolean; stateKeys?: string[] }[];
  };
  stateSnapshot?: {
    source: string;
    keys: Record<string, { type: string; keys?: string[] }>;
    relevantSlice: Record<string, unknown>;
  };
}

/** An app that is open, and the way to break it. */
export class Broken {
  constructor(
    readonly page: Page,
    readonly server: Server,
    readonly url: string,
  ) {}

  /** Loads the app anew, and presses the button of this name. */
  async press(name: string): Promise<void> {
    await this.page.goto(this.url);
    await this.server.post('/clear', {});
    await this.page.getByTestId(name).click();
  }

  /** The same, and what the first error with a context tells. */
  async breakIn(name: string): Promise<AiContext> {
    await this.press(name);
    return this.told();
  }

  async told(): Promise<AiContext> {
    const { logs } = await this.server.until((now) => now.logs.some(isEnriched), 'an enrichment');
    const entry = logs.find(isEnriched);
    expect(entry?.['_enrichments']).toEqual(expect.arrayContaining(['aiContext']));
    return contextOf(entry ?? {});
  }
}

export function contextOf(entry: Record<string, unknown>): AiContext {
  return (entry['_aiContext'] ?? {}) as AiContext;
}

export function isEnriched(entry: Record<string, unknown>): boolean {
  return entry['_aiContext'] !== undefined;
}

export function names(context: AiContext): string[] {
  return context.componentAncestry?.components.map(({ name }) => name) ?? [];
}

interface Fixtures {
  /** Opens an app; with `state`, its state is told too. */
  open: (way: Way, app: App, mode: Mode, state?: boolean) => Promise<Broken>;
}

export const test = base.extend<Fixtures>({
  open: async ({ tab, extension, chromium, server, site }, use) => {
    const contexts: BrowserContext[] = [];
    const servers: Served[] = [];
    const serve = async (app: App, mode: Mode): Promise<string> => {
      if (app.builder === undefined) return (await site(await appPages(app, mode))).url();
      if (mode === 'production') return (await site(await pagesByVite(app.file))).url();
      const served = await serveByVite(app.file);
      servers.push(served);
      return served.url;
    };
    await tab.addInitScript(STEADY_STEPS);
    await use(async (way, app, mode, state = false) => {
      const url = await serve(app, mode);
      if (way === 'extension') {
        if (state) await extension.store({ aiContextStateSnapshot: true });
        return new Broken(tab, server, url);
      }
      const context = await chromium.newContext();
      contexts.push(context);
      await context.addInitScript(STEADY_STEPS);
      await inject(context, server, { way: 'http', config: { stateSnapshot: state } });
      return new Broken(await context.newPage(), server, url);
    });
    for (const context of contexts) await context.close();
    for (const served of servers) await served.close();
  },
});

export { expect };
