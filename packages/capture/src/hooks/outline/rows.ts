// The entries of lists and tables: which are new, which changed, which went, which changed places.
import { OUTLINE_TEXT_MAX_CHARS } from '../../protocol.generated.js';
import { ariaRole } from '../../aria/role.js';
import type { Line } from './texts.js';

export interface Row {
  element: Element;
  role: string;
  lines: string[];
  /** The elements that say them. */
  parts: Element[];
}

const ROWS = 'li,tr,article,[role=listitem],[role=row],[role=article]';

/** Head and foot of the page; a section has its own, which belong to what it says. */
export const EDGES =
  ':is(header,footer):not(:is(main,section,article) *),[role=banner],[role=contentinfo]';

/** Ways through a site, and heads of tables, are no results. */
const ASIDE = `nav,thead,${EDGES},[role=navigation],[role=menu],[role=menubar],[role=tablist]`;

/** The row around an element, unless it belongs to the frame of the page. */
export function rowAround(element: Element): Element | null {
  const row = element.closest(ROWS);
  return row && !row.closest(ASIDE) ? row : null;
}

/** Rows with the lines they say, in the order of the page. */
export function rowsOf(lines: Line[]): Row[] {
  const rows = new Map<Element, Line[]>();
  for (const line of lines) {
    const row = rowAround(line.element);
    if (!row) continue;
    const known = rows.get(row);
    if (known) known.push(line);
    else rows.set(row, [line]);
  }
  return [...rows].flatMap(([element, said]) => {
    const role = ariaRole(element);
    if (role === null || !/^(?:listitem|row|article)$/.test(role)) return [];
    const parts = said.map((line) => line.element);
    return [{ element, role, lines: said.map(({ text }) => text), parts }];
  });
}

/** Everything a row says; the same again is no news. */
export function whole({ lines }: Row): string {
  return lines.join('\n');
}

/** As much of a row as may be told: its first line, then what is new in it, then the rest. */
export function told(row: Row, before: Row[]): string {
  const [first = '', ...rest] = row.lines;
  const earlier = before.find(({ lines }) => lines[0] === first);
  const isNew = (line: string) => !earlier?.lines.includes(line);
  const ordered = [first, ...rest.filter(isNew), ...rest.filter((line) => !isNew(line))];
  let text = '';
  for (const line of new Set(ordered)) {
    const longer = text === '' ? line : `${text}\n${line}`;
    if (longer.length >= OUTLINE_TEXT_MAX_CHARS) break;
    text = longer;
  }
  return text;
}

/**
 * Two neighbours whose places were the other way round before: they show how a list was sorted,
 * whatever else is in it.
 */
export function swapped(now: Row[], before: Row[]): [Row, Row] | undefined {
  const places = new Map(before.map((row, place) => [whole(row), place]));
  const isSingle = (row: Row) =>
    now.filter(({ lines }) => mentions(lines, row.lines[0] ?? '')).length === 1;
  for (const [index, row] of now.entries()) {
    const next = now[index + 1];
    if (next?.element.parentElement !== row.element.parentElement) continue;
    const [here, there] = [places.get(whole(row)), places.get(whole(next))];
    if (here === undefined || there === undefined || here < there) continue;
    if (isSingle(row) && isSingle(next)) return [row, next];
  }
  return undefined;
}

/** The first rows that nothing in the page names any more. */
export function gone(now: Line[], before: Row[]): Row[] {
  const said = now.map(({ text }) => text);
  return before.filter(({ lines }) => {
    const [first = ''] = lines;
    return first.length > 2 && !mentions(said, first);
  });
}

/** Tests look for parts of texts, and take no notice of capitals. */
function mentions(lines: string[], text: string): boolean {
  const wanted = text.toLowerCase();
  return lines.some((line) => line.toLowerCase().includes(wanted));
}
