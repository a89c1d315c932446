// The style rules of a page that show something while something else is hovered.
import { HOVER_MAX_RULES } from '../../../limits.js';

type Property = 'display' | 'visibility' | 'opacity' | 'pointer-events';

export interface Rule {
  selector: string;
  property: Property;
}

/** `when`: what must be hovered. */
export interface ShowRule extends Rule {
  when: string;
}

export interface HoverRules {
  /** Rules that show something while `when` is hovered. */
  shows: ShowRule[];
  /** Rules that hide something as long as nothing is hovered. */
  hides: Rule[];
  /** All of `shows` in one selector: most clicks are done with after asking it once. */
  any: string;
}

const HIDING: Record<Property, RegExp> = {
  display: /^none$/,
  visibility: /^(?:hidden|collapse)$/,
  opacity: /^0(?:\.0\d*)?%?$/,
  'pointer-events': /^none$/,
};
const PROPERTIES = Object.keys(HIDING) as Property[];

/** Reads the rules bit by bit: it yields after each, so that idle time can end between two. */
export function* readRules(root: DocumentOrShadowRoot): Generator<undefined, HoverRules> {
  const rules: HoverRules = { shows: [], hides: [], any: '' };
  let left = HOVER_MAX_RULES;
  function* read(list: CSSRuleList, around: string): Generator<undefined, void> {
    for (const rule of list) {
      if (left-- <= 0) return;
      let within = around;
      if (rule instanceof CSSStyleRule) {
        within = nested(rule.selectorText, around);
        sort(rules, within, rule.style);
      } else if ('style' in rule && around !== '') {
        // Declarations inside a nested `@media` have no selector of their own.
        sort(rules, around, rule.style as CSSStyleDeclaration);
      }
      yield undefined;
      const applies = !(rule instanceof CSSMediaRule) || matchMedia(rule.conditionText).matches;
      if (applies && 'cssRules' in rule) yield* read(rule.cssRules as CSSRuleList, within);
    }
  }
  for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
    const list = rulesOf(sheet);
    if (list && !sheet.disabled) yield* read(list, '');
  }
  rules.any = rules.shows.map(({ selector }) => selector).join() || ':not(*)';
  return rules;
}

/** Whether anything around an element may be shown by hovering. */
export function mayBeShown({ any }: HoverRules, element: Element): boolean {
  try {
    return element.closest(any) !== null;
  } catch {
    return true;
  }
}

/** What says that the rules must be read again. */
export function signature(root: DocumentOrShadowRoot): string {
  return [...root.styleSheets, ...root.adoptedStyleSheets]
    .map((sheet) => rulesOf(sheet)?.length ?? -1)
    .join();
}

/** Whether an element is hidden by itself as far as `property` goes. */
export function isHiddenBy(rules: HoverRules, element: Element, property: Property): boolean {
  const inline = 'style' in element ? (element as HTMLElement).style : undefined;
  if (inline && HIDING[property].test(inline.getPropertyValue(property))) return true;
  return rules.hides.some((rule) => rule.property === property && matches(element, rule.selector));
}

export function isHiddenByAny(rules: HoverRules, element: Element): boolean {
  return PROPERTIES.some((property) => isHiddenBy(rules, element, property));
}

/** Selectors we cannot ask about (of other browsers, or of pseudo-elements) match nothing. */
export function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

/**
 * What must be hovered for a selector to match, or nothing when that is the element itself.
 *
 * | selector | |
 * |---|---|
 * | `.list li:hover .destroy` | `.list li` |
 * | `.menu:hover > ul` | `.menu` |
 * | `.shown:is(:where(.group):hover *)` | `:where(.group)` |
 * | `.button:hover`, `li:not(:hover) .x` | nothing |
 */
export function hoveredPart(selector: string): string | undefined {
  const at = selector.indexOf(':hover');
  if (at === -1) return undefined;
  let depth = 0;
  let start = at;
  while (start > 0) {
    const character = selector[start - 1];
    if (character === ')') depth++;
    else if (character === '(' && depth-- === 0) break;
    start--;
  }
  if (selector.slice(0, start).endsWith(':not(')) return undefined;
  // Something must follow: a combinator, then what is shown.
  const after = selector.slice(at + ':hover'.length);
  if (!/^(?:\([^)]*\)|[^\s>+~),(])*\s*[\s>+~]\s*[^\s>+~),]/.test(after)) return undefined;
  return selector.slice(start, at).trim() || '*';
}

/** `a, b:is(c, d)` → `a`, `b:is(c, d)`. */
export function alternatives(selector: string): string[] {
  return selector.split(/,(?![^(]*\))/).map((one) => one.trim());
}

function sort(rules: HoverRules, selector: string, style: CSSStyleDeclaration): void {
  for (const property of PROPERTIES) {
    const value = style.getPropertyValue(property);
    if (value === '') continue;
    const hides = HIDING[property].test(value);
    if (!selector.includes(':hover')) {
      if (hides) rules.hides.push({ selector, property });
      continue;
    }
    if (hides) continue;
    for (const one of alternatives(selector)) {
      const when = hoveredPart(one);
      if (when !== undefined) rules.shows.push({ selector: one, property, when });
    }
  }
}

function nested(selector: string, around: string): string {
  if (around === '') return selector;
  return selector.includes('&')
    ? selector.replaceAll('&', `:is(${around})`)
    : `:is(${around}) ${selector}`;
}

/** Sheets of other origins do not let themselves be read. */
function rulesOf(sheet: CSSStyleSheet): CSSRuleList | undefined {
  try {
    return sheet.cssRules;
  } catch {
    return undefined;
  }
}
