// What the parts of the worker are given, so that tests need no browser: a store and a clock.

/** As much of chrome.storage.session as is used. */
export interface KeyValueStore {
  get(keys: null): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

/** Runs work later; what is returned cancels it. */
export type After = (ms: number, work: () => void) => () => void;
