// Outlines: what a page says of itself after loading, after each change of history, and after actions.
import type { CaptureContext } from '../../context.js';
import type { Idle } from '../../realm/idle.js';
import {
  OUTLINE_AFTER_ACTION_MS,
  OUTLINE_AFTER_DYNAMIC_MS,
  OUTLINE_AFTER_LOAD_MS,
  OUTLINE_AFTER_NAVIGATION_MS,
  OUTLINE_WAIT_MAX_MS,
  REPEATED_CLICKS,
  REPEATED_CLICKS_MS,
  SUBMIT_EFFECT_MAX_MS,
} from '../../limits.js';
import { listenAll, on } from '../../realm/listeners.js';
import type { Uninstall } from '../../realm/patch.js';
import type { DomSnapshot } from '../../protocol.generated.js';
import { watchChanged } from './changed.js';
import { watchDynamic } from './dynamic.js';
import { choose, outlined, type Candidate } from './elements.js';
import { changes, firstSight, lookAt, messages, placed, type Look, type Watched } from './look.js';

export interface Outlines {
  /** The page went elsewhere without loading. */
  moved(): void;
  uninstall: Uninstall;
}

/** `entered` tells what the user typed and chose lately. */
export function hookOutlines(
  context: CaptureContext,
  idle: Idle,
  entered: () => string[],
): Outlines {
  const { page, natives, quietly, settings } = context;
  const { document, location } = page;
  // A test would look for the headings of a frame in the page, and not find them.
  if (page !== page.parent) return { moved() {}, uninstall() {} };
  let timer: number | undefined;
  let patience = OUTLINE_AFTER_DYNAMIC_MS;
  let actedAt = -Infinity;
  /** What stood on the page at the last outline, when, and on which. */
  let before: Look | undefined;
  let lookedAt = -Infinity;
  let knownPlace = '';

  const watched: Watched = {
    isDynamic: (element) => dynamic.has(element),
    isEffect: (element) => dynamic.isEffect(element, lookedAt),
    entered,
  };

  /** All that can be told of a look, and which of it is news. */
  const found = (now: Look, isSamePage: boolean): [all: Candidate[], news: Set<Candidate>] => {
    const steady = now.landmarks.filter(({ element }) => !element || !dynamic.has(element));
    if (!before) return [[...steady, ...firstSight(now, watched)], new Set()];
    const said = messages(now, before, watched);
    if (!isSamePage) return [[...said, ...steady, ...firstSight(now, watched)], new Set(said)];
    const known = new Set(before.landmarks.map(name));
    const fresh = steady.filter((one) => !known.has(name(one)));
    const changed = changes(now, before, watched);
    return [[...said, ...steady, ...changed], new Set([...said, ...fresh, ...changed])];
  };

  /** `isAsked`: also if the page says what it said before. */
  const take = (isAsked = true) => {
    timer = undefined;
    // The page before the first one is nobody's.
    const isBlank = location.protocol === 'about:';
    if (settings.paused || !settings.outlines || isBlank) return;
    const now = lookAt(document, context.now);
    const isSamePage = place(location) === knownPlace;
    const [all, news] = found(now, isSamePage);
    if (isSamePage && news.size === 0 && !isAsked) return;
    before = now;
    lookedAt = context.now();
    knownPlace = place(location);
    const outline: DomSnapshot = {
      timestamp: natives.iso(lookedAt),
      url: location.href,
      title: document.title,
      elements: choose(all, (one) => news.has(one)).map((one) => outlined(placed(one))),
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

  /** Clicks on the same thing, and when the first of them was. */
  const clicks = { on: undefined as EventTarget | undefined, count: 0, since: -Infinity };
  let sentAt = -Infinity;
  const isSent = () => context.now() - sentAt < SUBMIT_EFFECT_MAX_MS;
  const changed = watchChanged(
    context,
    (node) => dynamic.owns(node),
    () => {
      if (isSent() && timer === undefined) settleIn(OUTLINE_AFTER_ACTION_MS, false);
    },
  );

  /** How long the page may still need: it changes after it has read a response. */
  const remaining = () => {
    const { count, answeredAt } = context.pending;
    const elapsed = count > 0 ? 0 : Math.max(0, context.now() - answeredAt);
    return OUTLINE_AFTER_ACTION_MS - elapsed;
  };
  /** Takes an outline once every request is answered and the page had time to show it. */
  const settle = (isAsked: boolean) => {
    const wait = remaining();
    const isWaiting = wait > 0 && context.now() - actedAt < OUTLINE_WAIT_MAX_MS;
    if (isWaiting) return settleIn(wait, isAsked);
    // Whoever wonders whether these had an effect is told so, however little the outline shows of it.
    const isDoubted = clicks.count >= REPEATED_CLICKS || isSent();
    const isEffect = isDoubted && changed.has();
    if (isEffect || !isSent()) changed.stop();
    if (isEffect) sentAt = -Infinity;
    take(isAsked || isEffect);
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
  const clicked = (event: Event) => {
    if (!event.isTrusted) return;
    const path = event.composedPath();
    const isSame = path[0] === clicks.on && context.now() - clicks.since < REPEATED_CLICKS_MS;
    if (isSame) {
      clicks.count += 1;
      changed.again(path);
    } else {
      Object.assign(clicks, { on: path[0], count: 1, since: context.now() });
      changed.expect(path);
    }
    acted(event);
  };
  const sent = (event: Event) => {
    const path = event.composedPath();
    // What the click or key that sent it has changed is its effect as well.
    if (context.now() - actedAt > OUTLINE_AFTER_ACTION_MS) changed.expect(path);
    changed.again(path);
    sentAt = context.now();
    acted(event);
    // Nothing more is expected by then.
    natives.setTimeout(() => !isSent() && changed.stop(), SUBMIT_EFFECT_MAX_MS + 1);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') changed.expect(event.composedPath());
    acted(event);
  };

  const leaving = () => {
    if (timer === undefined) return;
    stop();
    take();
  };
  const unlisten = listenAll(context, page, [
    ['load', () => takeIn(OUTLINE_AFTER_LOAD_MS)],
    ['pagehide', leaving, true],
    on('click', clicked),
    on('submit', sent),
    on('change', acted),
    on('input', acted),
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
      changed.stop();
      dynamic.uninstall();
      unlisten();
    },
  };
}

/** What an element says; the same again is no news. */
function name({ sort, testId = '', level = 0, text }: Candidate): string {
  return `${sort} ${level} ${testId} ${text}`;
}

/** Searching and sorting change the parameters of an address, and stay on the page. */
function place({ origin, pathname, hash }: Location): string {
  return origin + pathname + (hash.startsWith('#/') ? hash : '');
}
