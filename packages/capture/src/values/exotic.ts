// Values that are more than their members: collections, buffers, dates, DOM nodes, errors.

import { isObject, keys, tagOf } from './plain.js';

/** `name` is the member the items are put under; none for a primitive taken out of its box. */
export interface Collection {
  name: string;
  items: ArrayLike<unknown>;
}

/** Errors of every realm and `DOMException`s; a proxy around an error counts too. */
export function isError(value: unknown): value is Error {
  return (
    isObject(value) &&
    (value instanceof Error || /^\[object (?:Error|DOMException)\]$/.test(tagOf(value)))
  );
}

/**
 * The words or items for a value that `Object.keys` would show as `{}`; undefined for all others.
 *
 * The tag works across realms, but anybody can claim one: what does not behave as its tag promises
 * is an object like any other.
 */
export function describeExotic(value: object): string | Collection | undefined {
  try {
    return byTag(value as Exotic, tagOf(value).slice(8, -1));
  } catch {
    return undefined;
  }
}

/** All the members that are asked for below, of all the things that may have them. */
type Exotic = Map<unknown, unknown> &
  ArrayLike<unknown> &
  ArrayBuffer &
  Blob &
  Event &
  Element &
  Request &
  Response;

function byTag(value: Exotic, tag: string): string | Collection | undefined {
  const name = `[${tag}]`;
  switch (tag) {
    case 'Map':
    case 'Set':
      return { name, items: firstOf(tag === 'Map' ? value.entries() : value.values(), value.size) };
    case 'Date': {
      const time = Number(value);
      return Number.isNaN(time) ? 'Invalid Date' : new Date(time).toISOString();
    }
    case 'RegExp':
      return String(value);
    case 'ArrayBuffer':
    case 'DataView':
    case 'Blob':
    case 'File':
      return `[${tag}: ${value.byteLength ?? value.size} bytes]`;
    case 'Number':
    case 'String':
    case 'Boolean':
    case 'BigInt':
    case 'Symbol':
      return { name: '', items: [value.valueOf()] };
    case 'Response':
    case 'Request':
      return `[${tag} ${value.status ?? value.method} ${value.url}]`;
    case 'Window':
      return name;
  }
  if (ArrayBuffer.isView(value)) return { name, items: value };
  if (typeof value.nodeType === 'number') return nodeName(value);
  if (tag.endsWith('Event')) {
    const { type, target } = value;
    return `[${tag} ${type}${target && 'nodeType' in target ? ` on ${nodeName(target)}` : ''}]`;
  }
  // Promises, weak maps, headers: nothing of them can be seen.
  if (tag === 'Object' || 'toJSON' in value || keys(value).length > 0) return undefined;
  return name;
}

/** As many items as are shown, and as many holes as there are further ones: the count stays true. */
function firstOf(items: Iterator<unknown>, size: number): ArrayLike<unknown> {
  const first: unknown[] = [];
  for (let next = items.next(); !next.done && first.length < 100; next = items.next()) {
    first.push(next.value);
  }
  first.length = size;
  return first;
}

/** `<input#email.wide>`; never a field's value. */
function nodeName(node: object): string {
  const { nodeName: name, id, classList } = node as Element;
  if (!classList) return `[${name}]`;
  const classes = [...classList].slice(0, 3).map((word) => `.${word}`);
  return `<${name.toLowerCase()}${id ? `#${id}` : ''}${classes.join('')}>`.slice(0, 200);
}
