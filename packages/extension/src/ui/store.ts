// What our pages read and write of chrome.storage.local, and what they ask of the worker.
import type { Request, WorkerStatus } from '../messages.js';
import { DEFAULTS, merge, type Stored } from '../storage.js';

export async function readStored(): Promise<Stored> {
  return merge(await chrome.storage.local.get(null));
}

/** Defaults are not written: a later default is to hold for whoever chose nothing. */
export async function writeStored(changes: Partial<Stored>): Promise<void> {
  const entries = Object.entries(changes);
  const chosen = entries.filter(([key, value]) => !isDefault(key, value));
  await chrome.storage.local.set(Object.fromEntries(chosen));
  const back = entries.filter(([key, value]) => isDefault(key, value)).map(([key]) => key);
  await chrome.storage.local.remove(back);
}

function isDefault(key: string, value: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(DEFAULTS[key as keyof Stored]);
}

export async function resetStored(): Promise<void> {
  await chrome.storage.local.remove(Object.keys(DEFAULTS));
}

export function onStoredChange(heard: () => void): void {
  chrome.storage.onChanged.addListener((_changes, area) => {
    if (area === 'local') heard();
  });
}

/** Undefined while the worker wakes up. */
export async function askWorker(request: Request): Promise<WorkerStatus | undefined> {
  try {
    return (await chrome.runtime.sendMessage(request)) as WorkerStatus | undefined;
  } catch {
    return undefined;
  }
}
