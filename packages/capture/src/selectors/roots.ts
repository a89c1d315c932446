// The open shadow roots of a page: Playwright looks into all of them.
import { OPEN_ROOTS_MAX_AGE_MS, OPEN_ROOTS_MAX_ELEMENTS } from '../limits.js';

export type Root = Document | ShadowRoot;

/** A shadow root, told from fragments, and from links, which have a `host` too. */
export function isShadow(node: Node): node is ShadowRoot {
  return node.nodeType === Node.DOCUMENT_FRAGMENT_NODE && 'host' in node;
}

/** The parent, which for the top of a shadow root is its host. */
export function parentOf(element: Element): Element | null {
  const parent = element.parentNode;
  return parent && isShadow(parent) ? parent.host : element.parentElement;
}

let known: { roots: Root[]; page: Document; at: number } | undefined;

/** Finds them again; every element must be asked, which is for idle time. */
export function findOpenRoots(page: Document): Root[] {
  const roots: Root[] = [];
  const visit = (root: Root) => {
    roots.push(root);
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) visit(shadowRoot);
  };
  visit(page);
  known = { roots, page, at: performance.now() };
  return roots;
}

/**
 * The page and its open shadow roots, in the order in which Playwright goes through them. On a
 * large page that had no idle time, only those around the element.
 */
export function openRoots(element: Element): Root[] {
  const page = element.ownerDocument;
  const age = performance.now() - (known?.at ?? -Infinity);
  if (known?.page === page && age < OPEN_ROOTS_MAX_AGE_MS) return known.roots;
  const size = page.getElementsByTagName('*').length;
  if (size < OPEN_ROOTS_MAX_ELEMENTS) return findOpenRoots(page);
  const root = element.getRootNode();
  return isShadow(root) ? [page, root] : [page];
}
