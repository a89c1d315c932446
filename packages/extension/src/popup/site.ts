// The switch "Capture this site": what it shows, and what it changes.
import { isCaptured, isDefaultHost, matches, parsePattern } from '../scope.js';
import type { Stored } from '../storage.js';
import { byId } from '../ui/controls.js';
import { askWorker, readStored, writeStored } from '../ui/store.js';

const site = byId('site', HTMLElement);
const note = byId('site-note', HTMLElement);
const toggle = byId('site-switch', HTMLInputElement);

let current: { id: number; url: URL } | undefined;

/** What the user switched here: how often, and how much of it is under way. */
const switched = { count: 0, underWay: 0 };

/** Begins a look at the site. The answer says whether nothing was switched since. */
export function lookAtSite(): () => boolean {
  const { count, underWay } = switched;
  return () => underWay === 0 && switched.count === count;
}

export async function showSite(
  tab: chrome.tabs.Tab | undefined,
  stored: Stored,
  isCurrent: () => boolean,
): Promise<void> {
  const url = tab?.url !== undefined && /^https?:/.test(tab.url) ? new URL(tab.url) : undefined;
  current = url !== undefined && tab?.id !== undefined ? { id: tab.id, url } : undefined;
  site.textContent = url?.host ?? '';
  toggle.disabled = url === undefined || isOwnPage(url, stored);
  if (url === undefined) {
    toggle.checked = false;
    note.textContent = 'Chrome lets no extension read this page.';
  } else if (isOwnPage(url, stored)) {
    toggle.checked = false;
    note.textContent = 'This is a page of Gasoline itself.';
  } else {
    const isOn = isCaptured(url.href, stored) && (await isAllowed(url));
    // What was read before the user switched would undo that for a moment.
    if (!isCurrent()) return;
    toggle.checked = isOn;
    note.textContent = toggle.checked ? explain(url, stored) : 'Nothing of this site is recorded.';
  }
}

function explain(url: URL, stored: Stored): string {
  if (isDefaultHost(url.href)) return 'Local sites are captured by default.';
  return stored.allSitesEnabled ? 'All sites are captured.' : 'You switched this site on.';
}

/** Capturing everything leaves out only the server's own pages. */
function isOwnPage(url: URL, stored: Stored): boolean {
  return !isCaptured(url.href, { ...stored, allSitesEnabled: true, domainExcludes: [] });
}

function originsOf(url: URL): chrome.permissions.Permissions {
  return { origins: [`*://${url.hostname}/*`] };
}

function isAllowed(url: URL): Promise<boolean> {
  return chrome.permissions.contains(originsOf(url));
}

export function bindSite(changed: () => void): void {
  toggle.addEventListener('change', () => {
    if (current === undefined) return;
    const { id, url } = current;
    switched.count += 1;
    switched.underWay += 1;
    const work = toggle.checked ? switchOn(id, url) : switchOff(url);
    void work.finally(() => {
      switched.underWay -= 1;
      changed();
    });
  });
}

async function switchOn(tabId: number, url: URL): Promise<void> {
  const stored = await readStored();
  const without = stored.domainExcludes.filter((text) => !covers(text, url));
  const needed = !isCaptured(url.href, { ...stored, domainExcludes: without });
  const filters = needed ? [...stored.domainFilters, url.hostname] : stored.domainFilters;
  await writeStored({ domainExcludes: without, domainFilters: filters });
  // Chrome's question may close the popup, and then the worker does what the answer leads to. So
  // the wish is written down first; it counts for nothing until the permission is there.
  if (await chrome.permissions.request(originsOf(url)))
    await askWorker({ type: 'capture-tab', tabId });
  else await writeStored({ domainFilters: stored.domainFilters });
}

async function switchOff(url: URL): Promise<void> {
  const stored = await readStored();
  const domainFilters = stored.domainFilters.filter((text) => text !== url.hostname);
  const still = isCaptured(url.href, { ...stored, domainFilters });
  const domainExcludes = still ? [...stored.domainExcludes, url.host] : stored.domainExcludes;
  await writeStored({ domainFilters, domainExcludes });
}

function covers(text: string, url: URL): boolean {
  const pattern = parsePattern(text);
  return !('problem' in pattern) && matches(pattern, url);
}
