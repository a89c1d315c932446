// The trees of frameworks in a page, for those who look for stores in them.
import type { Page } from '../../context.js';
import { ROOTS_MAX_ELEMENTS, SEARCH_MAX_NODES } from '../../limits.js';
import { getOwnPropertyDescriptor, isObject, keys } from '../../values/plain.js';
import { counted, member, type IsSpent } from '../look.js';
import type { Fiber } from '../moments.js';
import type { Search } from './index.js';

export interface Trees {
  /** The nodes above the error, leaf first. */
  readonly above: readonly Fiber[];
  /** All nodes of React: those above the error, then every tree of the page from its root. */
  fibers(): Iterable<Fiber>;
  /** The apps of Vue. */
  vueApps(): unknown[];
  /** What the page put on its window, without running a getter. */
  globals(): Iterable<unknown>;
  /** One of these by its name. */
  exposed(name: string): unknown;
}

export function createTrees({ page, moment, isSpent }: Search): Trees {
  let known: Element[] | undefined;
  const roots = () => (known ??= rootsIn(page));
  const exposed = (name: string): unknown => getOwnPropertyDescriptor(page, name)?.value;
  return {
    above: moment.fibers,
    *fibers() {
      yield* moment.fibers;
      const isOver = counted(isSpent, SEARCH_MAX_NODES);
      for (const root of roots()) {
        const name = keys(root).find((key) =>
          /^(?:__reactContainer|_reactRootContainer)/.test(key),
        );
        const held = name && member(root, name);
        // The container's node may be the older of two; before version 17 it holds the root.
        const top =
          member(held, 'stateNode', 'current') ?? member(held, '_internalRoot', 'current');
        if (isObject(top)) yield* below(top, isOver);
      }
    },
    vueApps: () => roots().flatMap((root) => member(root, '__vue_app__') ?? []),
    *globals() {
      for (const name of keys(page)) yield exposed(name);
    },
    exposed,
  };
}

function isRoot(key: string): boolean {
  return /^(?:__reactContainer|_reactRootContainer|__vue_app__)/.test(key);
}

/** Elements that frameworks were told to fill. */
function rootsIn({ document }: Page): Element[] {
  const elements = document.getElementsByTagName('*');
  const found: Element[] = [];
  for (let index = 0; index < Math.min(elements.length, ROOTS_MAX_ELEMENTS); index++) {
    const element = elements[index];
    if (element && keys(element).some(isRoot)) found.push(element);
  }
  return found;
}

/** A tree from its top, without recursion: trees are deep, and made by others. */
function* below(top: Fiber, isOver: IsSpent): Iterable<Fiber> {
  const open: unknown[] = [top];
  while (open.length > 0 && !isOver()) {
    const fiber = open.pop();
    if (!isObject(fiber)) continue;
    yield fiber;
    open.push(member(fiber, 'sibling'), member(fiber, 'child'));
  }
}
