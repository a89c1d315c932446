// Finding elements by role and accessible name, as `getByRole` of Playwright does.
import { withCaches } from '../aria/cache.js';
import { accessibleName, labelledBy } from '../aria/name.js';
import { ariaRole } from '../aria/role.js';
import { SELECTOR_NAME_MAX_CHARS } from '../limits.js';
import { isSensitiveInput } from '../sensitive.js';
import { normalize } from './text.js';

export interface RoleAndName {
  role: string;
  name: string;
}

/** Which elements can have a role without saying so; the others must say it. */
const TAGS: Record<string, string> = {
  button: 'button,input',
  link: 'a,area',
  textbox: 'input,textarea',
  checkbox: 'input',
  radio: 'input',
  searchbox: 'input',
  slider: 'input',
  spinbutton: 'input',
  combobox: 'select,input',
  listbox: 'select',
  heading: 'h1,h2,h3,h4,h5,h6',
  cell: 'td',
  columnheader: 'th',
  rowheader: 'th',
};

/** The role and name to find an element by; nothing if it lacks either, or its name tells a secret. */
export function roleOf(element: Element): RoleAndName | undefined {
  return withCaches(() => {
    const role = ariaRole(element);
    if (role === null || role === 'none' || role === 'presentation') return undefined;
    const name = nameOf(element);
    if (name === '' || name.length > SELECTOR_NAME_MAX_CHARS) return undefined;
    return tellsSecret(element, name) ? undefined : { role, name };
  });
}

export function nameOf(element: Element, isHidden = false): string {
  return normalize(accessibleName(element, isHidden));
}

/** Elements that may have the role of this one: few enough to look at each. */
export function candidatesCss(element: Element, role: string): string {
  return `[role~="${CSS.escape(role)}"],${TAGS[role] ?? CSS.escape(element.localName)}`;
}

export function hasRoleAndName(element: Element, { role, name }: RoleAndName): boolean {
  return !isNamedOtherwise(element, name) && ariaRole(element) === role && nameOf(element) === name;
}

/** The same, also if the element is hidden at the moment and would have them if it were not. */
export function mayHaveRoleAndName(element: Element, wanted: RoleAndName): boolean {
  if (isNamedOtherwise(element, wanted.name) || ariaRole(element) !== wanted.role) return false;
  return nameOf(element, true) === wanted.name || nameOf(element) === wanted.name;
}

/** Most elements differ by their text, which is cheaper to compare than a name is to make. */
function isNamedOtherwise(element: Element, name: string): boolean {
  const text = element.textContent?.trim();
  if (!text || name.includes(text) || element.childElementCount > 0) return false;
  if (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')) return false;
  return element.localName !== 'textarea' && !name.includes(normalize(text));
}

/** The name of a row or a label contains the values of the fields inside it, passwords too. */
function tellsSecret(element: Element, name: string): boolean {
  const labels = 'labels' in element ? (element as HTMLInputElement).labels : null;
  const sources = [element, ...(labels ?? []), ...labelledBy(element)];
  return sources.some((source) => secretsIn(source).some((secret) => name.includes(secret)));
}

/** Values of sensitive fields inside, and of the element itself. */
function secretsIn(source: Element): string[] {
  const fields = [...source.querySelectorAll<HTMLInputElement>('input,textarea')];
  if ('value' in source && 'type' in source) fields.push(source as HTMLInputElement);
  return fields
    .filter((field) => field.value && isSensitiveInput(field))
    .map((field) => normalize(field.value));
}
