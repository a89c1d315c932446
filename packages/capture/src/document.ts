// The hooks that watch the user and the document. They need the DOM only, and work in an isolated world.
import type { CaptureContext, Dialog } from './context.js';
import { recordDialog } from './hooks/actions/dialogs.js';
import { watchHovering } from './hooks/actions/hover/index.js';
import { hookActions } from './hooks/actions/index.js';
import { makeRecorder, type SimpleAction } from './hooks/actions/recorder.js';
import { hookNavigation } from './hooks/navigation.js';
import { hookOutlines } from './hooks/outline/index.js';
import { hookPerformance } from './hooks/performance/index.js';
import { takeIdle } from './realm/idle.js';
import type { Uninstall } from './realm/patch.js';
import { prepareLocators } from './selectors/locator.js';

export type { SimpleAction } from './hooks/actions/recorder.js';

export interface DocumentHooks {
  uninstall: Uninstall;
  /** Takes the dialogs that the page's world reports. */
  answered(dialog: Dialog): void;
  /** The latest simple actions, oldest first: what error entries carry as `_actions`. */
  recentActions(): SimpleAction[];
}

/** Watches what the user does and how the page fares. */
export function installDocumentHooks(context: CaptureContext): DocumentHooks {
  const idle = takeIdle(context);
  const locators = prepareLocators(idle, context.now);
  const recorder = makeRecorder(context, idle, locators);
  const hovering = watchHovering(context, idle);
  const outlines = hookOutlines(context, idle, recorder.entered);
  const performance = hookPerformance(context);
  const moved = () => {
    outlines.moved();
    performance.moved();
  };
  const uninstalls = [
    hookActions(context, recorder, locators, hovering),
    hookNavigation(context, recorder, moved),
    performance.uninstall,
    outlines.uninstall,
    hovering.uninstall,
  ];
  return {
    uninstall: () => uninstalls.forEach((uninstall) => uninstall()),
    answered(dialog) {
      if (recorder.isOn()) recordDialog(recorder, dialog);
    },
    recentActions: recorder.recent,
  };
}
