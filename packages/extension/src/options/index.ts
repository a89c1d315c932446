// The options: every setting, saved as it is changed.
import { serverUrlProblem, type Stored } from '../storage.js';
import { bindControls, byId, showControls } from '../ui/controls.js';
import { askWorker, onStoredChange, readStored, resetStored, writeStored } from '../ui/store.js';
import { asSentence, showConnection, withCode } from '../ui/words.js';
import { bindScreenshots, showScreenshots } from './screenshots.js';
import { bindSites, showSites } from './sites.js';

const REFRESH_MS = 1000;
const SAVED_SHOWN_MS = 2000;

const address = byId('server-url', HTMLInputElement);
const problem = byId('server-problem', HTMLElement);
const saved = byId('saved', HTMLElement);
let hide: ReturnType<typeof setTimeout> | undefined;

function showSaved(): void {
  saved.textContent = 'Saved';
  clearTimeout(hide);
  hide = setTimeout(() => {
    saved.textContent = '';
  }, SAVED_SHOWN_MS);
}

async function saveAddress(): Promise<void> {
  const typed = address.value.trim().replace(/\/+$/, '');
  // A bare port or host is what people type.
  const url = /^\d+$/.test(typed)
    ? `http://127.0.0.1:${typed}`
    : /^[a-z]+:\/\//i.test(typed)
      ? typed
      : `http://${typed}`;
  const said = serverUrlProblem(url);
  problem.replaceChildren(...(said === undefined ? [] : withCode(asSentence(said))));
  address.setAttribute('aria-invalid', String(said !== undefined));
  if (said !== undefined) return;
  address.value = url;
  await writeStored({ serverUrl: url });
  showSaved();
}

function showAddress(stored: Stored): void {
  const isWrong = address.getAttribute('aria-invalid') === 'true';
  if (address !== document.activeElement && !isWrong) address.value = stored.serverUrl;
}

async function refresh(): Promise<void> {
  const [stored, status] = await Promise.all([readStored(), askWorker({ type: 'status' })]);
  showControls(stored, status?.overrides ?? {});
  showAddress(stored);
  showSites(stored);
  await showScreenshots();
  showConnection(byId('connection', HTMLElement), status?.connection ?? 'connecting');
}

address.addEventListener('change', () => void saveAddress());
byId('reset', HTMLButtonElement).addEventListener('click', () => {
  if (!confirm('Reset all options of Gasoline?')) return;
  address.setAttribute('aria-invalid', 'false');
  problem.replaceChildren();
  void resetStored().then(showSaved);
});
bindControls(showSaved);
bindSites(showSaved);
bindScreenshots(() => void refresh());
onStoredChange(() => void refresh());
setInterval(() => void refresh(), REFRESH_MS);
void refresh();
