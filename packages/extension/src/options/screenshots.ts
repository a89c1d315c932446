// The permission screenshots need, which Chrome gives only for all sites together.
import { byId } from '../ui/controls.js';

const ALL: chrome.permissions.Permissions = { origins: ['<all_urls>'] };
const button = byId('allow-screenshots', HTMLButtonElement);
const note = byId('screenshot-note', HTMLElement);

export async function showScreenshots(): Promise<void> {
  const allowed = await chrome.permissions.contains(ALL);
  button.hidden = allowed;
  note.textContent = allowed
    ? 'Screenshots are allowed. Only captured sites are in them, and only while you look at them.'
    : 'Chrome allows pictures of a tab only to extensions that may read all sites. Which sites are captured stays as you set it. No picture is taken before you allow it.';
}

export function bindScreenshots(changed: () => void): void {
  button.addEventListener('click', () => void chrome.permissions.request(ALL).finally(changed));
}
