// Fields that change: typing is one action with its last value, a choice is one at once.
import type { CaptureContext } from '../../context.js';
import { TYPING_REST_MS } from '../../limits.js';
import { on, type Listening } from '../../realm/listeners.js';
import { targetOf } from '../../selectors/index.js';
import { choiceOf, fieldOf, inputTypeOf, isField, isToggle, valueOf } from './fields.js';
import type { Action, Recorder } from './recorder.js';

export function watchTyping({ now }: CaptureContext, recorder: Recorder): Listening[] {
  const { waiting } = recorder;
  /** The value last told of a field: leaving it must not tell it again. */
  const values = new WeakMap<Element, string>();
  /** What is being typed, described when it began. */
  let typing: Action | undefined;

  const typed = (event: Event) => {
    const target = targetOf(event);
    if (!target || !isField(target)) return;
    const field = fieldOf(target);
    if (field.localName === 'select' || isToggle(field) || !isByUser(event, field)) return;
    // The line break is in the value: Enter was typing.
    const isBreak = /^insert(?:LineBreak|Paragraph)$/.test((event as InputEvent).inputType ?? '');
    if (isBreak && waiting.has('Enter', field)) waiting.take();
    changed(field);
  };

  /** Waits for the rest of the typing; how the field is found again is settled at its start. */
  const changed = (field: Element) => {
    const value = field.matches('input,textarea') ? valueOf(field) : undefined;
    if (!waiting.has('typing', field)) {
      waiting.flush();
      typing = recorder.about('input', field, { inputType: inputTypeOf(field) });
    }
    const action: Action = { type: 'input', ...typing, timestamp: now() };
    const told = () => {
      // The text of an editor is costly to read with every key.
      const last = value ?? valueOf(field);
      values.set(field, last);
      return [{ ...action, value: last }];
    };
    const milliseconds = TYPING_REST_MS;
    waiting.start({ is: 'typing', about: field, milliseconds, restarts: true, told });
  };

  const settled = (event: Event) => {
    const field = targetOf(event);
    if (!field || !isField(field) || isToggle(field)) return;
    if (field.localName === 'select') {
      waiting.flush();
      const choice = choiceOf(field as HTMLSelectElement);
      return recorder.record(recorder.about('select', field, choice));
    }
    if (!waiting.has('typing', field)) {
      const isNews = isByUser(event, field) && values.get(field) !== valueOf(field);
      if (!isNews) return;
      changed(field);
    }
    waiting.flush();
  };

  const left = (event: Event) => {
    const target = targetOf(event);
    if (target && waiting.has('typing', fieldOf(target))) waiting.flush();
  };

  return [on('input', typed), on('change', settled), on('focusout', left)];
}

/**
 * Scripts change fields too. Drivers and password managers do it for the user, in a focused field;
 * nobody else can put files into one.
 */
function isByUser(event: Event, field: Element): boolean {
  if (event.isTrusted || field.matches('[type=file]')) return true;
  return (field.getRootNode() as Document).activeElement === field;
}
