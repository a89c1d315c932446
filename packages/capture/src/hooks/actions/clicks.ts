// Clicks, with what became of the checkbox, and what had to be hovered first.
import { on, type Listening } from '../../realm/listeners.js';
import { controlOf, targetOf } from '../../selectors/index.js';
import { isPicker, isToggle } from './fields.js';
import type { Hovering } from './hover/index.js';
import type { Action, Recorder } from './recorder.js';

/** `isEnterDown`: the click that Enter makes by itself is not another action. */
export function watchClicks(
  recorder: Recorder,
  hovering: Hovering,
  isEnterDown: () => boolean,
): Listening[] {
  const { waiting } = recorder;

  const clicked = (event: MouseEvent) => {
    const hit = targetOf(event);
    if (!event.isTrusted || !hit) return;
    const control = controlOf(hit);
    const byLabel = waiting.has('label', control) ? waiting.take()?.told()[0] : undefined;
    // Keys, labels and assistive technology click without a pointer.
    const isPointed = event.detail > 0 || (event as PointerEvent).pointerType !== '';
    if ((!isPointed && isEnterDown() && !byLabel) || isPicker(control)) return;
    const more: Partial<Action> = {};
    if (byLabel) more.position = byLabel.position;
    else if (isPointed) more.position = { x: event.clientX, y: event.clientY };
    if (isToggle(control)) more.checked = control.checked;
    if (event.detail > 1) more.clickCount = event.detail;
    const labelled = control.localName === 'label' ? (control as HTMLLabelElement).control : null;
    const hovered = labelled ? undefined : hovering.over(control);
    if (hovered) more.hovered = hovered;
    waiting.flush();
    const action = recorder.about('click', control, more);
    if (!labelled) return recorder.record(action);
    // The browser clicks the field next, and that click says what became of it.
    waiting.start({ is: 'label', about: labelled, milliseconds: 0, told: () => [action] });
  };

  return [on('click', clicked)];
}
