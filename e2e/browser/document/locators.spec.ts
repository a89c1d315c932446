// The oracle: role, name, CSS path and locator of every element of the corpus, by the installed Playwright.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Selectors } from '../../../packages/capture/src/protocol.generated.js';
import { expect, test } from '../support/browser/browser.js';
import { Gathered } from '../support/browser/document-hooks.js';
import { Site } from '../support/pages/site.js';

const corpus = (name: string) =>
  readFileSync(join(import.meta.dirname, 'corpus', `${name}.html`), 'utf8');

interface Described {
  o: string;
  html: string;
  selectors: Selectors;
  locator?: string;
}

let site: Site;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ chromium }) => {
  site = await Site.open({
    '/controls': corpus('controls'),
    '/lists': corpus('lists'),
    '/many': '<p><button>Edit</button><button>Delete</button></p>'.repeat(20),
    '/hearts': `<b onclick>♡</b>${'<p><span style="cursor:pointer" onclick="void 0">♡</span></p>'.repeat(2)}`,
  });
  context = await chromium.newContext();
  await Gathered.in(context);
  page = await context.newPage();
});

test.afterAll(async () => {
  await context.close();
  await site.close();
});

/** Numbers the elements, through shadow roots, and describes each. */
async function describeAll(path: string): Promise<Described[]> {
  await page.goto(site.url(path));
  return page.evaluate(`(() => {
    const found = [];
    const visit = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.hasAttribute('o')) found.push(element);
        if (element.shadowRoot) visit(element.shadowRoot);
      }
    };
    visit(document);
    found.forEach((element, index) => element.setAttribute('o', String(index)));
    return found.map((element) => ({
      o: element.getAttribute('o'),
      html: element.outerHTML.slice(0, 90),
      selectors: hooks.describe(element),
      locator: hooks.locatorOf(element),
    }));
  })()`);
}

function marks(locator: Locator): Promise<(string | null)[]> {
  return locator.evaluateAll((all) => all.map((element) => element.getAttribute('o')));
}

/** `- button "Save" [pressed]` → `button`, `Save`: what Playwright itself takes the element for. */
async function roleByPlaywright(o: string): Promise<{ role?: string; name?: string }> {
  const [line = ''] = (await page.locator(`[o="${o}"]`).ariaSnapshot()).split('\n');
  let text = line.replace(/^- /, '');
  if (text.startsWith("'")) text = text.slice(1, text.lastIndexOf("'")).replaceAll("''", "'");
  const [, role, name] = /^([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?(?: \[.*)?:?/.exec(text) ?? [];
  if (!role || !name) return {};
  const known = { role, name: JSON.parse(name) as string };
  // The snapshot of an element without a role begins with what is inside it.
  const same = page.getByRole(role as 'button', { name: known.name, exact: true });
  return (await marks(same)).includes(o) ? known : {};
}

/** Asks Playwright about every element of a page, and prints what it said. */
async function ask(path: string) {
  const all = await describeAll(path);
  const disagreements: string[] = [];
  const astray: string[] = [];
  const counts = { elements: all.length, roles: 0, rolesAgree: 0, paths: 0, locators: 0 };
  for (const { o, html, selectors, locator } of all) {
    const theirs = await roleByPlaywright(o);
    const { role } = selectors;
    // A name that contains the value of a password field is left out on purpose.
    const isTold = theirs.name !== undefined && !theirs.name.includes('tell-nobody');
    if (role?.role !== undefined || isTold) {
      counts.roles++;
      const found = role
        ? await marks(page.getByRole(role.role as 'button', { name: role.name ?? '', exact: true }))
        : [];
      const agrees = role && found.includes(o) && (!theirs.name || theirs.name === role.name);
      if (agrees) counts.rolesAgree++;
      else
        disagreements.push(
          `${html}\n   ours ${JSON.stringify(role)} theirs ${JSON.stringify(theirs)}`,
        );
      if (agrees && selectors.matches?.['role'] === 1 && found.length !== 1) {
        astray.push(`matches says 1, Playwright finds ${found.length}: ${html}`);
      }
    }
    if (selectors.cssPath !== undefined) {
      counts.paths++;
      const found = await marks(page.locator(`css=${selectors.cssPath}`));
      if (found.join() !== o) astray.push(`${selectors.cssPath} → ${found.length}: ${html}`);
    }
    if (locator !== undefined) {
      counts.locators++;
      const found = await marks(runInNewContext(`page.${locator}`, { page }) as Locator);
      if (found.join() !== o) astray.push(`${locator} → ${found.length}: ${html}`);
    }
  }
  console.log(`oracle ${path}`, JSON.stringify(counts));
  for (const line of [...disagreements, ...astray]) console.log('  ', line);
  expect(disagreements).toEqual([]);
  expect(astray).toEqual([]);
  expect(counts.paths).toBe(counts.elements);
  expect(counts.locators).toBe(counts.elements);
  return all;
}

test('roles and names are those of Playwright, paths and locators lead to the element alone', async () => {
  const all = await ask('/controls');
  expect(all.length).toBeGreaterThanOrEqual(120);
});

test('entries of lists and rows of tables are known by their text', async () => {
  const all = await ask('/lists');
  const locators = all.map(({ locator }) => locator);
  const edit = `getByRole('button', { name: 'Edit', exact: true })`;
  expect(locators).toContain(`getByRole('row').filter({ hasText: 'Grace' }).${edit}`);
  expect(locators).toContain(
    `getByRole('group', { name: 'Shipping', exact: true }).getByRole('textbox', { name: 'Street', exact: true })`,
  );
  const open = `getByRole('button', { name: 'Open', exact: true })`;
  expect(locators).toContain(`getByTestId('card-2').${open}`);
  expect(locators).toContain(`locator('#panel').${open}`);
});

test('among many buttons those of the same name are counted on a slow machine too', async () => {
  await page.goto(site.url('/many'));
  const selectors = await page.evaluate<Selectors>(`(() => {
    let now = 0;
    performance.now = () => (now += 1);
    return hooks.describe(document.querySelectorAll('button')[30]);
  })()`);
  expect(selectors.matches).toEqual({ role: 20 });
  expect(selectors.index).toEqual({ role: 15 });
});

test('what is known by its text alone tells how many say the same', async () => {
  await page.goto(site.url('/hearts'));
  const selectors = await page.evaluate<Selectors>(
    `hooks.describe(document.querySelectorAll('span')[1])`,
  );
  expect(selectors).toMatchObject({ text: '♡', matches: { text: 3 }, index: { text: 2 } });
});

test('nothing that is found again by names contains a secret or a generated name', async () => {
  const said = JSON.stringify(await describeAll('/controls'));
  for (const secret of ['hunter2', 'tell-nobody']) {
    const outside = said.replaceAll(/"html":"(?:[^"\\]|\\.)*"/g, '');
    expect(outside).not.toContain(secret);
    expect(outside).not.toMatch(/\.css-|\.sc-|x1Y2z|kYRosU|8f3a2c91/);
  }
});
