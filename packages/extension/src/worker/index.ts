// The service worker. Chrome ends it when idle and wakes it by these events, so all are heard at once.
import { ALARM_PERIOD_MINUTES } from '../limits.js';
import type { Request } from '../messages.js';
import { Office } from './office.js';

const ALARM = 'wake';
const office = new Office();

chrome.runtime.onInstalled.addListener(() => void office.installed());
chrome.runtime.onStartup.addListener(() => void office.wake());
chrome.alarms.onAlarm.addListener(() => void office.wake());

// Pages hold a line to hear when the worker is ended; being woken is all it is for.
chrome.runtime.onConnect.addListener(() => void office.wake());

chrome.runtime.onMessage.addListener((request: Request, sender, respond) => {
  if (sender.id !== chrome.runtime.id) return false;
  office.answer(request, sender).then(respond, () => respond(undefined));
  return true;
});

chrome.storage.onChanged.addListener((changes, area) => {
  if (area === 'local') void office.stored(changes);
});

chrome.permissions.onAdded.addListener(() => void office.permissionsChanged());
chrome.permissions.onRemoved.addListener(() => void office.permissionsChanged());

chrome.tabs.onUpdated.addListener((tab, changed) => {
  if (changed.status === 'complete') void office.tabLoaded(tab);
  if (changed.status !== undefined || changed.title !== undefined) void office.tabsChanged();
});
chrome.tabs.onActivated.addListener(() => void office.tabsChanged());
chrome.tabs.onCreated.addListener(() => void office.tabsChanged());
chrome.tabs.onRemoved.addListener((tab) => void office.tabRemoved(tab));

/** Creating it anew would start its period anew, and a worker that wakes often would never hear it. */
async function setAlarm(): Promise<void> {
  const known = await chrome.alarms.get(ALARM);
  if (known === undefined) {
    await chrome.alarms.create(ALARM, { periodInMinutes: ALARM_PERIOD_MINUTES });
  }
}

void setAlarm();
// Our scripts in pages read no storage, and a page that took over its process must not either.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
