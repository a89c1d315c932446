// Which messages of a busy socket are kept: all of a calm one, a few a second of a flood, every new shape.
import {
  SOCKET_FIRST_MESSAGES,
  SOCKET_SAMPLING,
  SOCKET_SHAPE_CHEAP_CHARS,
  SOCKET_SHAPE_CHECKS,
  SOCKET_SHAPE_MAX,
  SOCKET_SHAPE_MAX_CHARS,
  SOCKET_WINDOW,
  SOCKET_WINDOW_MS,
} from '../limits.js';
import { keys } from '../values/plain.js';

/** What is said of a message that was kept while others were not. */
export interface Sampled {
  /** Messages a second. */
  rate: number;
  /** Messages kept and seen in this window. */
  logged: string;
  window: string;
}

/** `all`: kept like its neighbours. A `Sampled`: kept, but others are not. `undefined`: left out. */
export type Verdict = 'all' | Sampled | undefined;

/** Judges one message of one direction of one connection; `text` is undefined for binary ones. */
export type Sampler = (now: number, text: string | undefined) => Verdict;

export function createSampler(): Sampler {
  const shapes = new Set<string>();
  let seen = 0;
  let windowStart = 0;
  let inWindow = 0;
  let loggedInWindow = 0;
  let inWindowBefore = 0;
  let lastKept = 0;
  let checks = 0;

  const turn = (now: number) => {
    const age = now - windowStart;
    if (age < SOCKET_WINDOW_MS && age >= 0) return;
    // A window without a neighbour says nothing of the rate.
    inWindowBefore = age < 2 * SOCKET_WINDOW_MS ? inWindow : 0;
    windowStart = now;
    inWindow = loggedInWindow = checks = 0;
  };
  /** True for a JSON object whose keys were not seen together before. */
  const isNewShape = (text: string | undefined): boolean => {
    if (text === undefined || shapes.size >= SOCKET_SHAPE_MAX) return false;
    if (text.length > SOCKET_SHAPE_CHEAP_CHARS && ++checks > SOCKET_SHAPE_CHECKS) return false;
    const shape = shapeOf(text);
    if (shape === undefined || shapes.has(shape)) return false;
    shapes.add(shape);
    return true;
  };

  return (now, text) => {
    turn(now);
    seen++;
    inWindow++;
    const rate = Math.max(inWindowBefore, inWindow);
    const [, keep] = SOCKET_SAMPLING.find(([from]) => rate >= from) ?? [];
    // The shape is looked at even when the message is kept anyway: its like is known then.
    const isNew = isNewShape(text);
    const isDue = !keep || now - lastKept >= SOCKET_WINDOW_MS / keep;
    if (!isDue && !isNew && seen > SOCKET_FIRST_MESSAGES) return undefined;
    lastKept = now;
    loggedInWindow++;
    if (!keep) return 'all';
    const logged = `${loggedInWindow}/${inWindow}`;
    return { rate, logged, window: SOCKET_WINDOW };
  };
}

/** `{"b":1,"a":2}` → `a,b`; undefined for what is no JSON object. */
export function shapeOf(text: string): string | undefined {
  if (text.length > SOCKET_SHAPE_MAX_CHARS || text[0] !== '{') return undefined;
  try {
    const members = keys(JSON.parse(text) as object);
    members.sort();
    return members.join(',');
  } catch {
    return undefined;
  }
}
