// What stands in a field, as far as it may be told.
import { REDACTED, STRING_MAX_CHARS, TRUNCATION_MARK } from '../../protocol.generated.js';
import { isEditable } from '../../selectors/text.js';
import { isSensitiveInput } from '../../sensitive.js';
import { cut } from '../../values/cut.js';

/** Anything with a value that a user changes by typing or choosing. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLElement;

export function isField(element: Element): element is Field {
  return element.matches('input,textarea,select') || isEditable(element);
}

export function isToggle(element: Element): element is HTMLInputElement {
  return element.matches('input[type=checkbox],input[type=radio]');
}

/** Fields whose value tells more than the click that opened their picker. */
export function isPicker(element: Element): boolean {
  return element.matches('select,option,input[type=file],input[type=range],input[type=color]');
}

/** Where Enter makes a new line, unless the page does something else with it. */
export function isMultiline(element: Element): boolean {
  return element.matches('textarea') || isEditable(element);
}

/** The whole of what is being edited; events of some editors name a part of it. */
export function fieldOf(element: Element): Element {
  if (!isEditable(element)) return element;
  let host = element;
  while (host.parentElement && isEditable(host.parentElement)) host = host.parentElement;
  return host;
}

export function inputTypeOf(field: Element): string {
  if (field.matches('textarea')) return 'textarea';
  if (field.matches('select')) return 'select';
  return field.matches('input') ? (field as HTMLInputElement).type : 'contenteditable';
}

/** The value as it may leave the page. */
export function valueOf(field: Element): string {
  if (isSensitiveInput(field)) return REDACTED;
  if (field.matches('input[type=file]')) {
    const files = (field as HTMLInputElement).files ?? [];
    return clip([...files].map((file) => `[File: ${file.name}]`).join(', '));
  }
  if ('value' in field && typeof field.value === 'string') return clip(field.value);
  return clip(field.textContent ?? '');
}

export interface Choice {
  selectedValue: string;
  selectedText: string;
  /** All of them, where more than one can be chosen. */
  selectedValues?: string[];
}

export function choiceOf(select: HTMLSelectElement): Choice {
  if (isSensitiveInput(select)) return { selectedValue: REDACTED, selectedText: REDACTED };
  const chosen = [...select.selectedOptions];
  const values = chosen.map((option) => option.value);
  const choice = {
    selectedValue: clip(values.join(',')),
    selectedText: clip(chosen.map((option) => option.label.trim()).join(', ')),
  };
  return select.multiple ? { ...choice, selectedValues: values.map(clip) } : choice;
}

/** A text as long as the server takes one. */
export function clip(text: string): string {
  return text.length > STRING_MAX_CHARS ? cut(text, STRING_MAX_CHARS) + TRUNCATION_MARK : text;
}
