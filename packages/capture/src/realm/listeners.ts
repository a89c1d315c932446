// Listeners that stay: `document.open` takes all of them from a window, and old editors call it.
import type { CaptureContext } from '../context.js';
import type { Listener } from './natives.js';
import type { Uninstall } from './patch.js';

/** Type, listener, and whether it stands in the capture phase, before the page's own. */
export type Listening = [type: string, listener: Listener, capture?: boolean | undefined];

/** Listens before the page does. */
export function on<T extends keyof WindowEventMap>(
  type: T,
  listener: (event: WindowEventMap[T]) => void,
): Listening {
  return [type, listener as Listener, true];
}

/** Listens on `target` until uninstalled. Listeners run inside the fence. */
export function listenAll(
  { page, natives, quietly }: CaptureContext,
  target: EventTarget,
  listeners: Listening[],
): Uninstall {
  const fenced = listeners.map(
    ([type, listener, capture = false]) =>
      [type, (event: Event) => quietly(() => listener(event)), capture] as const,
  );
  const each = (change: typeof natives.listen) =>
    fenced.forEach((listening) => change(target, ...listening));
  // Adding a listener that is still there changes nothing.
  const listen = () => each(natives.listen);
  listen();
  const opened = new page.MutationObserver(listen);
  opened.observe(page.document, { childList: true });
  return () => {
    opened.disconnect();
    each(natives.unlisten);
  };
}
