// Work that waits until the page has nothing to do.
import type { CaptureContext } from '../context.js';

/** Runs `work` once in idle time; `remaining` says how many milliseconds are left of it. */
export type Idle = (work: (remaining: () => number) => void) => void;

/** Takes the page's own idle callback before a script or a fake clock can replace it. */
export function takeIdle({ page, natives, quietly }: CaptureContext): Idle {
  const request = page.requestIdleCallback?.bind(page);
  if (!request) return (work) => void natives.setTimeout(() => quietly(() => work(() => 5)), 50);
  return (work) => void request((deadline) => quietly(() => work(() => deadline.timeRemaining())));
}
