// What the user does: clicks, typing, keys, choices, submits, scrolling.
import type { CaptureContext } from '../../context.js';
import { POINTER_REST_MS } from '../../limits.js';
import { listenAll, on, type Listening } from '../../realm/listeners.js';
import type { Uninstall } from '../../realm/patch.js';
import { controlOf, targetOf } from '../../selectors/index.js';
import type { Locators } from '../../selectors/locator.js';
import { CONTROLS } from '../../selectors/text.js';
import { isSensitiveInput } from '../../sensitive.js';
import { watchClicks } from './clicks.js';
import { isField } from './fields.js';
import { watchForms } from './forms.js';
import type { Hovering } from './hover/index.js';
import { watchKeys } from './keys.js';
import type { Recorder } from './recorder.js';
import { watchScrolling } from './scrolling.js';
import { watchTyping } from './typing.js';

/** Watches the user. The listeners stand on the window, so that they come before the page's own. */
export function hookActions(
  context: CaptureContext,
  recorder: Recorder,
  locators: Locators,
  hovering: Hovering,
): Uninstall {
  const flush = () => recorder.waiting.flush();
  const keys = watchKeys(context, recorder);
  const listening = [
    ...keys.listening,
    ...watchClicks(recorder, hovering, keys.isEnterDown),
    ...watchTyping(context, recorder),
    ...watchForms(context, recorder),
    ...watchScrolling(context, recorder),
    ...watchApproach(context, recorder, locators, hovering),
    // A driver's binding hears nothing of a page that goes; what was typed must leave before.
    on('beforeunload', flush),
    on('pagehide', flush),
  ];
  const guarded = listening.map(([type, listener, capture]): Listening => {
    const ifOn = (event: Event) => {
      if (recorder.isOn()) listener(event);
    };
    return [type, ifOn, capture];
  });
  const unlisten = listenAll(context, context.page, guarded);
  return () => {
    flush();
    unlisten();
  };
}

/** Something will be done with an element soon: time to prepare what a click has no time for. */
function watchApproach(
  { natives }: CaptureContext,
  recorder: Recorder,
  locators: Locators,
  hovering: Hovering,
): Listening[] {
  let rest: number | undefined;

  const approached = (event: Event) => {
    const target = targetOf(event);
    if (!target) return;
    // A password field is remembered as one before the page makes it readable.
    if (isField(target)) isSensitiveInput(target);
    recorder.look();
    const control = controlOf(target);
    if (rest !== undefined) natives.clearTimeout(rest);
    if (event.type !== 'pointerover') return locators.prepare(control);
    hovering.entered(target);
    if (!control.matches(CONTROLS)) return;
    rest = natives.setTimeout(() => locators.prepare(control), POINTER_REST_MS);
  };

  return [on('pointerover', approached), on('pointerdown', approached), on('focusin', approached)];
}
