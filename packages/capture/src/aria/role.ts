// The role of an element: what its author says (WAI-ARIA), else what HTML says of its tag (HTML-AAM).
import { parentOf } from '../selectors/roots.js';
import { cached } from './cache.js';

/** All of WAI-ARIA 1.3 that are not abstract. */
const ROLES = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code
  columnheader combobox complementary contentinfo definition deletion dialog directory document
  emphasis feed figure form generic grid gridcell group heading img insertion link list listbox
  listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter
  navigation none note option paragraph presentation progressbar radio radiogroup region row
  rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript
  superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree
  treegrid treeitem`.split(/\s+/),
);

const GLOBAL_ATTRIBUTES =
  `atomic busy controls current describedby details dropeffect flowto grabbed
  hidden keyshortcuts label labelledby live owns relevant roledescription`
    .split(/\s+/)
    .map((name) => `aria-${name}`);

/** Roles that authors must not name, by WAI-ARIA 1.2. */
const UNNAMED_IN_1_2 = `caption code deletion emphasis generic insertion paragraph presentation
  strong subscript superscript`.split(/\s+/);

/** The same, by WAI-ARIA 1.3. */
export const UNNAMED = new Set([
  ...UNNAMED_IN_1_2,
  'definition',
  'mark',
  'suggestion',
  'term',
  'time',
]);

type FromTag = string | null | ((element: Element) => string | null);

/** The header and the footer of a part of the page are not those of the page. */
const PARTS =
  'article:not([role]),aside:not([role]),main:not([role]),nav:not([role]),section:not([role]),' +
  '[role=article],[role=complementary],[role=main],[role=navigation],[role=region]';

const ofPage = (role: string) => (element: Element) => (closest(element, PARTS) ? null : role);
const ifLinked = (element: Element) => (element.hasAttribute('href') ? 'link' : null);
const ifNamed = (role: string) => (element: Element) =>
  element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby') ? role : null;

const BY_TAG: Record<string, FromTag> = {
  a: ifLinked,
  area: ifLinked,
  article: 'article',
  aside: 'complementary',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dt: 'term',
  em: 'emphasis',
  fieldset: 'group',
  figure: 'figure',
  footer: ofPage('contentinfo'),
  form: ifNamed('form'),
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  header: ofPage('banner'),
  hr: 'separator',
  html: 'document',
  img: (element) => (isDecoration(element) ? 'presentation' : 'img'),
  input: (element) => inputRole(element as HTMLInputElement),
  ins: 'insertion',
  li: 'listitem',
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  search: 'search',
  section: ifNamed('region'),
  select: (element) =>
    element.hasAttribute('multiple') || (element as HTMLSelectElement).size > 1
      ? 'listbox'
      : 'combobox',
  strong: 'strong',
  sub: 'subscript',
  summary: null,
  sup: 'superscript',
  svg: 'img',
  table: 'table',
  tbody: 'rowgroup',
  td: (element) => (isInGrid(element) ? 'gridcell' : 'cell'),
  textarea: 'textbox',
  tfoot: 'rowgroup',
  th: headerCellRole,
  thead: 'rowgroup',
  time: 'time',
  tr: 'row',
  ul: 'list',
};

const BY_INPUT_TYPE: Record<string, string | null> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  hidden: null,
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  submit: 'button',
};

/** Where a child's meaning goes with that of its parent: `role=none` of a list unmakes its items. */
const NEEDED_PARENTS: Record<string, string[]> = {
  dd: ['dl', 'div'],
  div: ['dl'],
  dt: ['dl', 'div'],
  li: ['ol', 'ul'],
  tbody: ['table'],
  td: ['tr'],
  tfoot: ['table'],
  th: ['tr'],
  thead: ['table'],
  tr: ['thead', 'tbody', 'tfoot', 'table'],
};

/** `none` and `presentation` are roles here; `null` is an element that means nothing by itself. */
export const ariaRole = cached((element: Element): string | null => {
  const given = givenRole(element);
  if (given === undefined) return roleByTag(element);
  if (!isNone(given)) return given;
  const own = roleByTag(element);
  return mustHaveRole(element, own) ? own : given;
});

export function isNone(role: string | null | undefined): boolean {
  return role === 'none' || role === 'presentation';
}

/** The first role of the attribute that exists. */
function givenRole(element: Element): string | undefined {
  const roles = element.getAttribute('role')?.split(/\s+/);
  return roles?.find((role) => ROLES.has(role));
}

function roleByTag(element: Element): string | null {
  const from = Object.hasOwn(BY_TAG, element.localName) ? BY_TAG[element.localName] : null;
  const role = typeof from === 'function' ? from(element) : (from ?? null);
  return role === null ? null : (noneByParent(element) ?? role);
}

/** The `none` of the list or table that the element is a part of. */
function noneByParent(element: Element): string | undefined {
  const parent = parentOf(element);
  if (!parent || !NEEDED_PARENTS[element.localName]?.includes(parent.localName)) return undefined;
  const given = givenRole(parent);
  if (isNone(given) && !mustHaveRole(parent, given ?? null)) return given;
  return noneByParent(parent);
}

/** A role cannot be given up by what has the focus, or an attribute that assistive tools show. */
function mustHaveRole(element: Element, role: string | null): boolean {
  return isFocusable(element) || hasGlobalAttribute(element, role);
}

function hasGlobalAttribute(element: Element, role: string | null): boolean {
  return GLOBAL_ATTRIBUTES.some((name) => {
    if (!element.hasAttribute(name)) return false;
    if (name === 'aria-roledescription') return role !== 'generic';
    return !name.startsWith('aria-label') || !UNNAMED_IN_1_2.includes(role ?? '');
  });
}

function isFocusable(element: Element): boolean {
  if (/^(?:button|input|select|textarea|option|optgroup)$/.test(element.localName)) {
    if (element.matches(':disabled')) return false;
  }
  if (hasTabIndex(element)) return true;
  if (element.localName === 'a' || element.localName === 'area')
    return element.hasAttribute('href');
  return /^(?:button|details|input|select|textarea)$/.test(element.localName);
}

function hasTabIndex(element: Element): boolean {
  const index = element.getAttribute('tabindex');
  return index !== null && !Number.isNaN(Number(index));
}

function isDecoration(image: Element): boolean {
  if (image.getAttribute('alt') !== '' || image.getAttribute('title')) return false;
  return !hasGlobalAttribute(image, null) && !hasTabIndex(image);
}

function inputRole(input: HTMLInputElement): string | null {
  // An `input` inside of SVG is not a field.
  const type = String(input.type);
  if (Object.hasOwn(BY_INPUT_TYPE, type)) return BY_INPUT_TYPE[type] ?? null;
  if (/^(?:email|search|tel|text|url)$/.test(type) && input.list !== null) return 'combobox';
  return type === 'search' ? 'searchbox' : 'textbox';
}

function headerCellRole(cell: Element): string | null {
  const scope = cell.getAttribute('scope');
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  // A table of one cell has nothing else that it could be the header of.
  const isAlone = cell.parentElement?.childElementCount === 1 && tableOf(cell)?.rows.length === 1;
  if (isAlone) return null;
  const neighbours = [cell.previousElementSibling, cell.nextElementSibling];
  return neighbours.some(isDataCell) ? 'rowheader' : 'columnheader';
}

function isDataCell(cell: Element | null): boolean {
  if (cell?.localName !== 'td') return false;
  return cell.childElementCount > 0 || cell.textContent?.trim() !== '';
}

function isInGrid(cell: Element): boolean {
  const table = tableOf(cell);
  const role = table && givenRole(table);
  return role === 'grid' || role === 'treegrid';
}

function tableOf(cell: Element): HTMLTableElement | null {
  return closest(cell, 'table') as HTMLTableElement | null;
}

/** Also across the borders of shadow roots. */
function closest(element: Element, css: string): Element | null {
  for (let at: Element | null = element; at; at = parentOf(at)) if (at.matches(css)) return at;
  return null;
}
