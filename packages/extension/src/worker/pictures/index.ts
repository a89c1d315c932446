// The worker's pictures: those that are asked for, and those that are taken by themselves.
import type { ScreenshotLeave } from 'gasoline-capture/protocol.generated';
import type { Batch } from 'gasoline-transport/batch';
import { textArgument } from '../../errands/refusal.js';
import { FULL_PAGE_SHARE } from '../../limits.js';
import type { ErrandAnswer } from '../../messages.js';
import type { Stored } from '../../storage.js';
import type { Errand } from '../errands.js';
import type { After } from '../environment.js';
import { Automatic, type Trigger, type PendingScreenshot } from './automatic.js';
import { Camera, NOT_ALLOWED, type Snap } from './camera.js';
import { chromeLens, isAllowed } from './lens.js';
import { postScreenshot, type Posted } from './post.js';
import { takeElement, takePage, takeVisible, type Ask, type Taken } from './subject.js';

export interface PicturesOptions {
  settings(): Stored;
  /** Who we are, as every batch says it. */
  client(): string;
  after: After;
  /** One more was skipped: the server wants to know. */
  skipped(): void;
}

const SWITCHES: Record<
  Trigger,
  'screenshotOnNavigation' | 'screenshotOnError' | 'screenshotOnAction'
> = {
  navigation: 'screenshotOnNavigation',
  error: 'screenshotOnError',
  action: 'screenshotOnAction',
};

export class Pictures {
  readonly #camera: Camera;
  readonly #automatic: Automatic;
  #skipped = 0;

  constructor(private readonly options: PicturesOptions) {
    this.#camera = new Camera(chromeLens(options.settings));
    this.#automatic = new Automatic({
      after: options.after,
      now: () => Date.now(),
      isOn: (trigger) => !options.settings().paused && options.settings()[SWITCHES[trigger]],
      isLoading: async (tab) => {
        const known = await chrome.tabs.get(tab).catch(() => undefined);
        return known?.status === 'loading';
      },
      take: (pending) => this.#take(pending),
    });
  }

  /** What the server is told of them. */
  async leave(): Promise<ScreenshotLeave> {
    return { allowed: await isAllowed(), skipped: this.#skipped };
  }

  newDocument(tab: number): void {
    this.#automatic.newDocument(tab);
  }

  loaded(tab: number): void {
    this.#automatic.loaded(tab);
  }

  received(tab: number, isTop: boolean, batch: Batch): void {
    this.#automatic.received(tab, isTop, batch);
  }

  forget(tab: number): void {
    this.#automatic.forget(tab);
  }

  /** Does the errand: takes the picture, posts it, and answers with its id. */
  async capture(
    tab: number,
    { arguments: given, timeoutMs }: Pick<Errand, 'arguments' | 'timeoutMs'>,
    ask: Ask,
  ): Promise<ErrandAnswer> {
    const end = Date.now() + timeoutMs * FULL_PAGE_SHARE;
    if (!(await isAllowed())) throw NOT_ALLOWED;
    const selector = textArgument(given, 'selector');
    const isWhole = given['full_page'] === true;
    const taken = await this.#camera.use((snap): Promise<Taken> => {
      if (selector !== undefined) return takeElement(snap, tab, ask, selector);
      return isWhole ? takePage(snap, tab, ask, () => Date.now() > end) : takeVisible(snap, tab);
    });
    const id = await this.#post(tab, taken, {
      trigger: 'explicit',
      ...(selector === undefined ? {} : { selector }),
      ...(isWhole ? { fullPage: true } : {}),
    });
    return { result: taken.note === undefined ? { id } : { id, note: taken.note } };
  }

  /** Nobody waits for it, so nobody hears why it could not be taken; only a permission is missed. */
  async #take(pending: PendingScreenshot): Promise<number | undefined> {
    const { tab, ...why } = pending;
    try {
      if (!(await isAllowed())) {
        this.#skipped += 1;
        this.options.skipped();
        return undefined;
      }
      const taken = await this.#camera.use((snap: Snap) => takeVisible(snap, tab));
      // The next one need not wait until this one has arrived.
      this.#post(tab, taken, why).catch(() => {});
      return taken.takenAt;
    } catch {
      // The tab went into the background or away.
      return undefined;
    }
  }

  #post(
    tab: number,
    taken: Taken,
    why: Pick<Posted, 'trigger'> & Partial<Posted>,
  ): Promise<string> {
    const { dataUrl, url, takenAt, cropped } = taken;
    return postScreenshot(this.options.settings().serverUrl, {
      dataUrl,
      url,
      timestamp: new Date(takenAt).toISOString(),
      tabId: tab,
      client: this.options.client(),
      ...(cropped ? { cropped } : {}),
      ...why,
    });
  }
}
