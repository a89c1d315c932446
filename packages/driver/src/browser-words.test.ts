// The browser's words, and ours for them.
import { expect, test } from 'vitest';
import { browserLine, dialogEntry, failureOf } from './browser-words.js';

test.each([
  ['net::ERR_ABORTED', 'aborted'],
  ['NS_BINDING_ABORTED', 'aborted'],
  ['net::ERR_BLOCKED_BY_CLIENT', 'blocked'],
  ['net::ERR_TIMED_OUT', 'timeout'],
  ['net::ERR_CONNECTION_REFUSED', 'network'],
  [undefined, 'network'],
])('%s is %s', (text, failure) => {
  expect(failureOf(text)).toBe(failure);
});

test.each([
  ['Failed to load resource: the server responded with a status of 404 ()'],
  ["Refused to load the script because it violates the Content Security Policy directive 'x'"],
])('a page tells itself: %s', (text) => {
  expect(browserLine(text, 'http://a/')).toBeUndefined();
});

test('only the browser says why another origin was out of reach', () => {
  const text =
    "Access to fetch at 'http://b/' from origin 'http://a' has been blocked by CORS policy";
  expect(browserLine(text, 'http://a/')).toMatchObject({
    level: 'error',
    source: 'network',
    message: text,
  });
});

test('a dialog that nobody handles is a warning that says what became of it', () => {
  const dialog = { type: 'confirm', message: 'Sure?', isHandled: false };
  expect(dialogEntry(dialog, 'http://a/')).toMatchObject({
    level: 'warn',
    message:
      'the page opened a dialog (confirm) that was dismissed, because the test handles none: Sure?',
  });
  expect(dialogEntry({ ...dialog, isHandled: true }, '')).toMatchObject({ level: 'info' });
  const leaving = dialogEntry({ ...dialog, type: 'beforeunload' }, '');
  expect(leaving['message']).toContain('was accepted');
});
