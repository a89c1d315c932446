// Chrome's side of a picture: which tab is shown where, and what its window looks like.
import { Refusal } from '../../errands/refusal.js';
import { isCaptured } from '../../scope.js';
import type { Stored } from '../../storage.js';
import type { Lens } from './camera.js';

/** Screenshots need all sites together; Chrome has no smaller permission for them. */
const ALL: chrome.permissions.Permissions = { origins: ['<all_urls>'] };

export function isAllowed(): Promise<boolean> {
  return chrome.permissions.contains(ALL);
}

export function chromeLens(settings: () => Stored): Lens {
  return {
    async aim(id) {
      const tab = await chrome.tabs.get(id).catch(() => undefined);
      if (tab?.url === undefined || !isCaptured(tab.url, settings())) throw notCaptured(id);
      if (!tab.active) throw inBackground(id, tab.url);
      const { state } = await chrome.windows.get(tab.windowId);
      if (state === 'minimized') throw minimized(id);
      return { windowId: tab.windowId, url: tab.url };
    },
    expose: (windowId) => chrome.tabs.captureVisibleTab(windowId, { format: 'png' }),
    watch(windowId, moved) {
      const heard = (info: { windowId: number }) => {
        if (info.windowId === windowId) moved();
      };
      chrome.tabs.onActivated.addListener(heard);
      return () => chrome.tabs.onActivated.removeListener(heard);
    },
    now: () => Date.now(),
    rest: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

function inBackground(tab: number, url: string): Refusal {
  return new Refusal(
    `tab ${tab} (\`${new URL(url).host}\`) is in the background`,
    'ask the user to switch to it; screenshots never change what the user sees',
  );
}

function notCaptured(tab: number): Refusal {
  return new Refusal(
    `tab ${tab} shows no page that is captured`,
    'call `get_status`; it lists the captured tabs',
  );
}

function minimized(tab: number): Refusal {
  return new Refusal(
    `the window of tab ${tab} is minimized, and nothing is drawn in it`,
    'ask the user to restore the window, then ask again',
  );
}
