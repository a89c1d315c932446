// Texts as code, as CSS and as Playwright compares them.
import { expect, test } from 'vitest';
import { quote } from './steps.js';
import { attributeCss } from './test-id.js';
import { normalize } from './text.js';

test.each([
  ['Save', `'Save'`],
  [`it's`, `'it\\'s'`],
  ['say "hi"', `'say "hi"'`],
  ['back\\slash', `'back\\\\slash'`],
  ['two\nlines', `'two\\nlines'`],
  [`'); alert(1); ('`, `'\\'); alert(1); (\\''`],
  ['日本語 🎉', `'日本語 🎉'`],
  ['\u2028', `'\u2028'`],
])('%j is quoted as code', (text, code) => {
  expect(quote(text)).toBe(code);
});

test('attributes are quoted as CSS', () => {
  expect(attributeCss('name', 'user[email]')).toBe('[name="user[email]"]');
  expect(attributeCss('name', 'a"b\\c')).toBe('[name="a\\"b\\\\c"]');
  expect(attributeCss('name', 'a\nb')).toBe('[name="a\\a b"]');
});

test('texts are compared as Playwright compares them', () => {
  expect(normalize('  a \n\t b\u00a0c ')).toBe('a b c');
  expect(normalize('soft\u00adhyphen zero\u200bwidth')).toBe('softhyphen zerowidth');
});
