// The few elements of a page that an assertion can name.
import { OUTLINE_MAX_CANDIDATES } from '../../limits.js';
import {
  OUTLINE_MAX_ELEMENTS,
  OUTLINE_TEXT_MAX_CHARS,
  type OutlineElement,
} from '../../protocol.generated.js';
import { nameOf, roleOf, withCaches } from '../../selectors/role.js';
import { normalize } from '../../selectors/text.js';

/** An element as far as the choice needs to know it. */
export interface Candidate {
  /** 1 or 2 for headings. */
  level?: number;
  role?: string;
  testId?: string;
  text: string;
}

/**
 * What is news comes first: it is what the action was for. Then headings, then what has a test id;
 * each text once, because an assertion that could mean two elements means none. A test id on several elements is a list, and says nothing by itself.
 */
export function choose(
  from: Candidate[],
  isNews: (one: Candidate) => boolean = () => false,
): OutlineElement[] {
  const uses = new Map<string, number>();
  for (const { testId } of from) {
    if (testId !== undefined) uses.set(testId, (uses.get(testId) ?? 0) + 1);
  }
  const said = new Set<string>();
  const isWorthSaying = ({ text, testId, level }: Candidate): boolean => {
    if (text === '' || (level === undefined && uses.get(testId ?? '') !== 1)) return false;
    const isNew = !said.has(text);
    said.add(text);
    return isNew;
  };
  const news = from.filter(isNews);
  const rest = from.filter((one) => !news.includes(one));
  return [news, rest]
    .flatMap((some) =>
      [1, 2, undefined].flatMap((rank) => some.filter(({ level }) => level === rank)),
    )
    .filter(isWorthSaying)
    .slice(0, OUTLINE_MAX_ELEMENTS)
    .map(({ text, ...known }) => ({
      ...known,
      text: text.slice(0, OUTLINE_TEXT_MAX_CHARS),
      visible: true,
    }));
}

/** Visible headings and elements with a test id, without those that change by themselves. */
export function candidates(page: Document, isDynamic: (element: Element) => boolean): Candidate[] {
  const found = page.querySelectorAll('h1,h2,[data-testid]');
  return withCaches(() =>
    [...found]
      .slice(0, OUTLINE_MAX_CANDIDATES)
      .filter((element) => isVisible(element) && !isDynamic(element))
      .map(candidate),
  );
}

function candidate(element: Element): Candidate {
  const testId = element.getAttribute('data-testid');
  const known: Candidate = { text: '' };
  if (testId) known.testId = testId;
  if (/^h[12]$/.test(element.localName) && !element.hasAttribute('role')) {
    // Tests find headings by role and name.
    return {
      ...known,
      role: 'heading',
      level: Number(element.localName[1]),
      text: nameOf(element),
    };
  }
  const role = roleOf(element)?.role;
  if (role !== undefined) known.role = role;
  // Tests compare the text content, so that hidden parts of it count.
  return { ...known, text: normalize(element.textContent ?? '') };
}

function isVisible(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}
