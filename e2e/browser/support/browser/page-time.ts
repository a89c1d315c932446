// Time as a page has it: its own timers, which fire late wherever the machine is slow. A wait that is
// counted in them has the same result on every machine.
import type { Page, Request } from '@playwright/test';

const BEAT_MS = 50;

/**
 * A clock of a page that stands still while a message of a port is handled, as our steps after an error
 * are: none of them uses up its milliseconds because the machine is busy. It must be there before any
 * other script.
 */
export const STEADY_STEPS = `{
  const read = Date.now;
  let standing;
  Date.now = () => standing ?? read();
  const { get, set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    configurable: true,
    enumerable: true,
    get,
    set(work) {
      set.call(this, function (event) {
        standing = read();
        try {
          work.call(this, event);
        } finally {
          standing = undefined;
        }
      });
    },
  });
}`;

/** Resolves when so many timers of the page have fired one after the other, in any of its documents. */
export async function beats(page: Page, count: number): Promise<void> {
  for (let beat = 0; beat < count; beat += (await hasBeaten(page)) ? 1 : 0) {
    if (page.isClosed()) return;
  }
}

/** False where the document was left meanwhile. */
async function hasBeaten(page: Page): Promise<boolean> {
  const beat = page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), BEAT_MS);
  return beat.then(
    () => true,
    () => false,
  );
}

/** Requests whose end a browser does not report, or that never end. */
const ENDLESS = ['ping', 'eventsource', 'websocket'];

/** A URL that is requested more often than this after an act is polled, which no act waits for. */
const SAME_MAX = 3;

/** Knows whether a page still does something: a request is open, or its user has just acted. */
export class Rest {
  readonly #open = new Set<Request>();
  readonly #counts = new Map<string, number>();
  #isMoved = false;

  constructor(private readonly page: Page) {
    page.on('request', (request) => {
      if (ENDLESS.includes(request.resourceType())) return;
      const count = (this.#counts.get(request.url()) ?? 0) + 1;
      this.#counts.set(request.url(), count);
      if (count <= SAME_MAX) this.#open.add(request);
    });
    const end = (request: Request) => void this.#open.delete(request);
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** The user acts: the page may need time for it. */
  move(): void {
    this.#isMoved = true;
    this.#counts.clear();
  }

  /** Resolves when nothing has happened for so many beats. */
  async after(count: number): Promise<void> {
    for (let beat = 0; beat < count && !this.page.isClosed(); beat += 1) {
      this.#isMoved = false;
      await beats(this.page, 1);
      if (this.#isMoved || this.#open.size > 0) beat = -1;
    }
  }
}
