// The keys that do something by themselves: Enter, Escape and Tab.
import { on, type Listening } from '../../realm/listeners.js';
import { targetOf } from '../../selectors/index.js';
import { fieldOf, isMultiline } from './fields.js';
import type { Recorder } from './recorder.js';

const KEYS = ['Enter', 'Escape', 'Tab'];
const MODIFIERS = ['Control', 'Alt', 'Meta', 'Shift'];

export interface Keys {
  listening: Listening[];
  isEnterDown(): boolean;
}

export function watchKeys({ waiting, about }: Recorder): Keys {
  let isEnterDown = false;

  const pressed = (event: KeyboardEvent) => {
    isEnterDown = event.key === 'Enter';
    const target = targetOf(event);
    if (!event.isTrusted || event.repeat || event.isComposing || !target) return;
    if (!KEYS.includes(event.key)) return;
    const field = fieldOf(target);
    const typing = waiting.has('typing', field) ? waiting.take() : undefined;
    // As Playwright's keyboard takes them: `Shift+Tab`.
    const key = [...MODIFIERS.filter((name) => event.getModifierState(name)), event.key].join('+');
    const action = about('keypress', field, { key });
    const told = () => [...(typing?.told() ?? []), action];
    waiting.start({ is: event.key, about: field, milliseconds: 0, told });
    // In an editor, a line break may follow and show that Enter was typing.
    if (event.key !== 'Enter' || !isMultiline(field)) waiting.flush();
  };
  const released = () => {
    isEnterDown = false;
  };

  return {
    listening: [on('keydown', pressed), on('keyup', released), on('pointerdown', released)],
    isEnterDown: () => isEnterDown,
  };
}
