// The way to an element by CSS alone: short, without generated names, and leading nowhere else.
import { CSS_PATH_LEVELS, CSS_PATH_MAX_LEVELS } from '../limits.js';
import { isGenerated, isState } from './generated.js';
import { isShadow, type Root } from './roots.js';
import { attributeCss, testIdCss, testIdOf } from './test-id.js';

/**
 * A path that finds exactly this element, or nothing if there is none (a detached element).
 *
 * Inside open shadow roots the host's path stands in front, with a space between: Playwright's CSS
 * goes through open roots, and takes the host for the parent of what is in its root.
 */
export function cssPath(element: Element): string | undefined {
  const root = element.getRootNode();
  if (root.nodeType === Node.DOCUMENT_NODE) {
    return pathWithin(element, root as Document, (path) => isOnly(root as Document, path, element));
  }
  if (!isShadow(root)) return undefined;
  const { host } = root;
  const before = cssPath(host);
  // Playwright looks at the host's own children as well.
  const inside = pathWithin(
    element,
    root,
    (path) => isOnly(root, path, element) && host.querySelector(path) === null,
  );
  return before && inside && `${before} ${inside}`;
}

/** An id that is nobody else's, and that was not made up. */
export function uniqueId(element: Element): string | undefined {
  const id = element.getAttribute('id');
  if (!id || isGenerated(id)) return undefined;
  const root = element.getRootNode();
  if (!('querySelectorAll' in root)) return undefined;
  return isOnly(root as Root, `#${CSS.escape(id)}`, element) ? id : undefined;
}

function pathWithin(
  element: Element,
  root: Root,
  isFound: (path: string) => boolean,
): string | undefined {
  let path = '';
  let level = 0;
  for (let node: Element | null = element; node; node = node.parentElement) {
    if (++level > CSS_PATH_MAX_LEVELS) return undefined;
    const { part, isAnchor } = step(node, root);
    path = path === '' ? part : `${part} > ${path}`;
    const isWorthAsking = isAnchor || level <= CSS_PATH_LEVELS || level % 4 === 0;
    if ((isWorthAsking || !node.parentElement) && isFound(path)) return path;
  }
  return undefined;
}

/** One level: `#id`, a test id, or the tag with its classes, told apart from its siblings. */
function step(node: Element, root: Root): { part: string; isAnchor: boolean } {
  const id = uniqueId(node);
  if (id !== undefined) return { part: `#${CSS.escape(id)}`, isAnchor: true };
  const tag = CSS.escape(node.localName);
  const testId = testIdOf(node);
  const named = testId ? tag + testIdCss(testId) : tag + nameCss(node) + classes(node);
  const part = isLikeSibling(node, named, root) ? `${named}:nth-child(${place(node)})` : named;
  return { part, isAnchor: testId !== undefined };
}

/** Fields and frames are known by the name they are sent or targeted with. */
function nameCss(node: Element): string {
  const name = node.getAttribute('name');
  if (!name || isGenerated(name) || !node.matches('input,select,textarea,button,form,iframe')) {
    return '';
  }
  return attributeCss('name', name);
}

/** Two classes at most, of those that were written by hand and do not tell a passing state. */
function classes(node: Element): string {
  let css = '';
  let count = 0;
  for (const name of node.classList) {
    if (!/^[a-z][\w-]*$/i.test(name) || isGenerated(name) || isState(name)) continue;
    css += `.${CSS.escape(name)}`;
    if (++count === 2) break;
  }
  return css;
}

function isLikeSibling(node: Element, part: string, root: Root): boolean {
  const parent = node.parentNode ?? root;
  for (let other = parent.firstElementChild; other; other = other.nextElementSibling) {
    if (other !== node && other.matches(part)) return true;
  }
  return false;
}

function place(node: Element): number {
  let count = 1;
  for (let before = node.previousElementSibling; before; before = before.previousElementSibling) {
    count++;
  }
  return count;
}

function isOnly(root: Root, path: string, element: Element): boolean {
  // Most paths that find others find one before: looking for the first is cheaper than listing all.
  return root.querySelector(path) === element && root.querySelectorAll(path).length === 1;
}
