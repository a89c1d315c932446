// Redux, and what is built on it: the provider of react-redux holds the store; some pages put it on the window.
import { isObject } from '../../values/plain.js';
import { ask, hasMethods, member } from '../look.js';
import type { Store } from './index.js';
import type { Trees } from './trees.js';

export function findRedux(trees: Trees): Store | undefined {
  for (const fiber of trees.fibers()) {
    const found = asStore(member(fiber, 'memoizedProps', 'store'));
    if (found) return found;
  }
  for (const value of trees.globals()) {
    const found = asStore(value);
    if (found) return found;
  }
  return undefined;
}

function asStore(api: unknown): Store | undefined {
  if (!hasMethods(api, 'getState', 'dispatch', 'subscribe')) return undefined;
  const state = ask(api, 'getState');
  return isObject(state) ? { source: 'redux', state, api } : undefined;
}
