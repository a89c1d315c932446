// What stands on a page at a moment, and what is new in it since the moment before.
import { TEST_ID_CSS } from '../../selectors/test-id.js';
import { OUTLINE_MAX_ELEMENTS } from '../../protocol.generated.js';
import { withCaches } from '../../aria/cache.js';
import { ariaRole } from '../../aria/role.js';
import { cssPath } from '../../selectors/css-path.js';
import { isVisible, landmarks, type Candidate } from './elements.js';
import { EDGES, gone, rowAround, rowsOf, swapped, told, whole, type Row } from './rows.js';
import { isPassing, readTexts, type Line, type Texts } from './texts.js';

/** What is asked of the changes of a page. */
export interface Watched {
  /** Whether its text changes by itself. */
  isDynamic(element: Element): boolean;
  /** Whether it changed as an effect of what the user did since the look before. */
  isEffect(element: Element): boolean;
  /** What the user entered lately: where it stands, it was kept. */
  entered(): string[];
}

export interface Look {
  landmarks: Candidate[];
  rows: Row[];
  texts: Texts;
}

/** Where messages to the user are put. */
const LIVE =
  '[role=status],[role=alert],[role=log],output,[aria-live=polite],[aria-live=assertive]';

/** Around the content of a page; what it says of itself there, it says everywhere. */
const AROUND = `nav,${EDGES},aside,a,h1,h2,th,[role=navigation],[role=complementary],${TEST_ID_CSS}`;

export function lookAt(page: Document, clock: () => number): Look {
  const texts = readTexts(page, clock);
  const rows = withCaches(() => rowsOf(texts.lines));
  return { landmarks: landmarks(page), rows, texts };
}

/** What an action changed in a page, besides its landmarks. */
export function changes(now: Look, before: Look, watched: Watched): Candidate[] {
  const fresh = freshLines(now, before, watched);
  const texts = fresh.filter(
    ({ element }) => !rowAround(element) && !element.closest(`${AROUND},${LIVE}`),
  );
  const earlier = new Set(before.rows.map(whole));
  const isNews = (row: Row) => !earlier.has(whole(row)) && row.parts.some(watched.isEffect);
  const rows = ranked(now.rows.filter(isNews), before.rows, watched);
  const found = [
    ...some(texts).map(asText),
    ...some(rows).map((row) => asRow(row, before.rows)),
    ...vanished(now, before),
  ];
  const [row, next] = swapped(now.rows, before.rows) ?? [];
  if (row && next) found.push({ ...asRow(row, []), sort: 'order', before: next.lines[0] ?? '' });
  return found.filter(isSteady(watched));
}

/** Messages that came with what the user did, wherever the page went. */
export function messages(now: Look, before: Look, watched: Watched): Candidate[] {
  return freshLines(now, before, watched).flatMap((line) => {
    const region = line.element.closest(LIVE);
    if (!region) return [];
    const role = ariaRole(region);
    if (role === null || !/^(?:status|alert|log)$/.test(role)) return [];
    return [{ ...asText(line), sort: 'live' as const, role }];
  });
}

/** What a page that was not there before says of itself, besides its landmarks. */
export function firstSight({ rows, texts }: Look, watched: Watched): Candidate[] {
  const lines = texts.lines.filter(
    (line) => !isPassing(line) && !line.element.closest(`${AROUND},${LIVE}`),
  );
  const outside = lines.filter(({ element }) => !rowAround(element));
  const echoed = echo(outside, ({ text }) => text, watched);
  return [
    ...some(ranked(rows, [], watched)).map((row) => asRow(row, [])),
    ...some(echoed).map(asText),
  ].filter(isSteady(watched));
}

/** Lines that were not there before, because of what the user did. */
function freshLines({ texts }: Look, before: Look, { isEffect }: Watched): Line[] {
  const earlier = new Set(before.texts.lines.map(({ text }) => text));
  return texts.lines.filter(
    (line) => !earlier.has(line.text) && !isPassing(line) && isEffect(line.element),
  );
}

/** Dialogs that were closed, and rows that are no more. */
function vanished(now: Look, before: Look): Candidate[] {
  const isGone = ({ sort, text }: Candidate) =>
    sort === 'dialog' &&
    text !== '' &&
    !now.landmarks.some((one) => one.sort === sort && one.text === text);
  const closed = before.landmarks.filter(isGone);
  const rows = now.texts.isWhole && before.texts.isWhole ? gone(now.texts.lines, before.rows) : [];
  return [
    ...closed.map(({ role = 'dialog', text }) => ({ sort: 'dialog' as const, role, text })),
    ...rows.slice(0, 1).map(({ role, lines }) => ({
      sort: 'gone' as const,
      role,
      text: lines[0] ?? '',
    })),
  ].map((one) => ({ ...one, visible: false }));
}

/** Those that hold what the user entered, then those that were there before and changed. */
function ranked(rows: Row[], before: Row[], watched: Watched): Row[] {
  const names = new Set(before.map(({ lines }) => lines[0]));
  const isKnown = ({ lines }: Row) => names.has(lines[0]);
  const ordered = [...rows.filter(isKnown), ...rows.filter((row) => !isKnown(row))];
  return echo(ordered, whole, watched);
}

function echo<T>(all: T[], textOf: (one: T) => string, { entered }: Watched): T[] {
  const values = entered();
  const held = (one: T) => values.filter((value) => textOf(one).includes(value)).length;
  const counted = all.map((one): [T, number] => [one, held(one)]);
  return counted.toSorted(([, one], [, other]) => other - one).map(([one]) => one);
}

/** More than are told, because some of them may prove to be hidden or dynamic. */
function some<T>(all: T[]): T[] {
  return all.slice(0, OUTLINE_MAX_ELEMENTS * 2);
}

function asText({ element, text }: Line): Candidate {
  return { sort: 'text', text, visible: true, element };
}

function asRow(row: Row, before: Row[]): Candidate {
  const { element, role, lines } = row;
  const isKnown = before.some((earlier) => earlier.lines[0] === lines[0]);
  return {
    sort: 'row',
    role,
    text: told(row, before),
    visible: true,
    ...(isKnown && { changed: true }),
    element,
  };
}

function isSteady({ isDynamic }: Watched) {
  return ({ element }: Candidate) => !element || (isVisible(element) && !isDynamic(element));
}

/** Adds where it is, for those that nothing else names: a later outline may call that place dynamic. */
export function placed(one: Candidate): Candidate {
  const path = one.element && /^(?:live|text)$/.test(one.sort) ? cssPath(one.element) : undefined;
  return path === undefined ? one : { ...one, cssPath: path };
}
