// Outlines: what a page says of itself after loading and after each change of history.
import type { CaptureContext } from '../../context.js';
import type { Idle } from '../../realm/idle.js';
import {
  OUTLINE_AFTER_DYNAMIC_MS,
  OUTLINE_AFTER_LOAD_MS,
  OUTLINE_AFTER_NAVIGATION_MS,
} from '../../limits.js';
import { listenAll } from '../../realm/listeners.js';
import type { Uninstall } from '../../realm/patch.js';
import type { DomSnapshot } from '../../protocol.generated.js';
import { watchDynamic } from './dynamic.js';
import { candidates, choose } from './elements.js';

export interface Outlines {
  /** The page went elsewhere without loading. */
  moved(): void;
  uninstall: Uninstall;
}

export function hookOutlines(context: CaptureContext, idle: Idle): Outlines {
  const { page, natives, quietly, settings } = context;
  const { document, location } = page;
  // A test would look for the headings of a frame in the page, and not find them.
  if (page !== page.parent) return { moved() {}, uninstall() {} };
  let timer: number | undefined;
  let patience = OUTLINE_AFTER_DYNAMIC_MS;

  const take = () => {
    timer = undefined;
    if (settings.paused || !settings.outlines) return;
    const outline: DomSnapshot = {
      timestamp: natives.iso(context.now()),
      url: location.href,
      title: document.title,
      elements: choose(candidates(document, dynamic.has)),
    };
    const changing = dynamic.list();
    if (changing.length > 0) outline.dynamic = changing;
    context.emit('outline', outline);
  };

  const stop = () => {
    if (timer !== undefined) natives.clearTimeout(timer);
    timer = undefined;
  };
  const takeIn = (milliseconds: number) => {
    stop();
    timer = natives.setTimeout(() => quietly(take), milliseconds);
  };

  /** Found nodes wait for each other, and for an outline that is due anyway; each time longer. */
  const dynamic = watchDynamic(context, idle, () => {
    if (timer !== undefined) return;
    takeIn(patience);
    patience *= 2;
  });

  const leaving = () => {
    if (timer === undefined) return;
    stop();
    take();
  };
  const unlisten = listenAll(context, page, [
    ['load', () => takeIn(OUTLINE_AFTER_LOAD_MS)],
    ['pagehide', leaving, true],
  ]);

  if (document.readyState === 'complete') takeIn(OUTLINE_AFTER_LOAD_MS);

  return {
    moved() {
      dynamic.moved();
      patience = OUTLINE_AFTER_DYNAMIC_MS;
      takeIn(OUTLINE_AFTER_NAVIGATION_MS);
    },
    uninstall() {
      stop();
      dynamic.uninstall();
      unlisten();
    },
  };
}
