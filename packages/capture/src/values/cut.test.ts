// No half of a secret is left where a text is cut.
import { expect, test } from 'vitest';
import { cut, withoutLast } from './cut.js';

test.each([
  ['sent ghp_16C7│e42F292c', 'sent '],
  ['{"a":"b","note":"ghp_16C7│e42F292c"}', '{"a":"b","note":"'],
  ['[1,2,3,4│5,6]', '[1,2,3,'],
  ['to redis://ann:hunter2│@db', 'to '],
  ['to redis://ann:hun!│ter2@db', 'to '],
  ['paid by 4012 8888│ 8888 1881', 'paid by '],
  ['paid by 4012 8888 │8888 1881', 'paid by '],
  ['<password>hunter2<│/password>', '<password>'],
  ['https://a.test/v1/ghp_16│C7?x=1', 'https://a.test/v1/'],
  ['redis://ann:hunter2│@db', 'redis://ann:'],
  ['ghp_16C7│e42F292c', ''],
])('%s', (marked, kept) => {
  expect(cut(marked.replace('│', ''), marked.indexOf('│'))).toBe(kept);
});

test('what ends by itself stays', () => {
  expect(cut('as it is', 8)).toBe('as it is');
  expect(withoutLast('{"a":"b"}')).toBe('{"a":"b"}');
});

test('of what is longer than secrets so much goes as a secret may have', () => {
  expect(withoutLast('x'.repeat(1000))).toHaveLength(1000 - 512);
  expect(withoutLast(`a b${'x'.repeat(510)}`)).toBe('a ');
});
