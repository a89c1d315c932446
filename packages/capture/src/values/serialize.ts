// Any value becomes bounded plain JSON at once: what is looked at later may have changed.
import { NAME_MAX_CHARS, VALUE_MAX_CHARS, VALUE_MAX_NODES } from '../limits.js';
import {
  ARRAY_MAX_ITEMS,
  OBJECT_MAX_KEYS,
  STRING_MAX_CHARS,
  TRUNCATION_MARK,
  VALUE_MAX_DEPTH,
} from '../protocol.generated.js';
import { withoutLast } from './cut.js';
import { describeExotic, isError } from './exotic.js';
import {
  apply,
  defineProperty,
  getPrototypeOf,
  isArray,
  isFunction,
  isObject,
  isString,
  keys,
  objects,
} from './plain.js';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Members that say what a value was, in brackets so that they are not taken for the page's own. */
export const CLASS = '[class]';
export const MORE = '[more]';

const UNREADABLE = '[Unreadable]';

/** What one value may still cost, and the objects that are being looked at above it. */
interface Walk {
  nodes: number;
  chars: number;
  readonly above: object[];
}

/**
 * | in | out |
 * |---|---|
 * | `undefined`, `NaN`, `12n`, `Symbol('a')` | `"undefined"`, `"NaN"`, `"12n"`, `"Symbol(a)"` |
 * | `function f() {}`, a DOM element | `"[Function: f]"`, `"<button#save.primary>"` |
 * | `new Map([[1, 2]])`, `new Set([1])` | `{"[Map]": [[1, 2]]}`, `{"[Set]": [1]}` |
 * | an Error | `{name, message, stack, cause?, errors?, …own members}` |
 * | `new Point(1, 2)` | `{"[class]": "Point", "x": 1, "y": 2}` |
 * | itself, too deep, unreadable | `"[Circular]"`, `"[Object]"`, `"[Unreadable]"` |
 *
 * Runs getters and `toJSON` of the page; what they throw becomes a word in the result. Never throws.
 */
export function serialize(value: unknown): Json {
  if (isString(value)) return clip(value, STRING_MAX_CHARS);
  if (!isObject(value)) return simple(value);
  return visit(value, { nodes: VALUE_MAX_NODES, chars: VALUE_MAX_CHARS, above: [] });
}

/** The text, shortened with the mark that says so. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : withoutLast(text.slice(0, most)) + TRUNCATION_MARK;
}

function visit(value: unknown, walk: Walk): Json {
  walk.nodes--;
  if (isString(value)) {
    const text = clip(value, Math.min(STRING_MAX_CHARS, Math.max(walk.chars, 0)));
    walk.chars -= text.length;
    return text;
  }
  if (!isObject(value)) return simple(value);
  if (walk.above.includes(value)) return '[Circular]';
  walk.above.push(value);
  try {
    return visitObject(value, walk);
  } catch {
    return UNREADABLE;
  } finally {
    walk.above.pop();
  }
}

function visitObject(value: object, walk: Walk): Json {
  if (isArray(value)) {
    return isSpent(walk) ? `[Array(${value.length})]` : visitItems(value, walk);
  }
  const prototype: unknown = getPrototypeOf(value);
  const isPlain = prototype === objects || prototype === null;
  const name = isPlain ? 'Object' : className(value);
  if (isSpent(walk)) return `[${name}]`;
  if (!isPlain) {
    if (isError(value)) return visitError(value, walk);
    const exotic = describeExotic(value);
    if (isString(exotic)) return exotic;
    if (exotic) {
      const items = visitItems(exotic.items, walk);
      return exotic.name === '' ? (items[0] ?? null) : { [exotic.name]: items };
    }
  }
  // A `toJSON` that a page put on every object does not count.
  const { toJSON } = value as { toJSON?: unknown };
  if (isFunction(toJSON) && toJSON !== (objects as { toJSON?: unknown }).toJSON) {
    const written: unknown = apply(toJSON, value, ['' as never]);
    if (written !== value) return visit(written, walk);
  }
  return visitMembers(value, name === 'Object' ? {} : { [CLASS]: name }, walk);
}

/** No further levels, or no further budget. */
function isSpent(walk: Walk): boolean {
  return walk.above.length > VALUE_MAX_DEPTH || walk.nodes <= 0 || walk.chars <= 0;
}

function visitItems(items: ArrayLike<unknown>, walk: Walk): Json[] {
  const out: Json[] = [];
  const kept = Math.min(items.length, ARRAY_MAX_ITEMS);
  for (let index = 0; index < kept && walk.nodes > 0; index++) out.push(visit(items[index], walk));
  if (out.length < items.length) out.push(`... ${items.length - out.length} more`);
  return out;
}

function visitMembers(value: object, out: { [key: string]: Json }, walk: Walk): Json {
  const names = keys(value);
  let kept = 0;
  for (const name of names) {
    if (kept >= OBJECT_MAX_KEYS || walk.nodes <= 0) {
      out[MORE] = names.length - kept;
      break;
    }
    kept++;
    walk.chars -= name.length;
    put(out, clip(name, NAME_MAX_CHARS), visit(read(value, name), walk));
  }
  return out;
}

/** Assigning would miss where the prototype has a setter (`__proto__`) or is frozen (`toString`). */
function put(out: { [key: string]: Json }, name: string, value: Json): void {
  if (!(name in out)) out[name] = value;
  else defineProperty(out, name, { value, enumerable: true, configurable: true, writable: true });
}

/** `cause` and `errors` are not enumerable on native errors, and are the reason on most. */
function visitError(error: Error, walk: Walk): Json {
  const all: Record<string, unknown> = { stack: '' };
  for (const name of ['name', 'message', 'stack', 'cause', 'errors', ...keys(error)]) {
    if (name in error) all[name] = read(error, name);
  }
  return visitMembers(all, {}, walk);
}

/** A member, or the word for one that cannot be read. */
export function read(value: object, name: string): unknown {
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    return UNREADABLE;
  }
}

function className(value: object): string {
  return nameOf(read(value, 'constructor')) || 'Object';
}

/** The name of a function; anything may have been put in its place. */
function nameOf(maker: unknown): string {
  const name = isFunction(maker) ? read(maker, 'name') : '';
  return isString(name) ? clip(name, NAME_MAX_CHARS) : '';
}

function simple(value: unknown): Json {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'bigint':
      return `${clip(String(value), STRING_MAX_CHARS)}n`;
    case 'function': {
      const name = nameOf(value);
      return name ? `[Function: ${name}]` : '[Function]';
    }
    default:
      return value === null ? null : clip(String(value), STRING_MAX_CHARS);
  }
}
