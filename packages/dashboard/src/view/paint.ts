// Paints the lanes: a strip each on one axis of time, requests as a waterfall, into a canvas.
import type { Lane, Row } from '../data/row.js';
import { LANES } from '../data/row.js';
import { ticks, type Span } from '../model/span.js';
import { tick } from '../model/words.js';
import { tracks } from '../model/waterfall.js';

/** Heights in CSS pixels. */
const HEIGHT: Readonly<Record<Lane, number>> = {
  actions: 24,
  requests: 76,
  errors: 24,
  console: 24,
  sockets: 24,
  screenshots: 24,
};
const AXIS = 22;
const TRACK = 8;
const TRACKS = Math.floor((HEIGHT.requests - 8) / TRACK);
/** The names of the lanes stand left of it. */
export const GUTTER = 92;
const TICK_WIDTH = 110;
const MARK = 5;

export const FULL_HEIGHT = AXIS + LANES.reduce((sum, lane) => sum + HEIGHT[lane], 0);

/** A row with the place it was painted at. */
interface Painted {
  readonly row: Row;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Picture {
  /** The row at a place, or near it. */
  at(x: number, y: number): Row | undefined;
}

/** The top of a lane. */
export function top(lane: Lane): number {
  const above = LANES.slice(0, LANES.indexOf(lane));
  return AXIS + above.reduce((sum, one) => sum + HEIGHT[one], 0);
}

/** Colours by the names they have in the style sheet. */
export type Ink = (name: string) => string;

export interface Scene {
  readonly rows: readonly Row[];
  readonly span: Span;
  readonly selected: Row | undefined;
  readonly width: number;
  readonly ink: Ink;
}

export function paint(context: CanvasRenderingContext2D, scene: Scene): Picture {
  const { span, width, ink } = scene;
  const plot = Math.max(1, width - GUTTER - 8);
  const x = (at: number) => GUTTER + ((at - span.from) / (span.to - span.from)) * plot;
  context.clearRect(0, 0, width, FULL_HEIGHT);
  frame(context, scene, x);
  context.save();
  context.beginPath();
  context.rect(GUTTER - MARK, 0, plot + 2 * MARK, FULL_HEIGHT);
  context.clip();
  const painted = place(scene.rows, span, x);
  for (const one of painted) draw(context, one, ink);
  if (scene.selected !== undefined) mark(context, scene.selected, painted, scene, x);
  context.restore();
  return { at: (left, y) => nearest(painted, left, y) };
}

function frame(context: CanvasRenderingContext2D, scene: Scene, x: (at: number) => number): void {
  const { ink, width, span } = scene;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (const [index, lane] of LANES.entries()) {
    context.fillStyle = ink(index % 2 === 0 ? '--stripe' : '--card');
    context.fillRect(0, top(lane), width, HEIGHT[lane]);
    context.fillStyle = ink('--soft');
    context.fillText(lane, 12, top(lane) + Math.min(HEIGHT[lane], 24) / 2);
  }
  const { at, step } = ticks(span, Math.floor((width - GUTTER) / TICK_WIDTH));
  for (const moment of at) {
    const left = Math.round(x(moment)) + 0.5;
    context.fillStyle = ink('--line');
    context.fillRect(left - 0.5, AXIS, 1, FULL_HEIGHT - AXIS);
    context.fillStyle = ink('--soft');
    const label = tick(moment, step);
    const room = width - 6 - context.measureText(label).width;
    context.fillText(label, Math.min(left + 4, room), AXIS / 2);
  }
}

/**
 * Where each row stands that is to be painted. Of marks on the same pixel only the worst is: there are
 * more rows than pixels.
 */
function place(rows: readonly Row[], span: Span, x: (at: number) => number): Painted[] {
  const requests: Row[] = [];
  const worst = new Map<Lane, Map<number, Row>>(LANES.map((lane) => [lane, new Map()]));
  for (const row of rows) {
    if (row.end < span.from || row.at > span.to) continue;
    if (row.lane === 'requests') {
      requests.push(row);
      continue;
    }
    const pixels = worst.get(row.lane);
    const pixel = Math.round(x(row.at));
    const known = pixels?.get(pixel);
    if (known === undefined || WEIGHT[row.level] > WEIGHT[known.level]) pixels?.set(pixel, row);
  }
  const marks = [...worst.values()].flatMap((pixels) => [...pixels.values()]);
  const bars = waterfall(requests, x);
  // The worst last, on top of the others.
  return [...marks.map((row) => spot(row, x)), ...bars].toSorted(
    (one, other) => WEIGHT[one.row.level] - WEIGHT[other.row.level],
  );
}

function waterfall(requests: readonly Row[], x: (at: number) => number): Painted[] {
  const pixel = 1 / Math.max(x(1) - x(0), Number.MIN_VALUE);
  const found = tracks(requests, TRACKS, 2 * pixel);
  return requests.map((row, index) => bar(row, found[index] ?? 0, x));
}

function bar(row: Row, track: number, x: (at: number) => number): Painted {
  const left = x(row.at);
  const above = top('requests') + 4 + track * TRACK;
  const right = Math.max(x(row.end), left + 2);
  return { row, left, right, top: above, bottom: above + TRACK - 2 };
}

function spot(row: Row, x: (at: number) => number): Painted {
  const left = x(row.at);
  const middle = top(row.lane) + HEIGHT[row.lane] / 2;
  return { row, left: left - 2, right: left + 2, top: middle - MARK, bottom: middle + MARK };
}

function draw(context: CanvasRenderingContext2D, painted: Painted, ink: Ink): void {
  const { row, left, right, top: above, bottom } = painted;
  const [x, y] = [(left + right) / 2, (above + bottom) / 2];
  context.fillStyle = ink(colour(row));
  context.beginPath();
  if (row.lane === 'errors') diamond(context, x, y);
  else if (row.lane === 'actions') context.arc(x, y, MARK, 0, 7);
  else context.rect(left, above, right - left, bottom - above);
  context.fill();
}

function diamond(context: CanvasRenderingContext2D, x: number, y: number): void {
  const arm = MARK + 1.5;
  context.moveTo(x, y - arm);
  context.lineTo(x + arm, y);
  context.lineTo(x, y + arm);
  context.lineTo(x - arm, y);
}

const WEIGHT = { error: 3, warn: 2, info: 1, debug: 0 };

/** The colour's name of a row. */
export function colour(row: Pick<Row, 'lane' | 'level'>): string {
  if (row.level === 'error') return '--bad';
  if (row.level === 'warn') return '--wait';
  return (
    { actions: '--act', requests: '--bar', sockets: '--wire', screenshots: '--accent' }[
      row.lane as string
    ] ?? '--track'
  );
}

/** A frame around what is selected, and a line through all lanes at its time. */
function mark(
  context: CanvasRenderingContext2D,
  row: Row,
  painted: readonly Painted[],
  scene: Scene,
  x: (at: number) => number,
): void {
  // One that another hides has its place all the same.
  const isIn = row.end >= scene.span.from && row.at <= scene.span.to;
  const hidden = row.lane === 'requests' || !isIn ? undefined : spot(row, x);
  const found = painted.find((one) => one.row === row) ?? hidden;
  if (found === undefined) return;
  context.strokeStyle = scene.ink('--accent');
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  const middle = row.lane === 'requests' ? found.left : (found.left + found.right) / 2;
  context.moveTo(middle, AXIS);
  context.lineTo(middle, FULL_HEIGHT);
  context.stroke();
  context.setLineDash([]);
  context.lineWidth = 2;
  const air = row.lane === 'requests' ? 2 : 4;
  const [left, width] = [found.left - air, found.right - found.left + 2 * air];
  context.strokeRect(left, found.top - air, width, found.bottom - found.top + 2 * air);
}

/** How far beside a mark a pointer may be and still mean it. */
const REACH = 6;

function nearest(painted: readonly Painted[], x: number, y: number): Row | undefined {
  let [best, least] = [undefined as Row | undefined, Infinity];
  for (const { row, left, right, top: above, bottom } of painted) {
    const beside = Math.max(left - x, x - right, 0);
    const beyond = Math.max(above - y, y - bottom, 0);
    if (beside > REACH || beyond > REACH) continue;
    // Of what lies in one place, the worst is meant.
    const far = beside + beyond - WEIGHT[row.level] * 0.1;
    if (far < least) [best, least] = [row, far];
  }
  return best;
}
