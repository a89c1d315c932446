// Which element had to be hovered before a control could be clicked.
import type { CaptureContext } from '../../../context.js';
import type { Idle } from '../../../realm/idle.js';
import { HOVER_MAX_LEVELS, HOVER_MAX_REVEALED, HOVER_REVEAL_MS } from '../../../limits.js';
import type { Uninstall } from '../../../realm/patch.js';
import type { Selectors } from '../../../protocol.generated.js';
import { describe } from '../../../selectors/index.js';
import {
  isHiddenBy,
  isHiddenByAny,
  matches,
  mayBeShown,
  readRules,
  signature,
  type HoverRules,
} from './rules.js';

export interface Hovering {
  /** The pointer came over an element. */
  entered(element: Element): void;
  /** The element to hover before this one, if it shows only then. */
  over(element: Element): Selectors | undefined;
  uninstall: Uninstall;
}

type Root = Document | ShadowRoot;

/** What a mutation after the pointer came did to a node. */
interface Revealed {
  how: 'shown' | 'restyled';
  /** Where the pointer was. */
  by: Element;
}

const HIDDEN_STYLE =
  /display:\s*none|visibility:\s*hidden|opacity:\s*0(?!\.)|pointer-events:\s*none/;

/** Watches what the pointer reveals, by style rules and by scripts. */
export function watchHovering({ page, natives, quietly }: CaptureContext, idle: Idle): Hovering {
  const known = new WeakMap<Root, { signature: string; rules: HoverRules }>();
  const revealed = new WeakMap<Node, Revealed>();
  let isReading = false;
  let last: Element | undefined;
  let timer: number | undefined;

  /** In idle time, a bit at a time: large sheets have thousands of rules. */
  const refresh = (root: Root) => {
    if (isReading || !('styleSheets' in root)) return;
    isReading = true;
    idle(() => {
      const now = signature(root);
      isReading = known.get(root)?.signature !== now;
      if (!isReading) return;
      const reading = readRules(root);
      const goOn = (remaining: () => number) => {
        let step = reading.next();
        while (!step.done && remaining() > 1) step = reading.next();
        if (!step.done) return idle(goOn);
        known.set(root, { signature: now, rules: step.value });
        isReading = false;
      };
      idle(goOn);
    });
  };

  const see = ({ type, target, addedNodes, attributeName, oldValue }: MutationRecord) => {
    if (!last) return;
    for (const node of addedNodes) revealed.set(node, { how: 'shown', by: last });
    if (type !== 'attributes') return;
    const wasHidden =
      attributeName === 'hidden' ? oldValue !== null : HIDDEN_STYLE.test(oldValue ?? '');
    const how = attributeName === 'class' || !wasHidden ? 'restyled' : 'shown';
    revealed.set(target, { how, by: last });
  };
  const observer = new page.MutationObserver((records) =>
    quietly(() => records.slice(0, HOVER_MAX_REVEALED).forEach(see)),
  );

  const byRules = (element: Element, root: Root): Element | undefined => {
    const rules = known.get(root)?.rules;
    if (!rules || !mayBeShown(rules, element)) return undefined;
    for (const node of upwards(element)) {
      for (const { selector, property, when } of rules.shows) {
        if (!matches(node, selector) || !isHiddenBy(rules, node, property)) continue;
        const hovered = around(node, when);
        if (hovered) return hovered;
      }
    }
    return undefined;
  };

  const byScript = (element: Element, root: Root): Element | undefined => {
    const rules = known.get(root)?.rules;
    let mayBeHidden = false;
    for (const node of upwards(element)) {
      mayBeHidden ||= rules !== undefined && isHiddenByAny(rules, node);
      const mark = revealed.get(node);
      if (!mark || (mark.how === 'restyled' && !mayBeHidden)) continue;
      const hovered = common(node, mark.by, element);
      if (hovered) return hovered;
    }
    return undefined;
  };

  return {
    entered(element) {
      last = element;
      refresh(element.getRootNode() as Root);
      const attributeFilter = ['class', 'style', 'hidden'];
      if (timer !== undefined) natives.clearTimeout(timer);
      else {
        observer.observe(page.document, {
          subtree: true,
          childList: true,
          attributeFilter,
          attributeOldValue: true,
        });
      }
      timer = natives.setTimeout(() => {
        timer = undefined;
        observer.disconnect();
      }, HOVER_REVEAL_MS);
    },
    over(element) {
      for (const record of observer.takeRecords()) see(record);
      const root = element.getRootNode() as Root;
      const hovered = byRules(element, root) ?? byScript(element, root);
      return hovered && describe(hovered);
    },
    uninstall: () => observer.disconnect(),
  };
}

function* upwards(element: Element): Generator<Element> {
  let node: Element | null = element;
  for (let level = 0; node && level < HOVER_MAX_LEVELS; level++) {
    yield node;
    node = node.parentElement;
  }
}

/** The nearest ancestor that `when` means, or the sibling of one (`.trigger:hover + .menu`). */
function around(node: Element, when: string): Element | undefined {
  for (const inside of upwards(node)) {
    if (inside !== node && matches(inside, when)) return inside;
    let before = inside.previousElementSibling;
    for (; before; before = before.previousElementSibling) {
      if (matches(before, when)) return before;
    }
  }
  return undefined;
}

/**
 * The nearest element around both but the clicked one. The page itself is hovered at any rate, and
 * so is what fills it: a view that was drawn under a resting pointer was not revealed by it.
 */
function common(node: Element, pointed: Element, clicked: Element): Element | undefined {
  for (const inside of upwards(node)) {
    if (inside === clicked || !inside.contains(pointed)) continue;
    return inside.matches('html,body,main,[role=main]') || fillsPage(inside) ? undefined : inside;
  }
  return undefined;
}

function fillsPage({ clientWidth, clientHeight, ownerDocument }: Element): boolean {
  const { clientWidth: width, clientHeight: height } = ownerDocument.documentElement;
  return clientWidth * clientHeight > (width * height) / 2;
}
