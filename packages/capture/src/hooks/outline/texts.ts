// What a page says, line by line, as far as somebody sees it.
import { OUTLINE_LOOK_MAX_MS, OUTLINE_MAX_LINES, OUTLINE_SECRETS_MAX } from '../../limits.js';
import { OUTLINE_TEXT_MAX_CHARS } from '../../protocol.generated.js';
import { isEditable, normalize } from '../../selectors/text.js';
import { isSensitiveInput } from '../../sensitive.js';

/** The text of one element that has some of its own. */
export interface Line {
  element: Element;
  text: string;
}

export interface Texts {
  lines: Line[];
  /** Whether all of the page was read: only then is known what is gone. */
  isWhole: boolean;
}

/** Not for readers, or the user's own: what is typed is told by actions. */
const SKIPPED =
  'script,style,noscript,template,textarea,select,datalist,svg,iframe,[aria-hidden=true]';

/**
 * What says what it is for, not what happened. A label without a control, or in a list, is what the
 * list is about: a task beside its box.
 */
const LABELS =
  'button,label:is([for],:has(input,select,textarea)):not(li *),[role=button],[role=tab],[role=menuitem],legend,caption';

/** What turns while something is on its way. */
const BUSY = '[aria-busy=true],[role=progressbar],.spinner,.loader,.loading,.skeleton';

/** Reads the visible lines of a page, in their order, within bounds of time and number. */
export function readTexts(page: Document, now: () => number): Texts {
  const lines: Line[] = [];
  if (!page.body) return { lines, isWhole: true };
  const secrets = secretsOf(page);
  const until = now() + OUTLINE_LOOK_MAX_MS;
  const seen = new Set<Element>();
  const walker = page.createTreeWalker(
    page.body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    accept,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || seen.has(element)) continue;
    if (seen.size >= OUTLINE_MAX_LINES || (seen.size % 64 === 63 && now() > until)) {
      return { lines: outermost(lines), isWhole: false };
    }
    seen.add(element);
    const text = normalize(element.textContent ?? '');
    if (!isTellable(text, secrets) || element.closest(LABELS)) continue;
    // The words of a button inside are none of the sentence around it.
    if (element.childElementCount > 0 && element.querySelector(LABELS)) continue;
    if (isShown(element)) lines.push({ element, text });
  }
  return { lines: outermost(lines), isWhole: true };
}

function accept(node: Node): number {
  if (node.nodeType === Node.TEXT_NODE) {
    return /\S/.test(node.nodeValue ?? '') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
  }
  const element = node as Element;
  const isSkipped = element.matches(SKIPPED) || isEditable(element);
  return isSkipped ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
}

/** Sentences, names and amounts; a bare number or sign says too little to be looked for. */
function isTellable(text: string, secrets: string[]): boolean {
  if (text.length < 2 || text.length > OUTLINE_TEXT_MAX_CHARS || /^\d+$/.test(text)) return false;
  return !secrets.some((secret) => text.includes(secret));
}

/** A sentence with a word in bold is one line, not two. */
function outermost(lines: Line[]): Line[] {
  const elements = new Set(lines.map(({ element }) => element));
  const isInside = ({ element }: Line): boolean => {
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (elements.has(around)) return true;
    }
    return false;
  };
  return lines.filter((line) => !isInside(line));
}

/** What stands in secret fields may stand beside them too. */
function secretsOf(page: Document): string[] {
  const fields = [...page.querySelectorAll<HTMLInputElement>('input')];
  return fields
    .slice(0, OUTLINE_SECRETS_MAX)
    .filter((field) => field.value.length > 2 && isSensitiveInput(field))
    .map((field) => normalize(field.value));
}

/** Without asking for the layout: that is for the few that are told. */
export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

/** A text that another takes the place of soon. */
export function isPassing({ element, text }: Line): boolean {
  return /(?:…|\.\.\.)$/.test(text) || element.closest(BUSY) !== null;
}
