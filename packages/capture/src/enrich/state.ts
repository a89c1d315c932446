// What the app's store held when an error happened: its shape, and the few values that may explain it.
import type { Page } from '../context.js';
import { STATE_MAX_CHARS } from '../limits.js';
import { OBJECT_MAX_KEYS } from '../protocol.generated.js';
import { encode } from '../values/encode.js';
import { isArray, isObject, keys } from '../values/plain.js';
import type { Json } from '../values/serialize.js';
import { member, namesIn, type IsSpent } from './look.js';
import type { Moment } from './moments.js';
import { watchChanges, type Changes } from './changes.js';
import { relevantSlice } from './slice.js';
import { findStore, type Store } from './stores/index.js';

/** A member of the state: its type, and the names one level below. */
export interface Shape {
  type: string;
  keys?: string[];
}

export interface StateSnapshot {
  source: Store['source'];
  keys: Record<string, Shape>;
  relevantSlice: Record<string, Json>;
}

/** Makes what reads the state at an error. From the first error on it also knows what changed lately. */
export function createStateReader(
  page: Page,
  now: () => number,
): (moment: Moment, isSpent: IsSpent) => StateSnapshot | undefined {
  const changes: Changes = watchChanges(now);
  return (moment, isSpent) => {
    const store = findStore({ page, moment, isSpent });
    if (!store) return undefined;
    changes.watch(store);
    const { message, stack } = moment.entry;
    const snapshot = bounded({
      source: store.source,
      keys: shapes(store.state),
      relevantSlice: relevantSlice(store.state, `${message}\n${stack ?? ''}`, changes.recent()),
    });
    // A part of a state could be taken for all of it.
    return isSpent() ? undefined : snapshot;
  };
}

function shapes(state: object): Record<string, Shape> {
  return Object.fromEntries(
    namesIn(state, OBJECT_MAX_KEYS).map((name) => [name, shapeOf(member(state, name))]),
  );
}

function shapeOf(value: unknown): Shape {
  if (isArray(value)) return { type: 'array' };
  if (!isObject(value)) return { type: value === null ? 'null' : typeof value };
  return { type: 'object', keys: namesIn(value, OBJECT_MAX_KEYS) };
}

/** Too long: names go first, from the end, then values. */
function bounded(snapshot: StateSnapshot): StateSnapshot {
  for (const part of [snapshot.keys, snapshot.relevantSlice]) {
    for (const name of keys(part).toReversed()) {
      if (encode(snapshot).length <= STATE_MAX_CHARS) return snapshot;
      delete part[name];
    }
  }
  return snapshot;
}
