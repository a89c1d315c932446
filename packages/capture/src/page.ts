// The hooks that watch a page's scripts. They replace natives, and must run in the page's own world.
import type { CaptureContext } from './context.js';
import { hookMoments } from './enrich/moments.js';
import { hookAnnotate } from './hooks/annotate.js';
import { hookConsole } from './hooks/console.js';
import { hookDialogs } from './hooks/dialogs.js';
import { hookEventSource } from './hooks/event-source.js';
import { hookExceptions } from './hooks/exceptions.js';
import { hookFetch } from './hooks/fetch.js';
import { hookWebSocket } from './hooks/websocket.js';
import { hookXhr } from './hooks/xhr.js';
import { createExchanges } from './network/exchange.js';
import { disguiseWrappers, together, type Uninstall } from './realm/patch.js';
import { createReporter } from './report.js';

/** Watches what scripts do; must run in the page's own world, before its first script. */
export function installPageHooks(context: CaptureContext): Uninstall {
  const undisguise = disguiseWrappers(context.page.Function.prototype);
  const reporter = createReporter(context);
  const exchanges = createExchanges(context);
  const uninstalls: Uninstall[] = [];
  // A window that lacks one of the natives, or has frozen it, is watched by the other hooks.
  const install = (hook: () => Uninstall) => context.quietly(() => uninstalls.push(hook()));
  for (const hook of [hookAnnotate, hookMoments, hookExceptions, hookConsole]) {
    install(() => hook(context, reporter));
  }
  for (const hook of [hookFetch, hookXhr, hookEventSource, hookWebSocket, hookDialogs]) {
    install(() => hook(context, exchanges));
  }
  return together([...uninstalls, exchanges.stop, reporter.stop, undisguise]);
}
