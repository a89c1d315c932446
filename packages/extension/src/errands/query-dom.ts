// `query_dom`: the elements a selector finds in the page.
import { attributesOf, isVisible, propertyOf, textOf } from './elements.js';
import { listArgument, Refusal, selectAll, textArgument } from './refusal.js';

const MATCHES_MAX = 50;
const CHILDREN_MAX = 20;
const TEXT_MAX_CHARS = 500;
const DEPTH_DEFAULT = 3;
const DEPTH_MAX = 5;

/** What is asked when styles are: enough to see why something is not seen. */
const STYLES = [
  'display',
  'visibility',
  'opacity',
  'position',
  'z-index',
  'overflow',
  'pointer-events',
  'color',
  'background-color',
  'font-size',
  'font-weight',
  'width',
  'height',
  'margin',
  'padding',
  'transform',
];

interface Shown {
  styles: boolean;
  properties: string[];
  depth: number;
}

export function queryDom(given: Record<string, unknown>): object {
  const selector = textArgument(given, 'selector');
  if (selector === undefined) {
    throw new Refusal('no `selector` was given', 'give a CSS selector, such as `button.primary`');
  }
  const found = selectAll(document, selector);
  const shown: Shown = {
    styles: given['include_styles'] === true,
    properties: listArgument(given, 'properties'),
    depth: given['include_children'] === true ? depthOf(given['max_depth']) : 0,
  };
  const matches = found.slice(0, MATCHES_MAX).map((element) => show(element, shown));
  return {
    url: location.href,
    title: document.title,
    matchCount: found.length,
    returnedCount: matches.length,
    matches,
  };
}

function show(element: Element, shown: Shown): Record<string, unknown> {
  const { x, y, width, height } = element.getBoundingClientRect();
  const row: Record<string, unknown> = {
    tag: element.localName,
    text: textOf(element, TEXT_MAX_CHARS),
    visible: isVisible(element),
    attributes: attributesOf(element),
    boundingBox: { x, y, width, height },
  };
  if (shown.styles) row['styles'] = stylesOf(element);
  if (shown.properties.length > 0) {
    row['properties'] = Object.fromEntries(
      shown.properties.map((name) => [name, propertyOf(element, name)]),
    );
  }
  if (shown.depth > 0) {
    const deeper = { ...shown, depth: shown.depth - 1 };
    row['children'] = [...element.children]
      .slice(0, CHILDREN_MAX)
      .map((child) => show(child, deeper));
    const left = element.childElementCount - CHILDREN_MAX;
    if (left > 0) row['moreChildren'] = left;
  }
  return row;
}

function stylesOf(element: Element): Record<string, string> {
  const styles = getComputedStyle(element);
  return Object.fromEntries(STYLES.map((name) => [name, styles.getPropertyValue(name)]));
}

function depthOf(wanted: unknown): number {
  return typeof wanted === 'number' ? Math.min(Math.max(1, wanted), DEPTH_MAX) : DEPTH_DEFAULT;
}
