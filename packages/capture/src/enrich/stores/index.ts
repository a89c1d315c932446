// Where an app keeps its state: the first kind of store that is found is told.
import type { Page } from '../../context.js';
import type { IsSpent } from '../look.js';
import type { Moment } from '../moments.js';
import { findReactContext } from './context.js';
import { findPinia } from './pinia.js';
import { findRedux } from './redux.js';
import { findSvelteStores } from './svelte.js';
import { createTrees } from './trees.js';
import { findZustand } from './zustand.js';

export interface Store {
  source: 'redux' | 'zustand' | 'pinia' | 'svelte' | 'react-context';
  state: object;
  /** What can be subscribed to and asked again, where the kind has such a thing. */
  api?: unknown;
}

/** Where a store is looked for. */
export interface Search {
  page: Page;
  moment: Moment;
  isSpent: IsSpent;
}

/** Undefined when the app has none that can be reached. */
export function findStore(search: Search): Store | undefined {
  const trees = createTrees(search);
  for (const find of [findRedux, findZustand, findPinia, findSvelteStores, findReactContext]) {
    const store = find(trees);
    if (store) return store;
  }
  return undefined;
}
