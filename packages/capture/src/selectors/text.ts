// The text a user would call a control by.
import { SELECTOR_TEXT_MAX_CHARS } from '../limits.js';

/** What a click inside of it is meant for. Playwright's list, and the other roles that are pressed. */
export const CONTROLS =
  'button,a,input,select,textarea,summary,label,[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=treeitem]';

/** The text of a control, or of an element with nothing but text in it. */
export function textOf(element: Element): string | undefined {
  if (element.childElementCount > 0 && !element.matches(CONTROLS)) return undefined;
  if (element.matches('select,textarea') || isEditable(element)) return undefined;
  const text = element.matches('input')
    ? buttonText(element as HTMLInputElement)
    : normalize(element.textContent ?? '');
  return text !== '' && text.length <= SELECTOR_TEXT_MAX_CHARS ? text : undefined;
}

/** What a user can write into, other than a field: its text is theirs. */
export function isEditable(element: Element): boolean {
  return 'isContentEditable' in element && element.isContentEditable === true;
}

/** Only buttons show their value as a label; the value of other fields is the user's. */
function buttonText(input: HTMLInputElement): string {
  return /^(?:button|submit|reset)$/.test(input.type) ? normalize(input.value) : '';
}

/** As Playwright compares texts: without soft hyphens and zero-width spaces, one space at a time. */
export function normalize(text: string): string {
  return text
    .replace(/[\u200b\u00ad]/g, '')
    .trim()
    .replace(/\s+/g, ' ');
}
