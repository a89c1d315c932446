// Takes pictures of the tab that is shown: one job at a time, and no faster than Chrome allows.
import { Refusal } from '../../errands/refusal.js';
import { SHUTTER_PAUSE_MS, SHUTTER_RETRIES, SHUTTER_RETRY_MS } from '../../limits.js';

/** As much of Chrome as a picture needs. */
export interface Lens {
  /** Where the tab is shown; refused when it is not. */
  aim(tab: number): Promise<Shown>;
  /** A PNG of what the window shows, as a data URL. */
  expose(windowId: number): Promise<string>;
  /** Calls `moved` when the window shows another tab; the answer ends that. */
  watch(windowId: number, moved: () => void): () => void;
  now(): number;
  rest(ms: number): Promise<void>;
}

export interface Shown {
  windowId: number;
  url: string;
}

export interface Snapshot {
  dataUrl: string;
  url: string;
  takenAt: number;
}

export type Snap = (tab: number) => Promise<Snapshot>;

export class Camera {
  #exposedAt = -Infinity;
  #line: Promise<unknown> = Promise.resolve();

  constructor(private readonly lens: Lens) {}

  /** Has the camera until the job is done: a page that was put in place must not be disturbed. */
  use<T>(job: (snap: Snap) => Promise<T>): Promise<T> {
    const done = this.#line.then(() => job((tab) => this.#snap(tab)));
    this.#line = done.catch(() => {});
    return done;
  }

  async #snap(tab: number): Promise<Snapshot> {
    for (let attempt = 0; ; attempt++) {
      const pause = this.#exposedAt + SHUTTER_PAUSE_MS - this.lens.now();
      if (pause > 0) await this.lens.rest(pause);
      try {
        return await this.#expose(tab);
      } catch (error) {
        // A worker that was just started does not know what an earlier life of it took.
        if (!isQuota(error) || attempt === SHUTTER_RETRIES) throw explained(error);
        await this.lens.rest(SHUTTER_RETRY_MS);
      }
    }
  }

  async #expose(tab: number): Promise<Snapshot> {
    const { windowId } = await this.lens.aim(tab);
    let isMoved = false;
    const unwatch = this.lens.watch(windowId, () => {
      isMoved = true;
    });
    try {
      const takenAt = this.lens.now();
      this.#exposedAt = takenAt;
      const dataUrl = await this.lens.expose(windowId);
      // Chrome takes whatever the window shows. A tab nobody asked about is nobody's business.
      const { url } = await this.lens.aim(tab);
      if (isMoved) throw MOVED;
      return { dataUrl, url, takenAt };
    } finally {
      unwatch();
    }
  }
}

export const NOT_ALLOWED = new Refusal(
  'screenshots are not allowed in this browser',
  'ask the user to press `Allow screenshots` in the options of the extension',
);

const MOVED = new Refusal(
  'the user went to another tab while the picture was taken',
  'ask again when the tab is shown',
);

const NOT_DRAWN = new Refusal(
  'the browser has no picture of the tab: its window may be hidden or covered',
  'ask the user to bring the window to the front, then ask again',
);

function isQuota(error: unknown): boolean {
  return error instanceof Error && error.message.includes('MAX_CAPTURE_VISIBLE_TAB');
}

/** Chrome's reasons in our words. */
function explained(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  if (/activeTab|<all_urls>|permission/i.test(error.message)) return NOT_ALLOWED;
  if (/capture|invisible|readback/i.test(error.message)) return NOT_DRAWN;
  return error;
}
