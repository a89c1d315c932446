// A captured request as a curl command that can be pasted into a shell, whatever the page put into it.
import { isObject, number, text, type Told } from '../data/read.js';

/** A word of a POSIX shell that stands for exactly this text. */
export function quote(words: string): string {
  const whole = words.toWellFormed().replaceAll('\0', '');
  // A pasted control character is a key pressed: ^C would leave the quotes. Characters that turn the
  // direction of writing make a command look like another.
  if (!NEEDS_ESCAPES.test(whole)) return `'${whole.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${whole.replace(ESCAPED, escaped)}'`;
}

const NEEDS_ESCAPES = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const ESCAPED = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069'\\]/gu;

function escaped(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  if (character === '\n') return String.raw`\n`;
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Names of headers, as HTTP has them: one that begins with `@` would have curl read a file. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** What curl writes itself, and what belongs to one connection. */
const OWN = /^(?:content-length|host|connection|transfer-encoding|accept-encoding)$/i;

/** The command. Values that were masked stay masked. */
export function curl(request: Told): string {
  const parts = ['curl --globoff --proto =http,https'];
  const body = text(request, 'requestBody');
  const method = text(request, 'method') ?? 'GET';
  if (method === 'HEAD') parts.push('--head');
  else if (method !== (body === undefined ? 'GET' : 'POST')) parts.push(`-X ${quote(method)}`);
  parts.push(`--url ${quote(text(request, 'url') ?? '')}`);
  const headers = request['requestHeaders'];
  if (isObject(headers)) {
    for (const [name, value] of Object.entries(headers)) {
      if (typeof value !== 'string' || !NAME.test(name) || OWN.test(name)) continue;
      // An empty value would take the header away; a semicolon sends it empty.
      parts.push(
        `-H ${quote(value === '' ? `${name};` : `${name}: ${value.replace(/[\r\n]+/g, ' ')}`)}`,
      );
    }
  }
  if (body !== undefined) parts.push(`--data-raw ${quote(body)}`);
  const isCut = request['requestTruncated'] === true;
  const note = isCut ? '# The body was cut when it was captured.\n' : '';
  return note + parts.join(' \\\n  ');
}

/** Whether a request was answered with an error, or not at all. */
export function isFailed(request: Told): boolean {
  const status = number(request, 'status') ?? 0;
  return status >= 400 || (status === 0 && text(request, 'error') !== 'aborted');
}
