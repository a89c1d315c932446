// The ways to find an element again. All of it runs inside the user's click: a millisecond, not more.
import { SELECTOR_NAME_MAX_CHARS } from '../limits.js';
import type { Selectors } from '../protocol.generated.js';
import { count } from './count.js';
import { cssPath, uniqueId } from './css-path.js';
import { roleOf } from './role.js';
import { isShadow, parentOf } from './roots.js';
import { testIdOf } from './test-id.js';
import { CONTROLS, isEditable, textOf } from './text.js';

/** Describes an element by every strategy that fits it. */
export function describe(element: Element): Selectors {
  const selectors: Selectors = { ...testIdOf(element) };
  const ariaLabel = element.getAttribute('aria-label')?.trim();
  if (ariaLabel && ariaLabel.length <= SELECTOR_NAME_MAX_CHARS) selectors.ariaLabel = ariaLabel;
  const role = roleOf(element);
  if (role) selectors.role = role;
  const id = uniqueId(element);
  if (id !== undefined) selectors.id = id;
  const text = textOf(element);
  if (text !== undefined) selectors.text = text;
  const path = cssPath(element);
  if (path !== undefined) selectors.cssPath = path;
  count(element, selectors);
  return selectors;
}

/** The two ways that ask nothing of the rest of the page. */
export function describeBriefly(element: Element): Selectors {
  const id = uniqueId(element);
  const path = cssPath(element);
  return { ...(id === undefined ? {} : { id }), ...(path === undefined ? {} : { cssPath: path }) };
}

/** The element that was really hit, inside open shadow roots too. */
export function targetOf(event: Event): Element | undefined {
  const [first] = event.composedPath();
  const node = (first ?? event.target) as Node | null;
  if (!node || !('nodeType' in node)) return undefined;
  if (node.nodeType === Node.ELEMENT_NODE) return node as Element;
  return node.parentElement ?? undefined;
}

/** The control a click was meant for: the button around an icon, as Playwright's recorder has it. */
export function controlOf(element: Element): Element {
  if (element.matches('input,textarea,select') || isEditable(element)) return element;
  let inside: Element | null = element;
  while (inside && !inside.matches(CONTROLS)) inside = parentOf(inside);
  return inside ?? componentOf(element) ?? element;
}

/**
 * The component around an element of its shadow root, if it is made of one control: what is beside
 * that has no name, and the host has the one the page gave it. Larger ones are parts of a page.
 */
function componentOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  if (!isShadow(root)) return undefined;
  const controls = [...root.querySelectorAll(CONTROLS)].filter((one) => one.localName !== 'label');
  return controls.length === 1 ? root.host : undefined;
}
