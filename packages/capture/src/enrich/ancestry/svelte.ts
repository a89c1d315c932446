// Components of Svelte 5, whose development builds write on each element where it comes from.
import type { Component } from './index.js';
import { fileName, firstName, member } from '../look.js';

const LEVELS_MAX = 100;

/**
 * Leaf first. An entry of the chain is a block or a component, and tells the file that *uses* it: the
 * outermost file is the root, which nobody uses. Production builds write nothing.
 */
export function svelteAncestry(element: Element): Component[] {
  let at: Element | null = element;
  while (at && !member(at, '__svelte_meta')) at = at.parentElement;
  const meta = member(at, '__svelte_meta');
  if (!meta) return [];
  const found: Component[] = [];
  let file = member(meta, 'loc', 'file');
  let entry = member(meta, 'parent');
  for (let level = 0; entry && level < LEVELS_MAX; level++) {
    if (member(entry, 'type') === 'component') {
      const name = firstName(member(entry, 'componentTag'));
      if (name) found.push({ name });
      file = member(entry, 'file') ?? file;
    }
    entry = member(entry, 'parent');
  }
  const root = firstName(fileName(file));
  if (root) found.push({ name: root });
  return found;
}
