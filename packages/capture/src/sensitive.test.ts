// What never leaves the page, by name.
import { expect, test } from 'vitest';
import { headerValue, isSensitiveInput, isSensitiveName } from './sensitive.js';

test.each([
  ['Authorization', true],
  ['COOKIE', true],
  ['X-Api-Key', true],
  ['X-My-Token-2', true],
  ['client-secret', true],
  ['Content-Type', false],
  ['X-Request-Id', false],
])('the header %s is a secret: %s', (name, isSecret) => {
  expect(headerValue(name, 'value')).toBe(isSecret ? '[redacted]' : 'value');
});

test.each([
  ['password', true],
  ['newPassword', true],
  ['card_number', true],
  ['userPin', true],
  ['login[otp]', true],
  ['cvv2', true],
  ['shipping', false],
  ['hotpink', false],
  ['email', false],
  ['', false],
])('the field %s is sensitive: %s', (name, isSensitive) => {
  expect(isSensitiveName(name)).toBe(isSensitive);
});

function input(attributes: Record<string, string>): Element {
  return { getAttribute: (name: string) => attributes[name] ?? null } as unknown as Element;
}

test.each([
  [{ type: 'password' }, true],
  [{ type: 'PASSWORD' }, true],
  [{ type: 'text', autocomplete: 'section-a billing cc-number' }, true],
  [{ autocomplete: 'one-time-code' }, true],
  [{ autocomplete: 'new-password' }, true],
  [{ id: 'ssn' }, true],
  [{ type: 'email', name: 'email', autocomplete: 'email' }, false],
  [{}, false],
])('the input %o is sensitive: %s', (attributes, isSensitive) => {
  expect(isSensitiveInput(input(attributes as Record<string, string>))).toBe(isSensitive);
});

test('a password made readable stays a password', () => {
  const attributes: Record<string, string> = { type: 'password' };
  const field = input(attributes);
  expect(isSensitiveInput(field)).toBe(true);
  attributes['type'] = 'text';
  expect(isSensitiveInput(field)).toBe(true);
});
