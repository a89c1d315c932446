// Keys that do something by themselves: Enter, Escape and Tab, and those the page listens to.
import type { CaptureContext } from '../../context.js';
import { on, type Listening } from '../../realm/listeners.js';
import { targetOf } from '../../selectors/index.js';
import { fieldOf, isField, isMultiline } from './fields.js';
import type { Recorder } from './recorder.js';
import { keyName, Shortcuts, watchEffect } from './shortcuts.js';

const KEYS = ['Enter', 'Escape', 'Tab'];

export interface Keys {
  listening: Listening[];
  isEnterDown(): boolean;
}

export function watchKeys({ page, now }: CaptureContext, recorder: Recorder): Keys {
  const { waiting } = recorder;
  const shortcuts = new Shortcuts(now);
  let isEnterDown = false;

  /** The page as a whole is no element to find again. */
  const press = (field: Element, key: string) =>
    field.matches('html,body')
      ? recorder.stamp({ type: 'keypress', key })
      : recorder.about('keypress', field, { key });

  const pressed = (event: KeyboardEvent) => {
    isEnterDown = event.key === 'Enter';
    const target = targetOf(event);
    if (!event.isTrusted || event.repeat || event.isComposing || !target) return;
    const field = fieldOf(target);
    if (!KEYS.includes(event.key)) {
      if (shortcuts.mayBe(event, target)) listenedTo(event, field);
      return;
    }
    const typing = waiting.has('typing', field) ? waiting.take() : undefined;
    const action = recorder.about('keypress', field, { key: keyName(event) });
    const told = () => [...(typing?.told() ?? []), action];
    waiting.start({ is: event.key, about: field, milliseconds: 0, told });
    // In an editor, a line break may follow and show that Enter was typing.
    if (event.key !== 'Enter' || !isMultiline(field)) waiting.flush();
  };

  /** Tells the key if the page did something with it, which shows when its listeners have run. */
  const listenedTo = (event: KeyboardEvent, field: Element) => {
    const action = press(field, keyName(event));
    const hasEffect = watchEffect(page, event);
    // A field and its suggestions change with each key; only what it is kept from is a command.
    const isTold = () => hasEffect() && (event.defaultPrevented || !isField(field));
    const told = () => (isTold() ? [action] : []);
    waiting.start({ is: 'shortcut', about: event, milliseconds: 0, told });
  };

  const released = () => {
    isEnterDown = false;
  };

  return {
    listening: [on('keydown', pressed), on('keyup', released), on('pointerdown', released)],
    isEnterDown: () => isEnterDown,
  };
}
