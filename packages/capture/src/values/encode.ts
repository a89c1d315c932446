// An event becomes JSON text here, once, whatever the page has done to JSON.
import { isArray, isFunction, isObject, keys, objects } from './plain.js';

const { stringify } = JSON;
const arrays = Array.prototype;

/**
 * Plain data → JSON text. Members that are undefined are left out, halves of surrogate pairs become
 * U+FFFD (the server reads UTF-8), and a `toJSON` the page put on `Object.prototype` or
 * `Array.prototype` is not heard. Never throws.
 */
export function encode(event: object): string {
  try {
    const isPolluted = 'toJSON' in objects || 'toJSON' in arrays;
    return wellFormed(isPolluted ? write(event) : stringify(event));
  } catch {
    return '{}';
  }
}

/** `JSON.stringify` for plain data, without `toJSON`. */
function write(value: unknown): string {
  if (!isObject(value)) return stringify(value) ?? 'null';
  let text = '';
  if (isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      text += (index > 0 ? ',' : '') + write(value[index]);
    }
    return `[${text}]`;
  }
  for (const key of keys(value)) {
    const member: unknown = (value as Record<string, unknown>)[key];
    if (member === undefined || isFunction(member)) continue;
    text += `${text === '' ? '' : ','}${stringify(key)}:${write(member)}`;
  }
  return `{${text}}`;
}

/** `JSON.stringify` escapes lone surrogates (`\ud800`), which strict readers refuse. */
function wellFormed(json: string): string {
  if (!json.includes('\\ud')) return json;
  // An escaped backslash is matched first, so that the text `\ud800` itself stays what it is.
  return json.replace(/\\(?:\\|ud[89a-f]\w\w)/g, (escape) =>
    escape === '\\\\' ? escape : '\\ufffd',
  );
}
