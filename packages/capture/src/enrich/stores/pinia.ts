// Pinia: every app of Vue that uses it carries it, in development and in production.
import { isObject } from '../../values/plain.js';
import { member } from '../look.js';
import type { Store } from './index.js';
import type { Trees } from './trees.js';

/** The stores by their names. */
export function findPinia(trees: Trees): Store | undefined {
  for (const app of trees.vueApps()) {
    const pinia = member(app, 'config', 'globalProperties', '$pinia');
    const state = member(pinia, 'state', 'value');
    if (isObject(state)) return { source: 'pinia', state };
  }
  return undefined;
}
