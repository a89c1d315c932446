// What is broken in this page, as the server said when it was loaded.
import type { BugName } from '../bugs.js';
import type { Settings } from '../model.js';

const said = document.getElementById('settings')?.textContent ?? '{"bugs":[]}';
const { bugs } = JSON.parse(said) as Settings;

export function broken(name: BugName): boolean {
  return bugs.includes(name);
}
