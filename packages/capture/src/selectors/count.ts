// How many elements a strategy finds, and which of them is meant: the difference between a locator and a guess.
import { withCaches } from '../aria/cache.js';
import {
  COUNT_MAX_ELEMENTS,
  COUNT_MAX_MS,
  COUNT_MAX_TEXTS,
  COUNT_SURE_ELEMENTS,
  COUNT_TRIAL_ELEMENTS,
} from '../limits.js';
import type { Selectors } from '../protocol.generated.js';
import { candidatesCss, hasRoleAndName, type RoleAndName } from './role.js';
import { openRoots, type Root } from './roots.js';
import { attributeCss, testIdCss } from './test-id.js';

type Strategy = 'testId' | 'ariaLabel' | 'role' | 'text';

/** Adds `matches` and `index` for what can be counted in the given time; the rest is left out. */
export function count(element: Element, selectors: Selectors, milliseconds = COUNT_MAX_MS): void {
  const roots = openRoots(element);
  const all = (css: string) => roots.flatMap((root) => [...root.querySelectorAll(css)]);
  const matches: Partial<Record<Strategy, number>> = {};
  const index: Partial<Record<Strategy, number>> = {};
  const tell = (strategy: Strategy, found: Element[] | undefined) => {
    const place = found?.indexOf(element) ?? -1;
    if (!found || place === -1) return;
    matches[strategy] = found.length;
    index[strategy] = place;
  };
  const { testId, testIdAttribute, ariaLabel, role, text } = selectors;
  if (testId !== undefined) {
    const mark = testIdAttribute === undefined ? { testId } : { testId, testIdAttribute };
    tell('testId', all(testIdCss(mark)));
  }
  if (ariaLabel !== undefined) {
    tell('ariaLabel', all(attributeCss('aria-label', ariaLabel)));
  }
  if (role?.role !== undefined && role.name !== undefined) {
    const wanted = { role: role.role, name: role.name };
    const candidates = all(candidatesCss(element, wanted.role));
    if (candidates.length <= COUNT_MAX_ELEMENTS) {
      const squeezed = squeeze(wanted.name);
      const possible = candidates.filter((candidate) => mayBeNamed(candidate, squeezed));
      tell('role', withRole(possible, wanted, milliseconds));
    }
  }
  // Where nothing better is known, the text is all there is to go by.
  if (text !== undefined && Object.keys(matches).length === 0) tell('text', withText(roots, text));
  if (Object.keys(matches).length === 0) return;
  selectors.matches = matches;
  selectors.index = index;
}

/** Those that say exactly this, in one piece. */
function withText(roots: Root[], text: string): Element[] {
  const found: Element[] = [];
  let left = COUNT_MAX_TEXTS;
  for (const root of roots) {
    const texts = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node && left > 0; node = texts.nextNode(), left--) {
      if (node.nodeValue?.trim() === text && node.parentElement) found.push(node.parentElement);
    }
  }
  return left > 0 ? found : [];
}

/** What may name an element besides its text. */
const NAMING = '[aria-label],[aria-labelledby],[title],[alt],img,svg,slot,input,select,textarea';

/**
 * Whether the name may be an element's: of one that is named by its text alone, the text must have
 * it. That is asked in a microsecond, the name itself in fifty.
 */
function mayBeNamed(element: Element, squeezed: string): boolean {
  return (
    element.matches(NAMING) ||
    squeeze(element.textContent ?? '').includes(squeezed) ||
    element.shadowRoot !== null ||
    element.querySelector(NAMING) !== null
  );
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Those of the same role and name, or nothing if looking took too long. */
function withRole(
  candidates: Element[],
  wanted: RoleAndName,
  milliseconds: number,
): Element[] | undefined {
  const isSure = candidates.length <= COUNT_SURE_ELEMENTS;
  const start = performance.now();
  return withCaches(() => {
    const found: Element[] = [];
    for (const [place, candidate] of candidates.entries()) {
      if (hasRoleAndName(candidate, wanted)) found.push(candidate);
      if (isSure || place < COUNT_TRIAL_ELEMENTS) continue;
      // Give up as soon as it is clear that there is no time for all.
      const each = (performance.now() - start) / (place + 1);
      if (each * candidates.length > milliseconds) return undefined;
    }
    return found;
  });
}
