// What the server asks of a page: finds the tab, hands the errand over, brings back the answer.
import { CONNECTION_WORDS, type Refused, type ToWorker } from 'gasoline-capture/protocol.generated';
import { Refusal } from '../errands/refusal.js';
import type { ErrandAnswer, Notice } from '../messages.js';
import { isCaptured } from '../scope.js';
import type { Stored } from '../storage.js';
import { POSE_ANSWER_MS } from '../limits.js';
import { readWanted } from '../errands/fetch-source.js';
import { refuse } from '../sources/fetch.js';
import type { Source } from '../sources/find.js';
import { fetchInWorker, postSource, workerMay, type NamedScripts } from './sources.js';
import type { Pictures } from './pictures/index.js';
import { inject } from './tabs.js';

export type Errand = Extract<ToWorker, { type: 'errand' }>;

/** What errands need of the worker's other rooms. */
export interface Rooms {
  named: NamedScripts;
  pictures: Pictures;
}

/** Does an errand within its time. Every way it can fail is an answer. */
export async function runErrand(
  errand: Errand,
  settings: Stored,
  rooms: Rooms,
): Promise<ErrandAnswer> {
  const late = new Promise<ErrandAnswer>((resolve) => {
    setTimeout(() => resolve({ refused: tookTooLong(errand) }), errand.timeoutMs);
  });
  try {
    return await Promise.race([attempt(errand, settings, rooms), late]);
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.refused };
    return { refused: unexpected(errand, error) };
  }
}

async function attempt(
  errand: Errand,
  settings: Stored,
  { named, pictures }: Rooms,
): Promise<ErrandAnswer> {
  if (settings.paused) {
    const { sentence, hint } = CONNECTION_WORDS.paused;
    return { refused: { what: sentence, hint } };
  }
  const tab = await findTab(errand.tabId, settings);
  if ('refused' in tab) return tab;
  if (errand.errand === 'fetch_source') return bringSource(errand, tab.id, settings, named);
  if (errand.errand === 'capture_screenshot') {
    return pictures.capture(tab.id, errand, (given) => insist(tab.id, errand, given));
  }
  return ask(tab.id, errand);
}

/** Has the page fetch a source map, or fetches it, and posts it to the server. */
async function bringSource(
  errand: Errand,
  tabId: number,
  { serverUrl }: Stored,
  named: NamedScripts,
): Promise<ErrandAnswer> {
  const wanted = readWanted(errand.arguments);
  const isNamed = (url: string) => named.has(tabId, url);
  if (!isNamed(wanted.url)) throw refuse(wanted.url, `was named by no error of tab ${tabId}`);
  const mayFetch = await workerMay(wanted.url, await chrome.tabs.get(tabId));
  const scripts = wanted.scripts.filter(isNamed);
  const given = { ...errand.arguments, scripts, worker_may: mayFetch };
  const answer = await ask(tabId, { ...errand, arguments: given });
  if ('refused' in answer) return answer;
  const found = answer.result as Source;
  const source = 'elsewhere' in found && mayFetch ? await fetchInWorker(wanted) : found;
  return postSource(serverUrl, wanted.url, source);
}

/** Asks the page for one step of an errand; its refusal is the errand's. */
async function insist(tabId: number, errand: Errand, given: Errand['arguments']): Promise<unknown> {
  const late = new Promise<ErrandAnswer>((resolve) => {
    setTimeout(() => resolve({ refused: NO_ANSWER }), POSE_ANSWER_MS);
  });
  const answer = await Promise.race([ask(tabId, { ...errand, arguments: given }), late]);
  if ('refused' in answer) throw new Refusal(answer.refused.what, answer.refused.hint);
  return answer.result;
}

async function ask(tabId: number, errand: Errand): Promise<ErrandAnswer> {
  try {
    return await hand(tabId, errand);
  } catch (error) {
    if (!isNobodyListening(error)) throw error;
    // The page was open before our scripts could run in it.
    await inject(tabId);
    return hand(tabId, errand);
  }
}

async function hand(tabId: number, { errand, arguments: given }: Errand): Promise<ErrandAnswer> {
  if (errand === 'run_accessibility_audit') {
    // 650 KB, so only on demand; in the world of our own scripts, where the page's policy is silent.
    await chrome.scripting.executeScript({
      target: { tabId },
      files: ['axe.min.js'],
      world: 'ISOLATED',
    });
  }
  const notice: Notice = { type: 'errand', errand, arguments: given };
  // Only a source map is asked of the frame that had the error; all else of the page.
  const frameId = Number(given['frame_id']) || 0;
  const answer: unknown = await chrome.tabs.sendMessage(tabId, notice, { frameId });
  if (typeof answer === 'object' && answer !== null) return answer as ErrandAnswer;
  throw new Error('the page left while it was asked');
}

/** The tab that was named; else the one the user looks at, or looked at last, that is captured. */
async function findTab(
  wanted: number | null,
  settings: Stored,
): Promise<{ id: number } | { refused: Refused }> {
  if (wanted === null) {
    const tabs = (await chrome.tabs.query({})).filter(({ url }) => isCaptured(url ?? '', settings));
    const [latest] = tabs.toSorted(
      (a, b) =>
        Number(b.active) - Number(a.active) || (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0),
    );
    return latest?.id === undefined ? { refused: NOTHING_CAPTURED } : { id: latest.id };
  }
  const tab = await chrome.tabs.get(wanted).catch(() => undefined);
  if (tab === undefined) return { refused: noSuchTab(wanted) };
  if (tab.url === undefined || !/^https?:/.test(tab.url)) return { refused: notReadable(wanted) };
  return isCaptured(tab.url, settings) ? { id: wanted } : { refused: notCaptured(wanted, tab.url) };
}

const NOTHING_CAPTURED: Refused = {
  what: 'no open tab is captured',
  hint: 'open a page on localhost, or switch on `Capture this site` in the popup of the extension',
};

const NO_ANSWER: Refused = {
  what: 'the page does not answer: it is busy, or shows a dialog',
  hint: 'ask for the visible tab, without `selector` and `full_page`, or ask again later',
};

function noSuchTab(tab: number): Refused {
  return { what: `there is no tab ${tab}`, hint: 'call `get_status`; it lists the open tabs' };
}

function notReadable(tab: number): Refused {
  return {
    what: `tab ${tab} shows a page that extensions may not read, or a site that is not captured`,
    hint: 'switch on `Capture this site` in the popup there, or name another `tab_id` of `get_status`',
  };
}

function notCaptured(tab: number, url: string): Refused {
  return {
    what: `tab ${tab} (\`${new URL(url).host}\`) is not captured`,
    hint: 'switch on `Capture this site` in the popup there; the options list what is excluded',
  };
}

function tookTooLong({ errand, timeoutMs }: Errand): Refused {
  return {
    what: `\`${errand}\` took longer than ${timeoutMs} ms`,
    hint: 'ask again when the page is idle, or ask for less of it',
  };
}

function unexpected({ errand }: Errand, error: unknown): Refused {
  const said = error instanceof Error ? error.message : String(error);
  return {
    what: `\`${errand}\` could not be done: ${said}`,
    hint: 'reload the page and ask again; pages of the browser and the web store cannot be read',
  };
}

function isNobodyListening(error: unknown): boolean {
  return error instanceof Error && /Receiving end does not exist/.test(error.message);
}
