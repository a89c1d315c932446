// Tabs and frames: which are captured, how they get our scripts, what the server hears of them.
import type { Tab } from 'gasoline-capture/protocol.generated';
import { STATUS_MAX_TABS } from '../limits.js';
import type { Notice } from '../messages.js';
import { chromeExclusion, chromePattern, DEFAULT_HOSTS, isCaptured } from '../scope.js';
import type { Stored } from '../storage.js';

/** Whether the events of this frame are taken. */
export function isFrameCaptured(sender: chrome.runtime.MessageSender, settings: Stored): boolean {
  // While a page is being left, its tab may show the next address already.
  const page = sender.frameId === 0 ? sender.url : sender.tab?.url;
  // Whoever excludes a page means all of it.
  if (page !== undefined && isExcluded(page, settings)) return false;
  const own = sender.url !== undefined && /^https?:/.test(sender.url) ? sender.url : sender.origin;
  // `about:blank`, `blob:` and sandboxed frames belong to the page that made them.
  const address = own === undefined || own === 'null' ? page : own;
  return address !== undefined && isCaptured(address, settings);
}

function isExcluded(address: string, settings: Stored): boolean {
  return /^https?:/.test(address) && !isCaptured(address, { ...settings, allSitesEnabled: true });
}

/** The tabs as the server may know them: without the permission for a site, without its address. */
export async function listTabs(settings: Stored): Promise<Tab[]> {
  const tabs = await chrome.tabs.query({});
  return tabs
    .flatMap((tab) => {
      const { id, url = '', title = '', active, incognito } = tab;
      const captured = isCaptured(url, settings);
      if (id === undefined || (incognito && !captured)) return [];
      return [{ id, url, title, active, captured, lastAccessed: tab.lastAccessed ?? 0 }];
    })
    .toSorted((a, b) => b.lastAccessed - a.lastAccessed)
    .slice(0, STATUS_MAX_TABS)
    .map(({ lastAccessed: _unsaid, ...tab }) => tab);
}

/** Tells every frame of every tab. Tabs without our scripts do not listen, which is fine. */
export async function tellFrames(notice: Notice): Promise<void> {
  const tabs = await chrome.tabs.query({});
  const told = tabs.map(({ id }) => id !== undefined && chrome.tabs.sendMessage(id, notice));
  await Promise.allSettled(told);
}

const WORLDS = [
  { id: 'isolated', js: ['isolated.js'], world: 'ISOLATED' },
  { id: 'main', js: ['main.js'], world: 'MAIN' },
] as const;

/** What Chrome runs our scripts on beyond the default hosts of the manifest. */
export function registration(
  settings: Stored,
): { matches: string[]; excludeMatches: string[] } | undefined {
  const sites = settings.allSitesEnabled
    ? ['*://*/*']
    : settings.domainFilters.flatMap((text) => chromePattern(text) ?? []);
  if (sites.length === 0) return undefined;
  const defaults = DEFAULT_HOSTS.map((host) => `*://${host}/*`);
  const excluded = settings.domainExcludes.flatMap((text) => chromeExclusion(text) ?? []);
  return { matches: sites, excludeMatches: [...defaults, ...excluded] };
}

let registering = Promise.resolve();

/** Makes Chrome run our scripts where the settings say; one change after the other. */
export function registerScripts(settings: Stored): Promise<void> {
  registering = registering.then(() => register(settings)).catch(() => {});
  return registering;
}

async function register(settings: Stored): Promise<void> {
  const wanted = registration(settings);
  const known = await chrome.scripting.getRegisteredContentScripts();
  if (known.length > 0) {
    await chrome.scripting.unregisterContentScripts({ ids: known.map(({ id }) => id) });
  }
  if (wanted === undefined) return;
  await chrome.scripting.registerContentScripts(
    WORLDS.map(({ id, js, world }) => ({
      id,
      js: [...js],
      world,
      ...wanted,
      runAt: 'document_start',
      allFrames: true,
      matchOriginAsFallback: true,
    })),
  );
}

/** Runs our scripts in a page that was open before they could; they do nothing a second time. */
export async function inject(tabId: number): Promise<void> {
  for (const { js, world } of WORLDS) {
    await chrome.scripting.executeScript({
      target: { tabId, allFrames: true },
      files: [...js],
      world,
      injectImmediately: true,
    });
  }
}

/** Runs what looks into errors in the frame that had one; pages without errors never load it. */
export async function injectEnrichment(sender: chrome.runtime.MessageSender): Promise<void> {
  const { tab, documentId } = sender;
  if (tab?.id === undefined || documentId === undefined) return;
  await chrome.scripting.executeScript({
    // The document, not the frame: by now the frame may show another one.
    target: { tabId: tab.id, documentIds: [documentId] },
    files: ['enrich.js'],
    world: 'MAIN',
    injectImmediately: true,
  });
}

/** After installation: pages already open are captured from here on. */
export async function injectEverywhere(settings: Stored): Promise<void> {
  const tabs = await listTabs(settings);
  await Promise.allSettled(tabs.filter(({ captured }) => captured).map(({ id }) => inject(id)));
}
