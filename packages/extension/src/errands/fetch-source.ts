// `fetch_source`: the source map of a script, fetched as the page itself could.
//
// A fetch of our world has the page's origin, cookies and certificate exceptions, and the browser's
// cache of exactly the script that failed. The page does not notice it: its own `fetch`, its service
// worker, its policy and its performance timeline are not passed.
import { fetchText, refuse, type Bounds } from '../sources/fetch.js';
import {
  findModuleSource,
  findScriptSource,
  type Get,
  type Source,
  type Wanted,
} from '../sources/find.js';
import { listArgument, Refusal, textArgument } from './refusal.js';

export async function fetchSource(given: Record<string, unknown>): Promise<Source> {
  const wanted = readWanted(given);
  if (originOf(wanted.page) !== self.origin) {
    throw new Refusal('the tab shows another site than the one with the error', 'go back to it');
  }
  const get = inPage(wanted);
  if (!/^https?:/.test(wanted.url)) return findModuleSource(wanted, scriptsOfPage(), get);
  const isOwn = originOf(wanted.url) === self.origin;
  // Where the page has been anyway, the worker may go, and it need not be let in.
  if (!isOwn && given['worker_may'] === true && hasLoaded(wanted.url)) return { elsewhere: true };
  return findScriptSource(wanted, get);
}

export function readWanted(given: Record<string, unknown>): Wanted {
  const text = (name: string): string => textArgument(given, name) ?? '';
  return {
    url: text('url'),
    scripts: listArgument(given, 'scripts'),
    page: text('page'),
    known: textArgument(given, 'known'),
    mostBytes: Number(given['most_bytes']) || 0,
    timeoutMs: Number(given['timeout_ms']) || 0,
  };
}

/** Cookies go to the page's own origin only, and to nobody it redirects to. */
function inPage(bounds: Bounds): Get {
  return (url, file) => {
    const cache = file === 'script' ? 'force-cache' : 'no-cache';
    const init: RequestInit =
      originOf(url) === self.origin
        ? { mode: 'same-origin', credentials: 'same-origin', cache }
        : // A copy in the cache may lack the permission that another origin gives when asked.
          { mode: 'cors', credentials: 'omit', cache: 'no-cache', referrerPolicy: 'no-referrer' };
    return fetchText(url, init, bounds);
  };
}

function scriptsOfPage(): string[] {
  return [...document.scripts].flatMap(({ src }) => (/^https?:/.test(src) ? src : []));
}

function hasLoaded(url: string): boolean {
  return scriptsOfPage().includes(url) || performance.getEntriesByName(url, 'resource').length > 0;
}

export function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    throw refuse(url, 'is no address');
  }
}
