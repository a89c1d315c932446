// Roles and accessible names of random markup, ours compared with those of the installed Playwright.
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { ROOT } from '../support/server/binary.js';
import { launch } from '../support/browser/chromium.js';
import { randomPage } from '../support/pages/markup.js';

const ENTRY = `
import { withCaches } from './aria/cache.js';
import { isHidden } from './aria/hidden.js';
import { ariaRole } from './aria/role.js';
import { nameOf } from './selectors/role.js';

/** Numbers all elements, in open shadow roots too; returns the role and the names of each. */
window.rolesAndNames = () => withCaches(() => {
  const visit = (root) => [...root.querySelectorAll('*')].flatMap((element) =>
    [element, ...(element.shadowRoot ? visit(element.shadowRoot) : [])]);
  const all = visit(document);
  for (const [index, element] of all.entries()) element.setAttribute('o', String(index));
  return all.map((element) => ({
    o: element.getAttribute('o'),
    html: element.outerHTML.slice(0, 200),
    role: ariaRole(element),
    name: nameOf(element),
    nameIfHidden: nameOf(element, true),
    isHidden: isHidden(element),
  }));
});
`;

interface Ours {
  o: string;
  html: string;
  role: string | null;
  name: string;
  nameIfHidden: string;
  isHidden: boolean;
}

type Role = Parameters<Page['getByRole']>[0];

let browser: Browser;
let script: string;

test.beforeAll(async () => {
  const built = await build({
    stdin: { contents: ENTRY, resolveDir: join(ROOT, 'packages/capture/src'), loader: 'ts' },
    bundle: true,
    format: 'iife',
    write: false,
  });
  script = built.outputFiles[0]?.text ?? '';
  browser = await launch();
});

test.afterAll(() => browser.close());

async function marks(page: Page, role: string, options: object): Promise<string[]> {
  const found = page.getByRole(role as Role, options);
  return found.evaluateAll((all) => all.map((element) => element.getAttribute('o') ?? ''));
}

/** What we say of elements, by role and name; Playwright must find the same elements by each pair. */
function byRoleAndName(all: Ours[], member: 'name' | 'nameIfHidden'): Map<string, Ours[]> {
  const named = all.filter(({ role }) => role !== null);
  const groups = new Map<string, Ours[]>();
  for (const ours of named) {
    const pair = JSON.stringify([ours.role, ours[member]]);
    groups.set(pair, [...(groups.get(pair) ?? []), ours]);
  }
  return groups;
}

for (const seed of [1, 2, 3, 4]) {
  test(`Playwright finds the same elements by role and name, page ${seed}`, async () => {
    const page = await browser.newPage();
    await page.setContent(randomPage(seed));
    await page.evaluate(script);
    const all = await page.evaluate<Ours[]>('rolesAndNames()');
    expect(all.length).toBeGreaterThan(100);
    const shown = all.filter(({ isHidden }) => !isHidden);
    for (const [pair, expected] of byRoleAndName(shown, 'name')) {
      const [role, name] = JSON.parse(pair);
      const found = await marks(page, role, { name, exact: true });
      const message = `${pair}\n${expected.map(({ html }) => html).join('\n')}`;
      expect(found.toSorted(), message).toEqual(expected.map(({ o }) => o).toSorted());
    }
    for (const [pair, expected] of byRoleAndName(all, 'nameIfHidden')) {
      const [role, name] = JSON.parse(pair);
      const found = await marks(page, role, { name, exact: true, includeHidden: true });
      const message = `${pair}, hidden ones too\n${expected.map(({ html }) => html).join('\n')}`;
      expect(found.toSorted(), message).toEqual(expected.map(({ o }) => o).toSorted());
    }
    await page.close();
  });
}
