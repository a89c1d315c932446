// What the user answered to one of the browser's own dialogs, as an action.
import type { Dialog } from '../../context.js';
import { REDACTED } from '../../protocol.generated.js';
import { isSensitiveName } from '../../sensitive.js';
import { clip } from './fields.js';
import type { Action, Recorder } from './recorder.js';

/** Takes a dialog of the page's world; its number and time are those of the answer. */
export function recordDialog(recorder: Recorder, given: Dialog): void {
  const { id, timestamp, dialog, message, returned } = given;
  const action: Action = {
    type: 'dialog',
    dialog,
    // An alert has one answer, and tells the page nothing of it.
    accepted: dialog === 'alert' || (returned !== null && returned !== false),
  };
  if (message !== false) action.message = message;
  if (dialog === 'prompt' && typeof returned === 'string') {
    // A prompt has no name but its message: without one, nobody knows what was asked for.
    const isSecret = message === false || isSensitiveName(message);
    action.value = isSecret ? REDACTED : clip(returned);
  }
  recorder.record({ ...recorder.stamp(action), id, timestamp });
}
