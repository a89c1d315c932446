// A line to the worker that says nothing: when it breaks, the worker has been ended, and is woken.
import { REVIVE_MS } from '../limits.js';

/**
 * Keeps the worker from being away while a page is open. What a page says as it is left reaches only
 * a worker that is running: Chrome starts an ended one, and by then the page is gone and its message
 * with it.
 */
export function stayInTouch(): void {
  // Undefined once the extension has been reloaded or removed.
  if (chrome.runtime?.id === undefined) return;
  const port = chrome.runtime.connect({ name: TOUCH });
  port.onDisconnect.addListener(() => setTimeout(stayInTouch, REVIVE_MS));
}

export const TOUCH = 'touch';
