// Outlines: what a page says of itself after loading, after each change of history, and after actions.
import type { CaptureContext } from '../../context.js';
import type { Idle } from '../../realm/idle.js';
import {
  OUTLINE_AFTER_ACTION_MS,
  OUTLINE_AFTER_DYNAMIC_MS,
  OUTLINE_AFTER_LOAD_MS,
  OUTLINE_AFTER_NAVIGATION_MS,
  OUTLINE_WAIT_MAX_MS,
} from '../../limits.js';
import { listenAll, on } from '../../realm/listeners.js';
import type { Uninstall } from '../../realm/patch.js';
import type { DomSnapshot } from '../../protocol.generated.js';
import { watchDynamic } from './dynamic.js';
import { candidates, choose, type Candidate } from './elements.js';

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
  let actedAt = -Infinity;
  /** What stood on the page at the last outline, and on which. */
  let known = new Set<string>();
  let knownUrl = '';

  /** `isAsked`: also if the page says what it said before. */
  const take = (isAsked = true) => {
    timer = undefined;
    if (settings.paused || !settings.outlines) return;
    const { href } = location;
    const found = candidates(document, dynamic.has);
    const isSamePage = href === knownUrl;
    const isNews = (candidate: Candidate) => isSamePage && !known.has(name(candidate));
    const elements = choose(found, isNews);
    const names = new Set(found.map(name));
    const isSame = isSamePage && names.size === known.size && !found.some(isNews);
    if (isSame && !isAsked) return;
    known = names;
    knownUrl = href;
    const outline: DomSnapshot = {
      timestamp: natives.iso(context.now()),
      url: href,
      title: document.title,
      elements,
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
    timer = natives.setTimeout(() => quietly(() => take()), milliseconds);
  };

  /** Found nodes wait for each other, and for an outline that is due anyway; each time longer. */
  const dynamic = watchDynamic(context, idle, () => {
    if (timer !== undefined) return;
    takeIn(patience);
    patience *= 2;
  });

  /** Takes one when all that was asked for is answered. */
  const settle = (isAsked: boolean) => {
    const isWaiting = context.pending.count > 0 && context.now() - actedAt < OUTLINE_WAIT_MAX_MS;
    if (isWaiting) settleIn(OUTLINE_AFTER_ACTION_MS, isAsked);
    else take(isAsked);
  };
  const settleIn = (milliseconds: number, isAsked: boolean) => {
    timer = natives.setTimeout(() => quietly(() => settle(isAsked)), milliseconds);
  };
  const acted = (event: Event) => {
    if (!event.isTrusted) return;
    actedAt = context.now();
    stop();
    settleIn(OUTLINE_AFTER_ACTION_MS, false);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') acted(event);
  };

  const leaving = () => {
    if (timer === undefined) return;
    stop();
    take();
  };
  const unlisten = listenAll(context, page, [
    ['load', () => takeIn(OUTLINE_AFTER_LOAD_MS)],
    ['pagehide', leaving, true],
    on('click', acted),
    on('change', acted),
    on('keydown', pressed),
  ]);

  if (document.readyState === 'complete') takeIn(OUTLINE_AFTER_LOAD_MS);

  return {
    moved() {
      dynamic.moved();
      patience = OUTLINE_AFTER_DYNAMIC_MS;
      actedAt = context.now();
      stop();
      settleIn(OUTLINE_AFTER_NAVIGATION_MS, true);
    },
    uninstall() {
      stop();
      dynamic.uninstall();
      unlisten();
    },
  };
}

/** What an element says; the same again is no news. */
function name({ testId = '', level = 0, text }: Candidate): string {
  return `${level} ${testId} ${text}`;
}
