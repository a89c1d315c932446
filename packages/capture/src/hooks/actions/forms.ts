// Forms that are sent, by a click, by Enter or by a script.
import type { CaptureContext } from '../../context.js';
import { on, type Listening } from '../../realm/listeners.js';
import { targetOf } from '../../selectors/index.js';
import type { Recorder } from './recorder.js';

export function watchForms({ natives }: CaptureContext, recorder: Recorder): Listening[] {
  const submitted = (event: SubmitEvent) => {
    const form = targetOf(event);
    if (!form) return;
    const { submitter } = event;
    // A field may be called `action` and stand where the property was.
    const read = (name: string) =>
      submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';
    recorder.waiting.flush();
    recorder.record(
      recorder.about('submit', submitter ?? form, {
        formAction: natives.resolve(read('action')) ?? read('action'),
        formMethod: read('method').toLowerCase() || 'get',
      }),
    );
  };
  return [on('submit', submitted)];
}
