// The popup: how things stand, what was captured of this tab, and the switches used most.
import type { TabCounts, WorkerStatus } from '../messages.js';
import type { Stored } from '../storage.js';
import { bindControls, byId, showControls } from '../ui/controls.js';
import { askWorker, onStoredChange, readStored } from '../ui/store.js';
import { showConnection } from '../ui/words.js';
import { bindSite, lookAtSite, showSite } from './site.js';

/** While it is open the numbers move. */
const REFRESH_MS = 500;

const connection = byId('connection', HTMLElement);
const server = byId('server', HTMLElement);
const waiting = byId('waiting', HTMLElement);

/** The tab it was opened over; a test, which opens it as a page, names it. */
async function findTab(): Promise<chrome.tabs.Tab | undefined> {
  const named = new URLSearchParams(location.search).get('tab');
  if (named !== null) return chrome.tabs.get(Number(named));
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab;
}

async function refresh(): Promise<void> {
  const isCurrent = lookAtSite();
  const tab = await findTab();
  const request = tab?.id === undefined ? {} : { tabId: tab.id };
  const [stored, status] = await Promise.all([
    readStored(),
    askWorker({ type: 'status', ...request }),
  ]);
  showStatus(stored, status);
  await showSite(tab, stored, isCurrent);
}

function showStatus(stored: Stored, status: WorkerStatus | undefined): void {
  showControls(stored, status?.overrides ?? {});
  server.textContent = new URL(stored.serverUrl).host;
  if (status === undefined) return showConnection(connection, 'connecting');
  showConnection(connection, status.connection);
  showCounts(status.tab);
  const { events, dropped } = status.waiting;
  const told = [
    events > 0 && status.connection !== 'connected' ? `${events} events wait for the server.` : '',
    dropped > 0 ? `${dropped} were given up.` : '',
  ].filter(Boolean);
  waiting.hidden = told.length === 0;
  waiting.textContent = told.join(' ');
}

function showCounts({ counts, errors }: TabCounts): void {
  const all: Record<string, number | undefined> = { ...counts, errors };
  for (const shown of document.querySelectorAll<HTMLElement>('[data-count]')) {
    shown.textContent = String(all[shown.dataset['count'] ?? ''] ?? 0);
  }
  byId('errors', HTMLElement).classList.toggle('some', errors > 0);
}

bindControls(() => void refresh());
bindSite(() => void refresh());
onStoredChange(() => void refresh());
setInterval(() => void refresh(), REFRESH_MS);
void refresh();
