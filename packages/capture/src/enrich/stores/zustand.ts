// Zustand: no provider holds its stores, but the hooks of the components that use one do.
import { isArray, isObject } from '../../values/plain.js';
import { hooksOf } from '../ancestry/react.js';
import { ask, hasMethods, member } from '../look.js';
import type { Store } from './index.js';
import type { Trees } from './trees.js';

/** The store that the component nearest to the error uses; else any, or one on the window. */
export function findZustand(trees: Trees): Store | undefined {
  for (const fiber of trees.fibers()) {
    for (const hook of hooksOf(fiber)) {
      // `useCallback(…, [store, selector])` is remembered as the function and its dependencies.
      const remembered = member(hook, 'memoizedState');
      const dependencies = isArray(remembered) ? member(remembered, '1') : undefined;
      for (const value of isArray(dependencies) ? dependencies : []) {
        const found = asStore(value);
        if (found) return found;
      }
    }
  }
  for (const value of trees.globals()) {
    const found = asStore(value);
    if (found) return found;
  }
  return undefined;
}

function asStore(api: unknown): Store | undefined {
  if (!hasMethods(api, 'getState', 'setState', 'subscribe')) return undefined;
  const state = ask(api, 'getState');
  return isObject(state) ? { source: 'zustand', state, api } : undefined;
}
