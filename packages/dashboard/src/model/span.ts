// The span of time that is looked at: fitting, zooming, panning, and where its ticks stand.
import type { Row } from '../data/row.js';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Nothing finer can be told apart: pages tell whole milliseconds. */
const NARROWEST_MS = 20;

/** All of the rows, with a little air at both ends. */
export function around(rows: readonly Row[]): Span {
  let [from, to] = [Infinity, -Infinity];
  for (const row of rows) {
    from = Math.min(from, row.at);
    to = Math.max(to, row.end);
  }
  if (!(from <= to)) return { from: 0, to: 1_000 };
  const air = Math.max((to - from) * 0.02, 50);
  return { from: from - air, to: to + air };
}

/** Zooms by a factor about a moment, within `whole`. */
export function zoom(span: Span, factor: number, about: number, whole: Span): Span {
  const widest = whole.to - whole.from;
  const width = Math.min(Math.max((span.to - span.from) * factor, NARROWEST_MS), widest);
  const share = (about - span.from) / (span.to - span.from);
  return inside({ from: about - width * share, to: about + width * (1 - share) }, whole);
}

/** Moves by a share of what is seen, within `whole`. */
export function pan(span: Span, share: number, whole: Span): Span {
  const by = (span.to - span.from) * share;
  return inside({ from: span.from + by, to: span.to + by }, whole);
}

export function inside(span: Span, whole: Span): Span {
  const width = Math.min(span.to - span.from, whole.to - whole.from);
  const from = Math.min(Math.max(span.from, whole.from), whole.to - width);
  return { from, to: from + width };
}

const STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000,
  300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 86_400_000,
];

/** Moments to label, at most `most`, and the step between them. */
export function ticks(span: Span, most: number): { at: number[]; step: number } {
  const least = (span.to - span.from) / Math.max(1, most);
  const step = STEPS_MS.find((ms) => ms >= least) ?? Math.ceil(least / 86_400_000) * 86_400_000;
  const at: number[] = [];
  // Days begin at local midnight, which is no multiple of a day.
  const shift = new Date(span.from).getTimezoneOffset() * 60_000;
  for (
    let tick = Math.ceil((span.from - shift) / step) * step + shift;
    tick <= span.to;
    tick += step
  ) {
    at.push(tick);
  }
  return { at, step };
}
