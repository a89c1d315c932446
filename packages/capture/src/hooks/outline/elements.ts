// The few elements of a page that an assertion can name, and which of them are told.
import { withCaches } from '../../aria/cache.js';
import { OUTLINE_MAX_CANDIDATES } from '../../limits.js';
import {
  OUTLINE_MAX_ELEMENTS,
  OUTLINE_TEXT_MAX_CHARS,
  type OutlineElement,
} from '../../protocol.generated.js';
import { nameOf, roleOf } from '../../selectors/role.js';
import { normalize } from '../../selectors/text.js';
import { TEST_ID_CSS, testIdOf } from '../../selectors/test-id.js';
import { cut } from '../../values/cut.js';
import { isShown } from './texts.js';

/** What sort of thing it is, the most telling first, and how many of it are told before others. */
const SORTS = {
  live: 2,
  dialog: 1,
  heading: 2,
  tab: 1,
  marked: 3,
  order: 1,
  row: 2,
  text: 2,
  gone: 1,
} as const;

export type Sort = keyof typeof SORTS;

const RANKS = Object.keys(SORTS) as Sort[];

/** An element as far as the choice needs to know it. */
export interface Candidate extends OutlineElement {
  sort: Sort;
  text: string;
  /** Where it is, unless it is gone. */
  element?: Element;
}

/**
 * What is news comes first: it is what the action was for. A text is told once, because an
 * assertion that could mean two elements means none; for the same reason two headings that say the
 * same are not told, and a test id on several elements is a list, and says nothing by itself.
 */
export function choose(
  from: Candidate[],
  isNews: (one: Candidate) => boolean = () => false,
): Candidate[] {
  const uses = new Map<string, number>();
  for (const one of from) uses.set(identity(one), (uses.get(identity(one)) ?? 0) + 1);
  const said = new Set<string>();
  const isWorthSaying = (one: Candidate): boolean => {
    if (one.text === '' || uses.get(identity(one)) !== 1 || said.has(one.text)) return false;
    said.add(one.text);
    return true;
  };
  const news = from.filter(isNews);
  const rest = from.filter((one) => !news.includes(one));
  const ordered = [...byRank(news), ...byRank(rest)].filter(isWorthSaying);
  const counts = new Map<Sort, number>();
  const isWithin = ({ sort }: Candidate): boolean => {
    const count = (counts.get(sort) ?? 0) + 1;
    counts.set(sort, count);
    return count <= SORTS[sort];
  };
  const first = ordered.filter(isWithin);
  const others = ordered.filter((one) => !first.includes(one));
  return [...first, ...others].slice(0, OUTLINE_MAX_ELEMENTS);
}

function byRank(some: Candidate[]): Candidate[] {
  const rank = ({ sort, level = 0 }: Candidate) => RANKS.indexOf(sort) * 10 + level;
  return some.toSorted((one, other) => rank(one) - rank(other));
}

/** What a test would look for. */
function identity({ sort, role = '', level = 0, text, ...marked }: Candidate): string {
  if (sort === 'marked') return `marked ${marked.testIdAttribute ?? ''} ${marked.testId}`;
  return `${sort} ${role} ${level} ${text}`;
}

/** As it travels. */
export function outlined({ sort: _sort, element: _element, ...known }: Candidate): OutlineElement {
  const text = cut(known.text, OUTLINE_TEXT_MAX_CHARS);
  return { ...known, text, ...(text !== known.text && { truncated: true }) };
}

/** Visible headings, dialogs, chosen tabs, and elements with a test id. */
export function landmarks(page: Document): Candidate[] {
  const found = page.querySelectorAll(
    `h1,h2,dialog[open],[role=dialog],[role=alertdialog],[role=tab][aria-selected=true],${TEST_ID_CSS}`,
  );
  return withCaches(() =>
    [...found].slice(0, OUTLINE_MAX_CANDIDATES).filter(isVisible).map(candidate),
  );
}

function candidate(element: Element): Candidate {
  const known = { text: '', visible: true, element, ...testIdOf(element) };
  if (/^h[12]$/.test(element.localName) && !element.hasAttribute('role')) {
    // Tests find headings by role and name.
    const level = Number(element.localName[1]);
    return { ...known, sort: 'heading', role: 'heading', level, text: nameOf(element) };
  }
  if (element.matches('dialog,[role=dialog],[role=alertdialog]')) {
    const role = element.getAttribute('role') ?? 'dialog';
    return { ...known, sort: 'dialog', role, text: nameOf(element) };
  }
  if (element.matches('[role=tab]')) {
    return { ...known, sort: 'tab', role: 'tab', text: nameOf(element) };
  }
  // What surrounds another that is marked says what that says.
  if (element.querySelector(TEST_ID_CSS)) return { ...known, sort: 'marked' };
  const role = roleOf(element)?.role;
  // Tests compare the text content, so that hidden parts of it count.
  const text = normalize(element.textContent ?? '');
  return { ...known, sort: 'marked', ...(role !== undefined && { role }), text };
}

export function isVisible(element: Element): boolean {
  if (!isShown(element)) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}
