// Source maps that the server may not fetch: what is asked for, who fetches it, and how it gets there.
import type { ErrandAnswer } from '../messages.js';
import { Refusal } from '../errands/refusal.js';
import { NAMED_MAX_SCRIPTS, NAMED_MAX_TABS } from '../limits.js';
import { fetchText, HINT, refuse, type Bounds } from '../sources/fetch.js';
import { findScriptSource, type Source, type Wanted } from '../sources/find.js';
import { isDefaultHost } from '../scope.js';

/** The scripts that errors of a tab named: nothing else is fetched for a server. */
export class NamedScripts {
  readonly #tabs = new Map<number, Set<string>>();

  note(tab: number, scripts: readonly string[]): void {
    for (const url of scripts) this.#add(tab, url);
  }

  has(tab: number, url: string): boolean {
    return this.#tabs.get(tab)?.has(url) === true;
  }

  forget(tab: number): void {
    this.#tabs.delete(tab);
  }

  #add(tab: number, url: string): void {
    const named = this.#tabs.get(tab) ?? new Set();
    // The newest of both at the end.
    this.#tabs.delete(tab);
    this.#tabs.set(tab, named);
    named.delete(url);
    named.add(url);
    bound(named, NAMED_MAX_SCRIPTS);
    bound(this.#tabs, NAMED_MAX_TABS);
  }
}

function bound(entries: Map<number, unknown> | Set<string>, most: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= most) return;
    (entries as Set<unknown>).delete(key);
  }
}

/**
 * Whether the worker may fetch from there: our policy lets it reach the default hosts, and the user
 * may have taken even these away. What a private window loads is not asked for outside of it.
 */
export async function workerMay(url: string, tab: chrome.tabs.Tab): Promise<boolean> {
  if (tab.incognito || !/^https?:/.test(url) || !isDefaultHost(url)) return false;
  const { protocol, hostname } = new URL(url);
  // No policy can name an address of IPv6.
  if (hostname.startsWith('[')) return false;
  return chrome.permissions.contains({ origins: [`${protocol}//${hostname}/*`] });
}

/** Fetches without cookies, and from the script's own origin only. */
export function fetchInWorker(wanted: Wanted): Promise<Source> {
  const bounds: Bounds = wanted;
  const home = new URL(wanted.url).origin;
  return findScriptSource(wanted, (url) => {
    if (new URL(url).origin !== home) throw refuse(url, 'is on another origin than its script');
    return fetchText(url, { credentials: 'omit', cache: 'no-cache' }, bounds);
  });
}

/** Posts what was found; the errand itself is answered only that it was done. */
export async function postSource(
  serverUrl: string,
  url: string,
  source: Source,
): Promise<ErrandAnswer> {
  if ('same' in source) return { result: source };
  const answer = await fetch(`${serverUrl}/source-maps`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ url, ...source }),
    credentials: 'omit',
  });
  if (answer.ok) return { result: { posted: true } };
  const said: unknown = await answer.json().catch(() => undefined);
  const why =
    typeof said === 'object' && said !== null && 'error' in said ? said.error : answer.status;
  return {
    refused: new Refusal(`the source map of \`${url}\` is refused: ${String(why)}`, HINT).refused,
  };
}
