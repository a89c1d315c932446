// Scrolling, of the page or of an element, told now and then with where it is.
import type { CaptureContext } from '../../context.js';
import { SCROLL_EVERY_MS } from '../../limits.js';
import { on, type Listening } from '../../realm/listeners.js';
import type { Action, Recorder } from './recorder.js';

export function watchScrolling(context: CaptureContext, recorder: Recorder): Listening[] {
  const { page, now } = context;
  const { waiting } = recorder;
  /** What is being scrolled, described when it began. */
  let scrolling: Action | undefined;

  const scrolled = ({ target }: Event) => {
    if (context.isScrolledByUs?.()) return;
    const element = target instanceof page.Element ? target : undefined;
    if (!waiting.has('scroll', target)) {
      waiting.flush();
      scrolling = element
        ? recorder.about('scroll', element, {})
        : recorder.stamp({ type: 'scroll' });
    }
    const action: Action = { type: 'scroll', ...scrolling, timestamp: now() };
    const told = () => [
      {
        ...action,
        scrollX: Math.round(element?.scrollLeft ?? page.scrollX),
        scrollY: Math.round(element?.scrollTop ?? page.scrollY),
      },
    ];
    waiting.start({ is: 'scroll', about: target, milliseconds: SCROLL_EVERY_MS, told });
  };

  return [on('scroll', scrolled)];
}
