// Where a text may be cut: the server masks secrets, and half of one is known by no rule.
//
// The server cuts by rules that keep a little more (`protocol/src/truncate.rs`); these are short, because
// every page reads them.
import { CUT_WORD_MAX_BYTES } from '../protocol.generated.js';

/**
 * The last sign of a value: whatever can stand in a secret, or in what it is known by, such as the
 * `@` behind a password and the blanks in a card number.
 */
const VALUE = /[!#-&*+\--:<=?-Z^_a-z|~]$|\d $/;

/** The same of one part of a value: a URL may be all there is. */
const PART = /[!$%*+\-.\d=A-Z^_a-z~]$/;

/**
 * A text that was cut at its end, without the value there, which may be half of one. Of a value that
 * is longer than secrets are so much goes as the longest secret has.
 *
 * | text | kept |
 * |---|---|
 * | `sent ghp_16C7` | `sent ` |
 * | `to redis://ann:hunter2` | `to ` |
 * | `paid by 4012 8888` | `paid by ` |
 */
export function withoutLast(text: string, last = VALUE): string {
  let end = text.length;
  const least = end - CUT_WORD_MAX_BYTES;
  // Sign by sign: an expression for all of it takes a time that grows with the square of its length.
  while (end > least && last.test(text.slice(0, end).slice(-2))) end--;
  return text.slice(0, end);
}

/** The text, or as much of it as fits into `most` characters without half a value at its end. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most);
  return withoutLast(kept) || withoutLast(kept, PART);
}
