// What one worker process knows: the server, the test that runs, and the contexts that are open.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as after } from 'node:timers/promises';
import { test as base, type BrowserContext, type Page, type TestInfo } from '@playwright/test';
import { ROUTES } from 'gasoline-capture/protocol.generated';
import { Client } from 'gasoline-driver/client';
import { Errands, Refusal, type Errand } from 'gasoline-driver/errands';
import { takePicture } from './driver/picture.js';
import { sendSources } from './driver/sources.js';
import type { Told } from 'gasoline-driver/browser-words';
import { Watch } from './driver/watch.js';
import { attemptOf, hasFailed, testId } from './identity.js';
import {
  ERRAND_SHARE,
  PAGE_ANSWER_MAX_MS,
  PICTURE_MAX_MS,
  PICTURES_MAX,
  QUIET_MS,
  SETTLE_MAX_MS,
  SNAPSHOT_ANSWER_MAX_MS,
  SOURCES_MAX_MS,
} from './limits.js';
import type { CaptureMode } from './options.js';
import type { Command } from 'gasoline-driver/server/binary';
import type { GasolineSnapshot } from 'gasoline-driver/report/snapshot';

export const CLIENT = 'gasoline-playwright/0.1.0';

/** Where pages may post to through the binding; what commands the server is not among them. */
const INGEST: ReadonlySet<string> = new Set(Object.values(ROUTES).map(([path]) => path));

/** The test under way, as it wants to be watched. */
export interface Running {
  info: TestInfo;
  mode: CaptureMode;
  pictures: boolean;
}

export class Worker {
  readonly #watches = new Map<BrowserContext, Watch>();
  #lastTest: string | undefined;
  #running: Running | undefined;
  #photographed = 0;
  /** The test that ended last; hooks may still run after it. */
  ended: string | undefined;
  /** Those that are open, the newest last. */
  readonly #pages = new Set<Page>();
  readonly #errands: Errands;

  constructor(
    readonly client: Client,
    /** Everything this worker causes comes after it in the journal. */
    readonly cursor: string | undefined,
    readonly binary: Command | undefined,
  ) {
    const name = `${CLIENT} ${process.pid}`;
    this.#errands = new Errands(client.port, name, (errand) => this.#run(errand));
  }

  /** The test that runs, hooks included, else the one that ran last. */
  testId(): string | undefined {
    const info = currentInfo();
    if (info) this.#lastTest = testId(attemptOf(info));
    return this.#lastTest;
  }

