// The lists of sites: read line by line, checked, and asked permission for.
import { chromePattern, DEFAULT_HOSTS, parsePattern } from '../scope.js';
import type { Stored } from '../storage.js';
import { byId } from '../ui/controls.js';
import { writeStored } from '../ui/store.js';
import { asSentence, withCode } from '../ui/words.js';

const includes = byId('includes', HTMLTextAreaElement);
const excludes = byId('excludes', HTMLTextAreaElement);
const allSites = byId('all-sites', HTMLInputElement);
const ALL: chrome.permissions.Permissions = { origins: ['<all_urls>'] };

export function showSites(stored: Stored): void {
  const hosts = DEFAULT_HOSTS.map((host) => `\`${host}\``).join(', ');
  byId('default-hosts', HTMLElement).replaceChildren(...withCode(`Captured by default: ${hosts}.`));
  // What the user has just switched stays: it may not be stored yet.
  if (allSites !== document.activeElement) allSites.checked = stored.allSitesEnabled;
  show(includes, stored.domainFilters);
  show(excludes, stored.domainExcludes);
}

/** What the user is editing stays until it is saved. */
function show(area: HTMLTextAreaElement, sites: string[]): void {
  const text = sites.join('\n');
  if (area.value === (area.dataset['shown'] ?? '')) area.value = text;
  area.dataset['shown'] = text;
}

export function bindSites(saved: () => void): void {
  byId('save-sites', HTMLButtonElement).addEventListener('click', () => void save(saved));
  allSites.addEventListener('change', () => void switchAll(allSites.checked, saved));
  for (const area of [includes, excludes]) {
    area.addEventListener('change', () => void readSites(area));
  }
}

async function save(saved: () => void): Promise<void> {
  const domainFilters = readSites(includes);
  const domainExcludes = readSites(excludes);
  if (domainFilters === undefined || domainExcludes === undefined) return;
  const origins = domainFilters.flatMap((text) => chromePattern(text) ?? []);
  const granted = origins.length === 0 || (await chrome.permissions.request({ origins }));
  if (!granted) {
    return complain(includes, 'Chrome was not allowed to read these sites, so they are not saved');
  }
  await writeStored({ domainFilters, domainExcludes });
  saved();
}

async function switchAll(on: boolean, saved: () => void): Promise<void> {
  const granted = !on || (await chrome.permissions.request(ALL));
  allSites.checked = on && granted;
  await writeStored({ allSitesEnabled: on && granted });
  if (granted) saved();
}

/** The sites in a list, or undefined when a line is none; the first such line is named. */
function readSites(area: HTMLTextAreaElement): string[] | undefined {
  const lines = area.value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  for (const [index, line] of lines.entries()) {
    const pattern = parsePattern(line);
    if ('problem' in pattern) {
      complain(area, `line ${index + 1}: ${pattern.problem}`);
      return undefined;
    }
  }
  complain(area, undefined);
  return [...new Set(lines)];
}

function complain(area: HTMLTextAreaElement, problem: string | undefined): void {
  area.setAttribute('aria-invalid', String(problem !== undefined));
  const words = problem === undefined ? [] : withCode(asSentence(problem));
  byId(`${area.id}-problem`, HTMLElement).replaceChildren(...words);
}
