// A journey as Gasoline sees it: the real server, the application, and one of the two clients between them.
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { FLOWS, type Flow, type FlowName } from '../../../app/flows.js';
import { App } from '../../../app/server/app.js';
import { launch } from '../browser/chromium.js';
import { inject } from '../browser/ci.js';
import { Extension, isConnected } from '../browser/extension.js';
import { beats, Rest } from '../browser/page-time.js';
import { Server, type Snapshot } from '../server/server.js';

export type Client = 'extension' | 'ci';

/** Something that runs at an origin until it is stopped. */
interface Running {
  origin: string;
  stop(): Promise<void>;
}

/** What is recorded: an application to start, and the way through it. */
export interface Journey {
  start(): Promise<Running>;
  flow: Flow;
  /** Whether what the last act led to has been told: a page that rests is looked at a little later. */
  isTold?(server: Server): Promise<boolean>;
}

/** A journey through the shop, broken or not. */
export function throughShop(name: FlowName, bugs: readonly string[] = []): Journey {
  return { start: () => App.start({ bugs }), flow: FLOWS[name] };
}

/** What is left of a journey: the server that heard it, to be asked, and the application, still running. */
export interface Recording {
  server: Server;
  app: Running;
  /** As `/snapshot` was when everything had arrived. */
  snapshot: Snapshot;
  close(): Promise<void>;
}

/** Nothing more arrives after so many looks without change; the clients send within 100 ms. */
const QUIET_LOOKS = 8;

/** Milliseconds after which something hangs, on however slow a machine. */
const HANG_MS = 120_000;

/** A page without an outline after so many beats has none. */
const LOOK_MAX_BEATS = 60;

/** A journey on which nothing has happened for so many beats is stuck. More than a look takes. */
const STUCK_BEATS = 100;

/** A browser with one of the clients in it, for as many recordings as one likes, one after the other. */
export class Recorder {
  private constructor(
    private readonly browser: Browser | Extension,
    readonly client: Client,
    private readonly pauseMs: number,
    /** A page of the extension, through which its worker can be asked. */
    private readonly desk: Page | undefined,
  ) {}

  /** With a pause, whoever makes the journey looks at the page before each act, as people do. */
  static async open(client: Client, pauseMs = 0): Promise<Recorder> {
    if (client === 'ci') return new Recorder(await launch(), client, pauseMs, undefined);
    const extension = await Extension.launch();
    return new Recorder(extension, client, pauseMs, await extension.page('manifest.json'));
  }

  async close(): Promise<void> {
    await this.browser.close();
  }

  /** Takes the journey and returns when all that was captured has arrived. */
  async record({ start, flow, isTold }: Journey): Promise<Recording> {
    const [server, app] = await Promise.all([Server.start(), start()]);
    const close = async () => {
      await Promise.all([server.stop(), app.stop()]);
    };
    try {
      const [context, delivered] = await this.#connect(server);
      // Where a journey is stuck is told then, not when the test's time is over.
      context.setDefaultTimeout(HANG_MS);
      const page = await context.newPage();
      const look = people(this.pauseMs, lookedAt(page, server));
      const hurry = slowDown(page, look);
      await flow(page, app.origin).finally(hurry);
      await look();
      if (isTold) await expect.poll(() => isTold(server), { timeout: HANG_MS }).toBe(true);
      // A page that is left sends what it still holds.
      await page.close();
      await delivered();
      const snapshot = await server.snapshot();
      if (this.client === 'ci') await context.close();
      return { server, app, snapshot, close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** A context whose pages are captured for this server, and what waits until all of it was delivered. */
  async #connect(server: Server): Promise<[BrowserContext, () => Promise<void>]> {
    if (this.browser instanceof Extension) {
      await this.browser.reset(server.url);
      await isConnected(server);
      return [this.browser.context, () => this.#isEmpty()];
    }
    const context = await this.browser.newContext();
    return [context, await inject(context, server, { way: 'binding' })];
  }

  /** Returns when the server has confirmed all that the extension's worker was given. */
  async #isEmpty(): Promise<void> {
    const waiting = async () => {
      const status = await this.desk?.evaluate(() =>
        chrome.runtime.sendMessage({ type: 'status' }),
      );
      return status.waiting;
    };
    await expect
      .poll(waiting, { message: 'waiting for the extension to deliver', intervals: [20] })
      .toEqual({ events: 0, dropped: 0 });
  }
}

/** Takes a journey as far as a broken page lets one: until nothing happens any more. */
export async function takeAsFar(
  flow: Flow,
  page: Page,
  origin: string,
): Promise<'arrived' | 'stuck'> {
  const rest = new Rest(page);
  const moves = async (act: () => Promise<unknown>) => {
    rest.move();
    try {
      return await act();
    } finally {
      rest.move();
    }
  };
  const undo = [
    around(page, ['goto', 'goBack'], moves),
    around(page.locator('*'), [...ACTS, 'waitFor', 'fill', 'press', 'pressSequentially'], moves),
  ];
  const arrived = flow(page, origin).then(
    () => 'arrived' as const,
    () => 'stuck' as const,
  );
  const stuck = rest.after(STUCK_BEATS).then(() => 'stuck' as const);
  return Promise.race([arrived, stuck]).finally(() => undo.forEach((one) => one()));
}

/**
 * Returns when each document so far has an outline: what an act changes is told by comparison with it.
 * Some have none, and are passed over after a while.
 */
function lookedAt(page: Page, server: Server): () => Promise<void> {
  let loads = 0;
  const watch = (one: Page) => one.on('load', () => (loads += 1));
  watch(page);
  // What was shown in a window that is closed after its act is told by nothing else.
  page.on('popup', watch);
  return async () => {
    for (let look = 0; look < LOOK_MAX_BEATS; look += 1) {
      const { held, forgotten } = (await server.get('/health')).buffers.dom_snapshots;
      if (held + forgotten >= loads) return;
      await beats(page, 1);
    }
  };
}

const ACTS = ['click', 'dblclick', 'hover', 'selectOption', 'check', 'setChecked'] as const;

/** What people do before they act, and when they have: they look at the page. Without a pause nobody does. */
function people(pauseMs: number, looked: () => Promise<void>): () => Promise<void> {
  return async () => {
    if (pauseMs === 0) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await looked();
  };
}

/** Makes every act upon an element wait for a look first; undone by what it returns. */
function slowDown(page: Page, look: () => Promise<void>): () => void {
  return around(page.locator('*'), ACTS, async (act) => {
    await look();
    return act();
  });
}

/** Does something around what all pages or locators do; undone by what it returns. */
function around<T extends Page | Locator>(
  one: T,
  names: readonly (keyof T)[],
  work: (act: () => Promise<unknown>) => Promise<unknown>,
): () => void {
  const all = Object.getPrototypeOf(one);
  const natives = names.map((name) => [name, all[name]] as const);
  for (const [name, native] of natives) {
    all[name] = function (...given: unknown[]) {
      return work(() => native.apply(this, given));
    };
  }
  return () => {
    for (const [name, native] of natives) all[name] = native;
  };
}

/** Waits until the journal has stopped growing. */
export async function quiet(server: Server): Promise<Snapshot> {
  let known = '';
  let looks = 0;
  await expect
    .poll(
      async () => {
        const { buffers } = await server.get('/health');
        const held = JSON.stringify(buffers);
        looks = held === known ? looks + 1 : 0;
        known = held;
        return looks;
      },
      { message: 'waiting for the journal to stop growing', intervals: [100] },
    )
    .toBeGreaterThanOrEqual(QUIET_LOOKS);
  return server.snapshot();
}
