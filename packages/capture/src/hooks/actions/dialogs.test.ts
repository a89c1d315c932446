// An answered dialog as an action: what may be told of it, under the number it was given in the page.
import { expect, test } from 'vitest';
import type { Dialog } from '../../context.js';
import { recordDialog } from './dialogs.js';
import type { Action, Recorder } from './recorder.js';

function recorded(answered: Partial<Dialog>): Action | undefined {
  const told: Action[] = [];
  const recorder = {
    stamp: (action: Action): Action => ({ ...action, id: 'own', timestamp: 9, url: 'http://a/' }),
    record: (action: Action) => void told.push(action),
  } as unknown as Recorder;
  recordDialog(recorder, { id: 'w-1', timestamp: 5, ...answered } as Dialog);
  return told[0];
}

test.each<[string, Partial<Dialog>, Partial<Action>]>([
  [
    'an alert is always accepted',
    { dialog: 'alert', message: 'Saved' },
    { dialog: 'alert', message: 'Saved', accepted: true },
  ],
  [
    'a confirm that was accepted',
    { dialog: 'confirm', message: 'Delete?', returned: true },
    { dialog: 'confirm', message: 'Delete?', accepted: true },
  ],
  [
    'a confirm that was dismissed',
    { dialog: 'confirm', message: 'Delete?', returned: false },
    { dialog: 'confirm', message: 'Delete?', accepted: false },
  ],
  [
    'a prompt with its answer, which may be empty',
    { dialog: 'prompt', message: 'Name?', returned: '' },
    { dialog: 'prompt', message: 'Name?', accepted: true, value: '' },
  ],
  [
    'a prompt that was dismissed',
    { dialog: 'prompt', message: 'Name?', returned: null },
    { dialog: 'prompt', message: 'Name?', accepted: false },
  ],
  [
    'an answer to a question for a secret',
    { dialog: 'prompt', message: 'Your password, please', returned: 'hunter2' },
    { dialog: 'prompt', message: 'Your password, please', accepted: true, value: '[redacted]' },
  ],
  [
    'an answer to a question nobody could read',
    { dialog: 'prompt', message: false, returned: 'hunter2' },
    { dialog: 'prompt', accepted: true, value: '[redacted]' },
  ],
])('%s', (_name, answered, expected) => {
  expect(recorded(answered)).toEqual({
    type: 'dialog',
    id: 'w-1',
    timestamp: 5,
    url: 'http://a/',
    ...expected,
  });
});
