// `alert`, `confirm` and `prompt`: what the browser asked, and what the user answered.
import type { CaptureContext } from '../context.js';
import { STRING_MAX_CHARS } from '../protocol.generated.js';
import { together, watchMethod, type Uninstall } from '../realm/patch.js';
import { isString } from '../values/plain.js';
import { clip } from '../values/serialize.js';

const DIALOGS = ['alert', 'confirm', 'prompt'] as const;

/**
 * Numbered when the answer is there and before the page acts on it: what the page asks its server for
 * then is the dialog's effect. An object in place of the message is not read, because its words are
 * the page's code.
 */
export function hookDialogs(context: CaptureContext): Uninstall {
  const watch = (dialog: (typeof DIALOGS)[number]) =>
    watchMethod(context.page, dialog, (_self, [message], returned) =>
      context.quietly(() =>
        context.emit('dialog', {
          id: context.nextId(),
          timestamp: context.now(),
          dialog,
          message: isString(message) && clip(message, STRING_MAX_CHARS),
          returned,
        }),
      ),
    );
  return together(DIALOGS.map(watch));
}
