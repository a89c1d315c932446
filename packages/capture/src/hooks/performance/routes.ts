// Changes of route: when one began, and what its page is called.
import type { CaptureContext } from '../../context.js';
import { ROUTE_REACH_MS } from '../../limits.js';
import { listenAll } from '../../realm/listeners.js';
import type { Uninstall } from '../../realm/patch.js';

/** The path of a page; with the fragment where that is the route (`#/cart`). */
export function pathOf({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string {
  return /^#!?\//.test(hash) ? pathname + hash.replace(/\?.*$/, '') : pathname;
}

export interface Interactions {
  /** When the user did what led to a change at `moment`, if nothing since `after` fits better. */
  before(moment: number, after: number): number | undefined;
  uninstall: Uninstall;
}

/** Notes when the user last clicked or pressed a key. */
export function watchInteractions(context: CaptureContext): Interactions {
  const { page } = context;
  let last = -Infinity;
  const note = (event: Event) => {
    if (event.isTrusted) last = event.timeStamp;
  };
  return {
    before: (moment, after) => (last > after && moment - last <= ROUTE_REACH_MS ? last : undefined),
    uninstall: listenAll(context, page, [
      ['click', note, true],
      ['keydown', note, true],
    ]),
  };
}
