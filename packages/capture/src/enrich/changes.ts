// What changed in a store lately. Stores that never change a value in place can be compared by looking.
import { CHANGED_MAX_AGE_MS } from '../limits.js';
import { OBJECT_MAX_KEYS } from '../protocol.generated.js';
import { isFunction, isObject } from '../values/plain.js';
import { member, namesIn } from './look.js';
import type { Store } from './stores/index.js';

export interface Changes {
  /** Follows the store from here on, and leaves the one it followed before. */
  watch(store: Store): void;
  /** Paths (`cart.total`) that changed a moment ago. */
  recent(): ReadonlySet<string>;
}

export function watchChanges(now: () => number): Changes {
  const times = new Map<string, number>();
  let followed: unknown;
  let leave: unknown;
  let before: unknown;

  /** It runs inside the app's own dispatch, which must not fail by it. */
  const note = (): void => {
    try {
      const state = read(followed);
      for (const path of differences(before, state)) times.set(path, now());
      before = state;
    } catch {
      // Then nothing is known of this change.
    }
  };

  return {
    watch({ api, state }) {
      if (api === followed || !isFunction(member(api, 'subscribe'))) return;
      const left = leave;
      times.clear();
      [followed, before, leave] = [api, state, undefined];
      try {
        if (isFunction(left)) left();
        leave = (api as { subscribe(heard: () => void): unknown }).subscribe(note);
      } catch {
        // A store that nobody may follow can still be read.
      }
    },
    recent() {
      const since = now() - CHANGED_MAX_AGE_MS;
      for (const [path, at] of times) if (at < since) times.delete(path);
      return new Set(times.keys());
    },
  };
}

function read(api: unknown): unknown {
  return (api as { getState(): unknown }).getState();
}

/** Two levels down; what is the same object has not changed. */
function differences(before: unknown, after: unknown): string[] {
  return namesIn(after, OBJECT_MAX_KEYS).flatMap((name) => {
    const [old, young] = [member(before, name), member(after, name)];
    if (old === young) return [];
    if (!isObject(old) || !isObject(young)) return [name];
    const inner = namesIn(young, OBJECT_MAX_KEYS);
    return inner
      .filter((key) => member(old, key) !== member(young, key))
      .map((key) => `${name}.${key}`);
  });
}
