// What never leaves the page: values of secret headers, and of fields where people type secrets.
import {
  REDACTED,
  SENSITIVE_AUTOCOMPLETE,
  SENSITIVE_HEADER_PARTS,
  SENSITIVE_INPUT_NAMES,
  SENSITIVE_INPUT_TYPES,
} from './protocol.generated.js';

/** Inputs that autofill calls by these words, and labels in code that `SENSITIVE_INPUT_NAMES` misses. */
const EXTRA_NAME_PARTS = 'pwd|passphrase|passcode|iban|api-?key';

/** Words too short to look for inside other words (`pin` is in `shipping`, `otp` in `hotpink`). */
const WHOLE_WORD = /(?<![a-z])(?:pin|t?otp|cvn|csc|pan|mfa)(?![a-z])/i;

/** A header whose value is a secret by its name. */
export function isSensitiveHeader(name: string): boolean {
  return SENSITIVE_HEADER.test(name);
}

const SENSITIVE_HEADER = new RegExp(SENSITIVE_HEADER_PARTS.join('|'), 'i');
const SENSITIVE_NAME = new RegExp([...SENSITIVE_INPUT_NAMES, EXTRA_NAME_PARTS].join('|'), 'i');

/** The header as it may be told: its presence always, its value unless it is a secret. */
export function headerValue(name: string, value: string): string {
  return isSensitiveHeader(name) ? REDACTED : value;
}

/** `card_number`, `newPassword`, `otp` → true; `shipping`, `discard` is true too: better once too often. */
export function isSensitiveName(name: string): boolean {
  // `userPin`, `user-pin`, `user[pin]` → `pin` stands apart.
  return SENSITIVE_NAME.test(name) || WHOLE_WORD.test(name.replace(/([a-z])([A-Z])/g, '$1 $2'));
}

/**
 * A field whose value is never recorded: passwords, payment data, one-time codes, and what is named
 * like a secret. A password field that is made readable (`type="text"`) keeps its name and
 * `autocomplete`, and stays one; `wasPassword` remembers those that have neither.
 */
export function isSensitiveInput(element: Element): boolean {
  const type = (element.getAttribute('type') ?? '').toLowerCase();
  if (SENSITIVE_INPUT_TYPES.includes(type) || type.startsWith('cc-')) {
    if (type === 'password') wasPassword.add(element);
    return true;
  }
  if (wasPassword.has(element)) return true;
  const hints = (element.getAttribute('autocomplete') ?? '').toLowerCase().split(/\s+/);
  if (hints.some((hint) => SENSITIVE_AUTOCOMPLETE.some((start) => hint.startsWith(start)))) {
    return true;
  }
  return ['name', 'id'].some((attribute) => isSensitiveName(element.getAttribute(attribute) ?? ''));
}

/** Fields seen as passwords once: the eye beside them turns them into plain text fields. */
const wasPassword = new WeakSet<Element>();
