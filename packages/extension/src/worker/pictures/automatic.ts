// Automatic screenshots: after a navigation, an error or an action, as far as switched on.
import type { ErrorFacts, Facts } from 'gasoline-capture';
import type { Batch } from 'gasoline-transport/batch';
import {
  ACTION_SETTLE_MS,
  AUTOMATIC_PAUSE_MS,
  ERROR_SETTLE_MS,
  ERRORS_REMEMBERED,
  NAVIGATION_SETTLE_MS,
  REPEATED_ERROR_MS,
} from '../../limits.js';
import { actionsIn, errorsIn } from '../facts.js';
import type { After } from '../environment.js';

export type Trigger = 'navigation' | 'error' | 'action';

/** A screenshot that is to be taken, and what it belongs to. */
export interface PendingScreenshot {
  tab: number;
  trigger: Trigger;
  actionId?: string;
  errorId?: string;
}

export interface AutomaticOptions {
  after: After;
  now(): number;
  isOn(trigger: Trigger): boolean;
  /** Whether the document of the tab is still being loaded. */
  isLoading(tab: number): Promise<boolean>;
  /** The answer is when it was taken, if it could be. */
  take(pending: PendingScreenshot): Promise<number | undefined>;
}

const SETTLE_MS: Record<Trigger, number> = {
  navigation: NAVIGATION_SETTLE_MS,
  error: ERROR_SETTLE_MS,
  action: ACTION_SETTLE_MS,
};

/** Errors a user would see; what failed to load is told by its request. */
const ERRORS = ['console', 'exception', 'unhandledrejection'];

interface Waiting {
  pending: PendingScreenshot;
  /** What it waits for: the picture of a click that led to another document waits for that one. */
  settles: Trigger;
  stop: () => void;
}

export class Automatic {
  /** One of a trigger for each tab. */
  readonly #waiting = new Map<string, Waiting>();
  /** When a picture was last taken of an error, by tab and message. */
  readonly #errors = new Map<string, number>();
  /** The same names, of the errors that are to be taken. */
  readonly #names = new WeakMap<PendingScreenshot, string>();
  /** When the last one was taken. Taking one takes its time, which is not the same for all. */
  #taken: Promise<number> = Promise.resolve(-Infinity);

  constructor(private readonly options: AutomaticOptions) {}

  /**
   * A document has begun in the tab: what was to be taken of the one before cannot be had, except what came
   * of an action, which is this document.
   */
  newDocument(tab: number): void {
    const acted = this.#waiting.get(key({ tab, trigger: 'action' }))?.pending;
    this.forget(tab);
    this.#plan({ tab, trigger: 'navigation' });
    // Where navigations are taken, this one is the picture of the action too.
    if (acted !== undefined && !this.options.isOn('navigation')) this.#start(acted, 'navigation');
  }

  /** The document is complete: from here on it settles. */
  loaded(tab: number): void {
    for (const { pending, settles } of this.#waiting.values()) {
      if (pending.tab === tab && settles === 'navigation') this.#start(pending, settles);
    }
  }

  /** Captured events of the tab. */
  received(tab: number, isTop: boolean, batch: Batch): void {
    for (const error of errorsIn(batch)) this.#error(tab, error);
    for (const action of actionsIn(batch)) this.#action(tab, isTop, action);
  }

  forget(tab: number): void {
    for (const [name, { pending, stop }] of this.#waiting) {
      if (pending.tab !== tab) continue;
      stop();
      this.#waiting.delete(name);
    }
    // The same error has another face in another document.
    for (const name of this.#errors.keys()) {
      if (name.startsWith(`${tab} `)) this.#errors.delete(name);
    }
  }

  #error(tab: number, [errorId, source, message]: ErrorFacts): void {
    if (!ERRORS.includes(source) || !this.options.isOn('error')) return;
    const name = `${tab} ${message}`;
    // An error in a loop has one face.
    const since = this.options.now() - (this.#errors.get(name) ?? -Infinity);
    if (since < REPEATED_ERROR_MS) return;
    const pending: PendingScreenshot = { tab, trigger: 'error', errorId };
    this.#names.set(pending, name);
    this.#plan(pending);
  }

  /** Notes that an error is taken; one that could not be is taken when it comes again. */
  async #note(name: string, taking: Promise<number | undefined>): Promise<void> {
    const now = this.options.now();
    this.#errors.delete(name);
    this.#errors.set(name, now);
    for (const oldest of this.#errors.keys()) {
      if (this.#errors.size <= ERRORS_REMEMBERED) break;
      this.#errors.delete(oldest);
    }
    const isTaken = (await taking) !== undefined;
    if (!isTaken && this.#errors.get(name) === now) this.#errors.delete(name);
  }

  #action(tab: number, isTop: boolean, [actionId, type]: Facts['action']): void {
    if (type === 'navigate' && isTop) {
      // The document has said already that it is there; this gives its navigation a name.
      this.#waiting.get(key({ tab, trigger: 'navigation' }))?.stop();
      this.#waiting.delete(key({ tab, trigger: 'navigation' }));
      this.#plan({ tab, trigger: 'navigation', actionId });
    } else if (type === 'click' || type === 'submit') {
      this.#plan({ tab, trigger: 'action', actionId });
    }
  }

  /** The first of several is kept: the screenshot shows what came of all. */
  #plan(pending: PendingScreenshot): void {
    if (!this.options.isOn(pending.trigger) || this.#waiting.has(key(pending))) return;
    this.#start(pending);
  }

  #start(pending: PendingScreenshot, settles = pending.trigger, ms = SETTLE_MS[settles]): void {
    this.#waiting.get(key(pending))?.stop();
    const stop = this.options.after(ms, () => void this.#settled(pending, settles));
    this.#waiting.set(key(pending), { pending, settles, stop });
  }

  async #settled(pending: PendingScreenshot, settles: Trigger): Promise<void> {
    // `loaded` starts it again.
    if (settles === 'navigation' && (await this.options.isLoading(pending.tab))) return;
    const takenAt = await this.#lastTaken();
    if (this.#waiting.get(key(pending))?.pending !== pending) return;
    const now = this.options.now();
    const rest = takenAt + AUTOMATIC_PAUSE_MS - now;
    if (rest > 0) return this.#start(pending, settles, rest);
    this.#waiting.delete(key(pending));
    if (!this.options.isOn(pending.trigger)) return;
    const taking = this.options.take(pending);
    const name = this.#names.get(pending);
    if (name !== undefined) void this.#note(name, taking);
    this.#taken = taking.then((at) => at ?? now);
  }

  async #lastTaken(): Promise<number> {
    for (;;) {
      const last = this.#taken;
      const takenAt = await last;
      // Another one may have waited for the same one, and been first.
      if (last === this.#taken) return takenAt;
    }
  }
}

function key({ tab, trigger }: Pick<PendingScreenshot, 'tab' | 'trigger'>): string {
  return `${tab} ${trigger}`;
}
