// The natives we call ourselves, taken before a page or a test's fake clock can replace them.
import type { Page } from '../context.js';
import { isObject, unbound } from '../values/plain.js';

/** Functions of the page's realm, bound where they need to be. */
export interface Natives {
  now(): number;
  setTimeout(work: () => void, milliseconds: number): number;
  clearTimeout(timer: number): void;
  /** Runs `work` in a task of its own, at once, also where a test has stopped all timers. */
  soon(work: () => void): void;
  /** `promise.then`, deaf to a `then` the page put on the promise or its prototype. */
  after<T, R>(
    promise: Promise<T>,
    kept: (value: T) => R | PromiseLike<R>,
    broken?: (reason: unknown) => R | PromiseLike<R>,
  ): Promise<R>;
  listen(target: EventTarget, type: string, listener: Listener, capture?: boolean): void;
  unlisten(target: EventTarget, type: string, listener: Listener, capture?: boolean): void;
  /** RFC 3339 with milliseconds. */
  iso(milliseconds: number): string;
  /** The absolute form of an address in the page, or undefined when it has none. */
  resolve(address: string): string | undefined;
  /** Whether a value is a `Request`, of this page or of a frame in it. */
  isRequest(value: unknown): value is Request;
  /** Letters and digits nobody else has. */
  random(): string;
}

export type Listener = (event: Event) => void;

function getterOf(prototype: object, name: string): () => unknown {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  return get ?? getterOf(Object.getPrototypeOf(prototype) as object, name);
}

/** Takes them from `page`. Call it before the page's first script. */
export function takeNatives(page: Page): Natives {
  const { Date, Promise, URL, MessageChannel, document, crypto } = page;
  const target = page.EventTarget.prototype;
  // `then` is generic, and stays so only through a cast.
  const after = unbound(Promise.prototype.then as never) as Natives['after'];
  const iso = unbound<[Date], string>(Date.prototype.toISOString);
  const urlOf = unbound<[object], string>(getterOf(page.Request.prototype, 'url'));
  let lastTime = NaN;
  let lastText = '';
  return {
    now: Date.now,
    setTimeout: page.setTimeout.bind(page) as Natives['setTimeout'],
    clearTimeout: page.clearTimeout.bind(page),
    soon(work) {
      const { port1, port2 } = new MessageChannel();
      // Assigning starts the port, which a listener does not.
      // oxlint-disable-next-line unicorn/prefer-add-event-listener
      port1.onmessage = work;
      // A port has no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      port2.postMessage(0);
    },
    after,
    listen: unbound(target.addEventListener),
    unlisten: unbound(target.removeEventListener),
    iso(milliseconds) {
      // Events come in bursts: most have the millisecond of their neighbour.
      if (milliseconds !== lastTime) {
        lastTime = milliseconds;
        lastText = iso(new Date(milliseconds));
      }
      return lastText;
    },
    resolve(address) {
      try {
        return new URL(address, document.baseURI).href;
      } catch {
        return undefined;
      }
    },
    isRequest(value): value is Request {
      try {
        // The getter throws for what is not a `Request`. It knows those of other frames, too.
        return isObject(value) && urlOf(value) !== undefined;
      } catch {
        return false;
      }
    },
    random() {
      const words = crypto.getRandomValues(new page.Uint32Array(4));
      return words.reduce((text, word) => text + word.toString(36), '');
    },
  };
}
