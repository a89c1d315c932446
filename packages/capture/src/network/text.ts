// Text as bytes of UTF-8: how long it is, and its beginning.
import { withoutLast } from '../values/cut.js';

/** What is kept of a body. */
export interface Kept {
  text: string;
  isCut?: boolean;
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(16_384);

/** As much of the text as fits into `most` bytes (up to the size of the scratch), values whole. */
export function firstBytes(text: string, most: number): Kept {
  if (text.length * 3 <= most) return { text };
  const { read } = encoder.encodeInto(text, scratch.subarray(0, most));
  const isCut = read < text.length;
  return { text: isCut ? withoutLast(text.slice(0, read)) : text, isCut };
}

/** Bytes of the text. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
