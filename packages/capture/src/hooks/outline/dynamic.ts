// Nodes whose text changes without the user: clocks, counters, tickers. Pictures and texts of them prove nothing.
import type { CaptureContext } from '../../context.js';
import type { Idle } from '../../realm/idle.js';
import { DYNAMIC_MAX_RECORDS, DYNAMIC_TEXT_MAX_CHARS, EFFECT_OF_ACTION_MS } from '../../limits.js';
import { listenAll, type Listening } from '../../realm/listeners.js';
import type { Uninstall } from '../../realm/patch.js';
import { OUTLINE_MAX_DYNAMIC, type DynamicNode } from '../../protocol.generated.js';
import { cssPath } from '../../selectors/css-path.js';
import { normalize } from '../../selectors/text.js';
import { Boxes } from './boxes.js';
import { Effects } from './effects.js';
import { hash } from './hash.js';

export interface Dynamic {
  has(element: Element): boolean;
  /** Whether a text in it or around it changed since then because of what the user did. */
  isEffect(element: Element, since: number): boolean;
  /** Whether a node is one of them, or inside one. */
  owns(node: Node): boolean;
  list(): DynamicNode[];
  /** The page went elsewhere: what changes next is an effect of that. */
  moved(): void;
  uninstall: Uninstall;
}

/** Watches changes of text; `found` is called when there is a node that was not known. */
export function watchDynamic(context: CaptureContext, idle: Idle, found: () => void): Dynamic {
  const { page, natives, quietly, settings } = context;
  const { document } = page;
  /** Elements and the paths to them. */
  const nodes = new Map<Element, string>();
  const seen = new Set<Element>();
  const boxes = new Boxes(page);
  const effects = new Effects(context.now, () => context.pending.count);
  /** When what the user did changed them last. */
  const affected = new WeakMap<Node, number>();
  /** When so much changed at once that not all of it was looked at. */
  let floodedAt = -Infinity;

  /** Finds paths when the page has nothing to do; an element that is gone by then was passing. */
  const settle = () => {
    const before = nodes.size;
    for (const element of seen) {
      if (nodes.has(element)) {
        boxes.look(element);
        continue;
      }
      if (nodes.size >= OUTLINE_MAX_DYNAMIC) continue;
      const text = element.isConnected ? normalize(element.textContent ?? '') : '';
      const path = text.length <= DYNAMIC_TEXT_MAX_CHARS ? cssPath(element) : undefined;
      if (path === undefined || text === '') continue;
      nodes.set(element, path);
      boxes.look(element);
    }
    seen.clear();
    if (nodes.size > before) found();
  };

  const see = (records: MutationRecord[]) => {
    if (settings.paused || !settings.outlines) return;
    if (effects.isEffect()) {
      const now = context.now();
      if (records.length > DYNAMIC_MAX_RECORDS) floodedAt = now;
      for (const record of records.slice(0, DYNAMIC_MAX_RECORDS)) {
        for (const node of affectedBy(record)) affected.set(node, now);
      }
      return;
    }
    const isIdle = seen.size === 0;
    for (const record of records.slice(0, DYNAMIC_MAX_RECORDS)) {
      const element = changedText(record);
      if (!element || seen.size >= OUTLINE_MAX_DYNAMIC) continue;
      const isWanted = nodes.has(element)
        ? boxes.isOpen(element)
        : nodes.size < OUTLINE_MAX_DYNAMIC;
      if (isWanted) seen.add(element);
    }
    if (isIdle && seen.size > 0) idle(settle);
  };

  const observer = new page.MutationObserver((records) => quietly(() => see(records)));
  observer.observe(document, {
    subtree: true,
    characterData: true,
    childList: true,
    attributeFilter: ['hidden', 'open', 'aria-hidden', 'aria-selected'],
  });

  /** Looks after the requests of an action until they are answered. */
  const follow = () => {
    if (effects.isEffect()) natives.setTimeout(() => quietly(follow), EFFECT_OF_ACTION_MS / 2);
  };
  const acted = () => {
    const isFollowed = effects.isEffect();
    effects.acted();
    if (!isFollowed) follow();
  };
  const byUser = (event: Event) => {
    if (event.isTrusted) acted();
  };
  const types = ['pointerdown', 'pointerup', 'keydown', 'input', 'wheel', 'load'];
  const unlisten = listenAll(
    context,
    page,
    types.map((type): Listening => [type, byUser, true]),
  );
  follow();

  return {
    has: (element) =>
      [...nodes.keys()].some((node) => element.contains(node) || node.contains(element)),
    isEffect(element, since) {
      if (floodedAt >= since) return true;
      let around: Element | null = element;
      while (around && !((affected.get(around) ?? -Infinity) >= since)) {
        around = around.parentElement;
      }
      return around !== null;
    },
    owns: (node) => [...nodes.keys()].some((one) => one.contains(node)),
    list() {
      for (const element of nodes.keys()) if (!element.isConnected) nodes.delete(element);
      return [...nodes].map(([element, path]) => {
        const node: DynamicNode = {
          cssPath: path,
          textHash: hash(normalize(element.textContent ?? '')),
        };
        const box = boxes.of(element);
        const boxPath = box && box !== element && box.isConnected ? cssPath(box) : undefined;
        if (boxPath !== undefined) node.boxPath = boxPath;
        return node;
      });
    },
    moved: acted,
    uninstall() {
      observer.disconnect();
      unlisten();
    },
  };
}

/** What a change put there, or showed. */
function affectedBy({ type, target, addedNodes }: MutationRecord): Node[] {
  if (type === 'characterData') return target.parentElement ? [target.parentElement] : [];
  if (type === 'attributes') return [target];
  return [...addedNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? target : node));
}

/** The element whose text another text took the place of; additions and removals are no such thing. */
function changedText({ type, target, addedNodes, removedNodes }: MutationRecord) {
  if (type === 'characterData') return target.parentElement;
  if (type === 'attributes') return null;
  const isReplaced = addedNodes.length > 0 && removedNodes.length > 0;
  return isReplaced && target.nodeType === Node.ELEMENT_NODE ? (target as Element) : null;
}
