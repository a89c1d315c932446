// Whole locators in Playwright's words, each proved to find its element alone. Made in idle time.
import type { Idle } from '../realm/idle.js';
import { LOCATOR_MAX_AGE_MS, LOCATOR_MAX_MS, LOCATOR_MS_PER_ELEMENT } from '../limits.js';
import type { Selectors } from '../protocol.generated.js';
import { count } from './count.js';
import { cssPath } from './css-path.js';
import { roleOf } from './role.js';
import { findOpenRoots, isShadow, parentOf, type Root } from './roots.js';
import { nearby, quote, stepsOf, type Step } from './steps.js';

export interface Locators {
  /** Makes the locator of an element that may be acted upon soon, when the page has nothing to do. */
  prepare(element: Element): void;
  /** Adds what was prepared, if it still can be trusted. */
  add(element: Element, selectors: Selectors): void;
}

interface Prepared {
  at: number;
  locator: string | undefined;
  /** What a click may have no time to count. */
  counted: Selectors;
}

export function prepareLocators(idle: Idle, now: () => number): Locators {
  const prepared = new WeakMap<Element, Prepared>();
  const fresh = (element: Element) => {
    const known = prepared.get(element);
    return known && now() - known.at < LOCATOR_MAX_AGE_MS ? known : undefined;
  };
  let next: Element | undefined;
  let costPerElement = LOCATOR_MS_PER_ELEMENT;
  let lastCost = LOCATOR_MS_PER_ELEMENT;

  const prepareNext = () => {
    const element = next;
    next = undefined;
    if (!element?.isConnected || fresh(element)) return;
    const size = element.ownerDocument.getElementsByTagName('*').length;
    if (size * costPerElement > LOCATOR_MAX_MS) return;
    const start = now();
    const role = roleOf(element);
    const counted: Selectors = role ? { role } : {};
    count(element, counted, LOCATOR_MAX_MS);
    prepared.set(element, { locator: locatorOf(element), counted, at: now() });
    // The machine may have been busy once. Two slow elements make us careful, fast ones bold by and by.
    const cost = (now() - start) / size;
    costPerElement = Math.max(Math.min(cost, lastCost), costPerElement * 0.75);
    lastCost = cost;
  };

  return {
    prepare(element) {
      if (fresh(element)) return;
      const isWaiting = next !== undefined;
      next = element;
      if (!isWaiting) idle(prepareNext);
    },
    add(element, selectors) {
      const { locator, counted } = fresh(element) ?? {};
      if (locator !== undefined) selectors.locator = locator;
      if (!counted?.matches || selectors.matches?.['role'] !== undefined) return;
      if (counted.role?.name !== selectors.role?.name) return;
      selectors.matches = { ...counted.matches, ...selectors.matches };
      selectors.index = { ...counted.index, ...selectors.index };
    },
  };
}

/** A place in a list is worth naming while the list is short. */
const NTH_MAX = 5;

/**
 * The first of these that finds the element and no other:
 *
 * - what it says of itself: `getByTestId('save')`, `getByRole('button', { name: 'Save', exact: true })`
 * - the same inside of something around it that can be found:
 *   `getByRole('listitem').filter({ hasText: 'Milk' }).getByRole('button', { name: 'Delete', exact: true })`
 * - its place among a few equals, else its CSS path
 *
 * Equals that are hidden count at first: the pointer may have brought only this one to light.
 */
export function locatorOf(element: Element): string | undefined {
  const roots = findOpenRoots(element.ownerDocument);
  const steps = stepsOf(element);
  const isAlone = (step: Step, scopes: (Root | Element)[]) =>
    isOnly(step.findHidden?.(scopes) ?? step.find(scopes), element);
  const alone = steps.find((step) => isAlone(step, roots));
  if (alone) return alone.code;
  for (const around of nearby(element, roots)) {
    const inside = steps.find((step) => isAlone(step, rootsIn(around.element, roots)));
    if (inside) return `${around.step.code}.${inside.code}`;
  }
  return byPlace(steps, roots, element) ?? byPath(element);
}

function byPlace(steps: Step[], roots: Root[], element: Element): string | undefined {
  for (const step of steps) {
    const equals = step.find(roots);
    const place = equals.indexOf(element);
    if (place === -1 || equals.length > NTH_MAX) continue;
    return equals.length === 1 ? step.code : `${step.code}.nth(${place})`;
  }
  return undefined;
}

function byPath(element: Element): string | undefined {
  const path = cssPath(element);
  return path && `locator(${quote(path)})`;
}

/** The element and the shadow roots below it. */
function rootsIn(element: Element, roots: Root[]): (Root | Element)[] {
  const isBelow = (root: Root) => {
    let host: Element | null = isShadow(root) ? root.host : null;
    while (host && host !== element) host = parentOf(host);
    return host !== null;
  };
  return [element, ...roots.filter(isBelow)];
}

function isOnly(found: Element[] | undefined, element: Element): boolean {
  return found?.length === 1 && found[0] === element;
}
