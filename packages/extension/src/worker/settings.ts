// The settings that hold: what the user stored, and over it what the server asks for.
import { askedFor, isKey, merge, type Stored } from '../storage.js';

/** As much of a chrome.storage area as is used. */
export interface Area {
  get(keys: null): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
}

/** An ended worker must not forget what the server asked for. */
const OVERRIDES = 'overrides';

export class WorkerSettings {
  #stored: Record<string, unknown> = {};
  #overrides: Record<string, unknown> = {};

  constructor(
    private readonly local: Area,
    private readonly session: Area,
  ) {}

  async load(): Promise<void> {
    const [local, session] = await Promise.all([this.local.get(null), this.session.get(null)]);
    this.#stored = local;
    const kept = session[OVERRIDES];
    if (typeof kept === 'object' && kept !== null) this.#overrides = { ...kept };
  }

  get current(): Stored {
    return merge(this.#stored, this.#overrides);
  }

  get overrides(): Partial<Stored> {
    return askedFor(this.#overrides);
  }

  /** The user changed something. False when it was none of the settings. */
  storedChanged(changes: Record<string, { newValue?: unknown }>): boolean {
    const mine = Object.entries(changes).filter(([key]) => isKey(key));
    for (const [key, { newValue }] of mine) {
      if (newValue === undefined) delete this.#stored[key];
      else this.#stored[key] = newValue;
    }
    return mine.length > 0;
  }

  /** The server says what it overrides: all of it, every time. Storage stays the user's. */
  async override(overrides: Record<string, unknown>): Promise<void> {
    this.#overrides = overrides;
    await this.session.set({ [OVERRIDES]: overrides });
  }
}
