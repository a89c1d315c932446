// Bytes of UTF-8, counted and cut between characters and values.
import { expect, test } from 'vitest';
import { byteLength, firstBytes } from './text.js';

test.each(['', 'ascii', 'é', '界', '😀', 'x'.repeat(6000) + '😀'.repeat(3000)])(
  'the length of text %#',
  (text) => {
    expect(byteLength(text)).toBe(new TextEncoder().encode(text).length);
  },
);

test('text is cut between characters, and only when it is too long', () => {
  expect(firstBytes('abc', 3)).toEqual({ text: 'abc', isCut: false });
  expect(firstBytes('a bc', 3)).toEqual({ text: 'a ', isCut: true });
  expect(firstBytes('aéé', 4)).toEqual({ text: 'aé', isCut: true });
  expect(firstBytes('é😀', 5)).toEqual({ text: 'é', isCut: true });
});