  begin(running: Running): void {
    this.#running = running;
    this.#photographed = 0;
    if (this.#watches.size > 0) this.#errands.start();
  }

  end(): void {
    this.#running = undefined;
    this.#errands.stop();
  }

  /** Puts the capture script into every page of a context. */
  async opened(context: BrowserContext): Promise<void> {
    const watch = new Watch(context, (entries) => this.#post({ entries }));
    this.#watches.set(context, watch);
    this.client.browser = agentOf(context) ?? this.client.browser;
    context.on('close', () => this.#watches.delete(context));
    context.on('page', (page) => this.#meet(page));
    for (const page of context.pages()) this.#meet(page);
    if (this.#running) this.#errands.start();
    await unlisted(context, async () => {
      await context.exposeBinding('__gasolineBinding', (_source, path: string, body: string) => {
        return this.#take(path, body);
      });
      const mode = this.#running?.mode ?? modeOfProject();
      const config = `window.__GASOLINE__=${JSON.stringify({ mode })};\n`;
      await context.addInitScript({ content: config + captureScript() });
    });
  }

  /** What a failed test's pages look like, and what they wait for, is told before they go. */
  async closing(context: BrowserContext): Promise<void> {
    const watch = this.#watches.get(context);
    const running = this.#running;
    if (!watch || !this.client.isThere) return;
    if (!running || !hasFailed(running.info)) return this.#post(watch.takeSightings());
    if (hasRunOut(running.info)) this.#post({ bodies: watch.pending() });
    if (running.pictures) await this.#photograph(context);
    await this.#settle(watch);
    await this.#explain(watch);
  }

  /** Waits until what happened in the open pages so far has been taken by the server. */
  async settle(): Promise<void> {
    if (!this.client.isThere) return;
    await Promise.all([...this.#watches.values()].map((watch) => this.#settle(watch)));
    await this.client.settled();
  }

  /** What this run's pages told of a test. */
  async snapshot(id: string, since = this.cursor): Promise<GasolineSnapshot> {
    return (await this.#read('/snapshot', id, since)) as GasolineSnapshot;
  }

  /** Why a test of this run failed, in the words of the server. */
  async summary(id: string): Promise<string> {
    const { text } = (await this.#read('/report', id, this.cursor)) as { text: string };
    return text;
  }

  #read(path: string, id: string, since?: string): Promise<unknown> {
    const query = new URLSearchParams({ test_id: id, ...(since !== undefined && { since }) });
    return this.client.get(`${path}?${query}`, SNAPSHOT_ANSWER_MAX_MS);
  }

  get contexts(): BrowserContext[] {
    return [...this.#watches.keys()];
  }

  #meet(page: Page): void {
    this.#pages.add(page);
    page.on('close', () => this.#pages.delete(page));
  }

  /** Does what the server asks: a picture of the page that was opened last. */
  async #run({ errand, arguments: given, timeoutMs }: Errand): Promise<object> {
    if (errand !== 'capture_screenshot') {
      throw new Refusal('the fixture of Playwright only takes pictures', 'ask for one');
    }
    const page = [...this.#pages].findLast((one) => !one.isClosed() && !isBlank(one));
    if (!page) throw new Refusal('the test that runs has no page open', 'ask again when it has');
    const timeout = timeoutMs * ERRAND_SHARE;
    const taken = unlisted(page.context(), () => takePicture(page, given, timeout));
    const late = after(timeout, undefined, { ref: false }).then(() => {
      throw new Refusal('the page does not answer: it is busy, or shows a dialog', 'ask again');
    });
    const { png, cropped, note } = await Promise.race([taken, late]);
    const { selector, full_page: fullPage } = given;
    const id = await this.#show(page, png, {
      ...(selector !== undefined && { selector }),
      ...(fullPage === true && { fullPage }),
      ...(cropped && { cropped }),
    });
    return note === undefined ? { id } : { id, note };
  }

  /** Sends a picture that was asked for. Gives the name the server has for it. */
  async #show(page: Page, png: Buffer, more: object): Promise<string> {
    const { status, text } = await this.client.post('/screenshots', {
      ...pictureOf(page, png, this.testId()),
      trigger: 'explicit',
      ...more,
    });
    const said = JSON.parse(text) as { id?: string; error?: string; hint?: string };
    if (status === 200 && said.id !== undefined) return said.id;
    throw new Refusal(`the picture is refused: ${said.error ?? status}`, said.hint ?? 'ask again');
  }

  async #take(path: string, body: string): Promise<void> {
    if (!INGEST.has(path)) return;
    // An object with members: spliced, not parsed.
    const id = this.testId();
    const text = id === undefined ? body : `${body.slice(0, -1)},"test_id":${JSON.stringify(id)}}`;
    await this.client.post(path, text);
  }

  /**
   * A page sends its next batch when the last one is acknowledged. So it has nothing left only if
   * it responds after the last acknowledgement and has sent nothing before its response.
   */
  async #settle(watch: Watch): Promise<void> {
    const deadline = Date.now() + SETTLE_MAX_MS;
    do {
      await this.client.settled();
      await after(QUIET_MS);
      await Promise.all(watch.context.pages().map((page) => answered(page)));
    } while (this.client.underWay > 0 && Date.now() < deadline);
    this.#post(await watch.completeSightings());
  }

  /** Gets the source maps of what went wrong that only the driver can get. */
  async #explain({ context, scripts }: Watch): Promise<void> {
    const id = this.testId();
    if (id === undefined || !this.client.isThere) return;
    const sent = unlisted(context, () => sendSources(this.client, id, scripts, context)).catch(
      () => {},
    );
    await Promise.race([sent, after(SOURCES_MAX_MS, undefined, { ref: false })]);
  }

  #post({ entries = [], bodies = [] }: { entries?: Told[]; bodies?: Told[] }): void {
    const envelope = { client: CLIENT, test_id: this.testId() };
    if (entries.length > 0) this.client.tell('/logs', { entries, ...envelope });
    if (bodies.length > 0) this.client.tell('/network-bodies', { bodies, ...envelope });
  }

  async #photograph(context: BrowserContext): Promise<void> {
    for (const page of context.pages().toReversed()) {
      if (this.#photographed >= PICTURES_MAX || page.isClosed()) return;
      this.#photographed++;
      try {
        const picture = await unlisted(context, () => page.screenshot({ timeout: PICTURE_MAX_MS }));
        this.client.tell('/screenshots', {
          ...pictureOf(page, picture, this.testId()),
          trigger: 'test-failure',
        });
      } catch {
        // A page that crashed or hangs has no picture.
      }
    }
  }
}

function pictureOf(page: Page, png: Buffer, test_id: string | undefined): object {
  const dataUrl = `data:image/png;base64,${png.toString('base64')}`;
  return { dataUrl, url: page.url(), client: CLIENT, test_id };
}

/** One that was opened and shows nothing yet. */
function isBlank(page: Page): boolean {
  return page.url().startsWith('about:');
}

/** Whether a test waited for something that did not come. */
function hasRunOut({ status, errors }: TestInfo): boolean {
  return (
    status === 'timedOut' || errors.some(({ message }) => /tim(eout|ed out)/i.test(message ?? ''))
  );
}

function currentInfo(): TestInfo | undefined {
  try {
    return base.info();
  } catch {
    return undefined;
  }
}

/** Fixtures of the worker may open a context before anything tells what the test wants. */
function modeOfProject(): CaptureMode {
  const use = currentInfo()?.project.use as { gasolineCaptureMode?: CaptureMode } | undefined;
  return use?.gasolineCaptureMode ?? 'errors-only';
}

/** Bindings that a page called before this are with us when it answers. */
async function answered(page: Page): Promise<void> {
  const answer = unlisted(page.context(), () => page.evaluate('0')).catch(() => {});
  await Promise.race([answer, after(PAGE_ANSWER_MAX_MS, undefined, { ref: false })]);
}

let script: string | undefined;

function captureScript(): string {
  const path = createRequire(__filename).resolve('gasoline-ci/gasoline-ci.min.js');
  return (script ??= readFileSync(path, 'utf8'));
}

interface Internals {
  _wrapApiCall?: <T>(work: () => Promise<T>, options: { internal: boolean }) => Promise<T>;
}

/** Does it without a line in the steps of the test, where the driver offers that. */
function unlisted<T>(context: BrowserContext, work: () => Promise<T>): Promise<T> {
  const internals = context as BrowserContext & Internals;
  // oxlint-disable-next-line no-underscore-dangle
  return internals._wrapApiCall?.(work, { internal: true }) ?? work();
}

/** A browser as it calls itself, in short: the version is the driver's word, which asks no page. */
function agentOf(context: BrowserContext): string | undefined {
  const browser = context.browser();
  if (browser === null) return undefined;
  const names: Record<string, string> = { chromium: 'Chrome', firefox: 'Firefox' };
  const name = names[browser.browserType().name()];
  const version = browser.version();
  return name === undefined ? `Version/${version} Safari/${version}` : `${name}/${version}`;
}
