// Stores of Svelte live in modules; a page that wants them seen puts them on its window.
import { isFunction, isObject } from '../../values/plain.js';
import { hasMethods, member, namesIn } from '../look.js';
import { OBJECT_MAX_KEYS } from '../../protocol.generated.js';
import type { Store } from './index.js';
import type { Trees } from './trees.js';

interface Readable {
  subscribe(heard: (value: unknown) => void): unknown;
}

/** `window.__svelte_stores`: stores by name, as an object. */
export function findSvelteStores({ exposed }: Trees): Store | undefined {
  const stores = exposed('__svelte_stores');
  if (!isObject(stores)) return undefined;
  const state: Record<string, unknown> = {};
  for (const name of namesIn(stores, OBJECT_MAX_KEYS)) {
    const store = member(stores, name);
    if (hasMethods(store, 'subscribe')) state[name] = valueOf(store as Readable);
  }
  return { source: 'svelte', state };
}

/** A store tells its value to each new subscriber at once. */
function valueOf(store: Readable): unknown {
  let value: unknown;
  try {
    const leave = store.subscribe((told) => {
      value = told;
    });
    if (isFunction(leave)) leave();
  } catch {
    return undefined;
  }
  return value;
}
