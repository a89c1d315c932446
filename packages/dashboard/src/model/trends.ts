// Page loads as series of figures, by page, for plots.
import { list, moment, number, object, text, type Told } from '../data/read.js';

/** A figure of a page load. */
export interface Figure {
  /** As the server calls it. */
  readonly id: string;
  readonly name: string;
  readonly unit: 'ms' | '' | 'B' | 'n';
  /** Up to here it is good, by the thresholds of Web Vitals. */
  readonly good?: number;
}

export const FIGURES: readonly Figure[] = [
  { id: 'lcp', name: 'Largest contentful paint', unit: 'ms', good: 2_500 },
  { id: 'fcp', name: 'First contentful paint', unit: 'ms', good: 1_800 },
  { id: 'inp', name: 'Interaction to next paint', unit: 'ms', good: 200 },
  { id: 'cls', name: 'Layout shift', unit: '', good: 0.1 },
  { id: 'load', name: 'Load', unit: 'ms' },
  { id: 'ttfb', name: 'Time to first byte', unit: 'ms', good: 800 },
  { id: 'blocking_time', name: 'Blocking time', unit: 'ms', good: 200 },
  { id: 'requests', name: 'Requests', unit: 'n' },
  { id: 'transfer_bytes', name: 'Transferred', unit: 'B' },
];

export interface Page {
  readonly name: string;
  /** Origin and path: what tells it from pages whose path has the same in it. */
  readonly address: string;
  /** Oldest first. */
  readonly loads: readonly Told[];
}

export interface Series {
  readonly figure: Figure;
  readonly at: readonly number[];
  readonly values: readonly number[];
}

/** The pages of an answer of `/page-loads`. */
export function pages(answer: Told): Page[] {
  return list(answer, 'pages').map((page) => {
    const url = text(page, 'url') ?? '/';
    const way = text(page, 'way') ?? 'load';
    const address = `${text(page, 'origin') ?? ''}${url}`;
    const name = `${address}${way === 'load' ? '' : ` (${way})`}`;
    return { name, address, loads: list(page, 'loads') };
  });
}

/** What a page's loads say of each figure, where they say anything. */
export function series(page: Page): Series[] {
  return FIGURES.map((figure) => {
    const said = page.loads.flatMap((load) => {
      const value = number(object(load, 'figures'), figure.id);
      return value === undefined ? [] : [{ at: moment(load['timestamp']) ?? 0, value }];
    });
    said.sort((one, other) => one.at - other.at);
    return { figure, at: said.map(({ at }) => at), values: said.map(({ value }) => value) };
  }).filter(({ values }) => values.length > 0);
}
