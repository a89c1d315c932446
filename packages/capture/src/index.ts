// What happens in a page: `installPageHooks` watches its scripts, `installDocumentHooks` its user.
import type { CaptureContext } from './context.js';
import type { Uninstall } from './patch.js';

export type { Captured, CaptureContext, Kind, Page } from './context.js';
export type { Uninstall } from './patch.js';
export { defaultSettings, type Settings } from './settings.js';

/** Watches what scripts do; must run in the page's own world, before its first script. */
export function installPageHooks(_context: CaptureContext): Uninstall {
  return () => {};
}

/** Watches what the user does and how the page fares; works in an isolated world as well. */
export function installDocumentHooks(_context: CaptureContext): Uninstall {
  return () => {};
}
