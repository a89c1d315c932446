// An element as an answer shows it. What a secret field holds is never shown.
import { REDACTED } from 'gasoline-capture/protocol.generated';
import { isSensitiveInput } from 'gasoline-capture/sensitive';
import { clip } from './refusal.js';

/** Attributes and properties that hold what was typed. */
const HOLD_VALUES = [
  'value',
  'defaultValue',
  'valueAsNumber',
  'valueAsDate',
  'outerHTML',
  'textContent',
  'innerText',
  'outerText',
  'text',
  'innerHTML',
];

const ATTRIBUTE_MAX_CHARS = 500;

export function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    (width > 0 || height > 0) &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  );
}

export function attributesOf(element: Element): Record<string, string> {
  const secret = isSensitiveInput(element);
  return Object.fromEntries(
    [...element.attributes].map(({ name, value }) => [
      name,
      secret && name === 'value' && value !== '' ? REDACTED : clip(value, ATTRIBUTE_MAX_CHARS),
    ]),
  );
}

/** A property by name, if it is a plain value. */
export function propertyOf(element: Element, name: string): unknown {
  if (HOLD_VALUES.includes(name) && holdsSecret(element)) return REDACTED;
  const value: unknown = Reflect.get(element, name);
  if (typeof value === 'string') return clip(value, ATTRIBUTE_MAX_CHARS);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** HTML of an element with the values of secret fields taken out. */
export function htmlOf(element: Element, limit: number): string {
  const copy = element.cloneNode(true) as Element;
  for (const [original, field] of zip(fieldsOf(element), fieldsOf(copy))) {
    if (isSensitiveInput(original) && field.hasAttribute('value')) {
      field.setAttribute('value', REDACTED);
    }
  }
  return clip(copy.outerHTML, limit);
}

export function textOf(element: Element, limit: number): string {
  // A text area holds what was typed, or what it began with.
  if (isSensitiveInput(element)) return '';
  const text = element instanceof HTMLElement ? element.innerText : (element.textContent ?? '');
  return clip(text.replace(/\s+/g, ' ').trim(), limit);
}

function holdsSecret(element: Element): boolean {
  return fieldsOf(element).some(isSensitiveInput);
}

/** The fields in an element, itself included. */
function fieldsOf(element: Element): Element[] {
  const fields = 'input, textarea, select';
  return [...(element.matches(fields) ? [element] : []), ...element.querySelectorAll(fields)];
}

function zip<T>(one: T[], other: T[]): [T, T][] {
  return one.flatMap((item, index): [T, T][] => {
    const match = other[index];
    return match === undefined ? [] : [[item, match]];
  });
}
