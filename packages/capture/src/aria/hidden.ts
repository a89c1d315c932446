// Whether an element is left out of the accessibility tree: not rendered, or hidden by `aria-hidden`.
import { parentOf } from '../selectors/roots.js';
import { cached } from './cache.js';

export function isNeverRendered({ localName }: Element): boolean {
  return /^(?:style|script|noscript|template)$/.test(localName);
}

export function styleOf(element: Element, pseudo?: string): CSSStyleDeclaration | undefined {
  return element.ownerDocument.defaultView?.getComputedStyle(element, pseudo);
}

export const isHidden = cached((element: Element): boolean => {
  if (isNeverRendered(element)) return true;
  const isSlot = element.localName === 'slot';
  const style = styleOf(element);
  // An element without a box of its own is seen by what is inside it.
  if (style?.display === 'contents' && !isSlot) {
    return ![...element.childNodes].some(isSeen);
  }
  // The options of a closed select are not rendered, and are announced all the same.
  const isOption = element.localName === 'option' && element.closest('select') !== null;
  if (!isOption && !isSlot && !isRendered(element, style)) return true;
  return isInsideHidden(element);
});

function isSeen(node: Node): boolean {
  if (node.nodeType === Node.ELEMENT_NODE) return !isHidden(node as Element);
  if (node.nodeType !== Node.TEXT_NODE) return false;
  const range = node.ownerDocument?.createRange();
  range?.selectNode(node);
  const { width = 0, height = 0 } = range?.getBoundingClientRect() ?? {};
  return width > 0 && height > 0;
}

function isRendered(element: Element, style: CSSStyleDeclaration | undefined): boolean {
  return element.checkVisibility() && style?.visibility === 'visible';
}

/** Inside of what is not displayed, of `aria-hidden`, or of a host whose slots do not take it. */
const isInsideHidden = cached((element: Element): boolean => {
  if (element.parentElement?.shadowRoot && !element.assignedSlot) return true;
  if (element.getAttribute('aria-hidden')?.toLowerCase() === 'true') return true;
  if (styleOf(element)?.display === 'none') return true;
  const parent = parentOf(element);
  return parent !== null && isInsideHidden(parent);
});
