// Logged values as one line for people: what the console would show, objects written out.
import { RENDER_MAX_CHARS } from '../limits.js';
import { isArray, isObject, isString, keys } from './plain.js';
import { CLASS, type Json } from './serialize.js';

/**
 * The message of a console call, from its serialized arguments. Follows the formatter of the console
 * standard; `%s` of an object shows the object instead of `[object Object]`, styles (`%c`) vanish.
 *
 * | arguments | message |
 * |---|---|
 * | `'%s is %d', 'a', 1.7, {b: 2}` | `a is 1 {b: 2}` |
 * | `'100%', 'sure'` | `100% sure` |
 * | `new TypeError('x')` | `TypeError: x` |
 */
export function render(args: readonly Json[]): string {
  const [first] = args;
  let rest = args;
  let text = '';
  if (isString(first) && args.length > 1 && first.includes('%')) {
    let used = 1;
    text = first.replace(/%([sdifoOc%])/g, (directive, letter: string) => {
      if (letter === '%') return '%';
      return used < args.length ? format(letter, args[used++] ?? null) : directive;
    });
    rest = args.slice(used);
    if (rest.length > 0) text += ' ';
  }
  return text + rest.map(show).join(' ');
}

function format(letter: string, value: Json): string {
  const text = show(value);
  if (letter === 'c') return '';
  // Big integers arrive as `12n`, and the console shows them so.
  if (!'dif'.includes(letter) || /^-?\d+n$/.test(text)) return text;
  const number = parseFloat(text);
  return String(letter === 'f' ? number : Math.trunc(number));
}

/** A value at the top of a message: strings as they are, the rest compact. */
export function show(value: Json): string {
  return isString(value) ? value : write(value, RENDER_MAX_CHARS);
}

/** Writes until the room is used up; what is open is closed all the same. */
function write(value: Json, room: number): string {
  if (isString(value)) return isWord(value) ? value : JSON.stringify(value);
  if (!isObject(value)) return String(value);
  const isList = isArray(value);
  const { name, message, stack } = value as { [key: string]: Json };
  if (isString(stack) && isString(message)) return `${name}: ${message}`;
  let text = '';
  for (const key of keys(value)) {
    if (key === CLASS) continue;
    if (text) text += ', ';
    if (text.length >= room) {
      text += '…';
      break;
    }
    if (!isList) text += `${key}: `;
    text += write((value as { [key: string]: Json })[key] ?? null, room - text.length);
  }
  if (isList) return `[${text}]`;
  const prefix = CLASS in value ? `${String(value[CLASS])} ` : '';
  return `${prefix}{${text}}`;
}

/** The words `serialize` writes for values without JSON need no quotes. */
function isWord(text: string): boolean {
  return /^(?:\[.*\]|<.*>|undefined|NaN|-?Infinity|-?\d+n|\.{3} \d+ more)$/.test(text);
}
