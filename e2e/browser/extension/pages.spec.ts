// The popup and the options, driven as a user would.
import type { Page } from '@playwright/test';
import { expect, html, test } from '../support/browser/extension.js';

const stored = (page: Page) => page.evaluate(() => chrome.storage.local.get(null));

test('the popup tells how things stand and what was captured of the tab', async ({
  tab,
  site,
  server,
  extension,
}) => {
  const app = await site({
    '/': html(
      `console.error('one'); console.log('two'); fetch('/api');`,
      '<button>Click me</button>',
    ),
    '/api': { type: 'application/json', body: '{}' },
  });
  await tab.goto(app.url());
  await tab.getByRole('button').click();
  const popup = await extension.popup(tab);

  await expect(popup.getByRole('status')).toContainText('The extension is connected.');
  await expect(popup.getByText(`127.0.0.1:${server.port}`)).toBeVisible();
  const count = (name: string) => popup.locator(`[data-count="${name}"]`);
  await expect(count('errors')).toHaveText('1');
  await expect(count('log')).toHaveText('2');
  await expect(count('network')).toHaveText('1');
  await expect(count('websocket')).toHaveText('0');
  // Loading the page is an action too.
  await expect(count('action')).toHaveText('2');
});

test('without a server the popup says so and what to do', async ({ tab, site, extension }) => {
  const app = await site({ '/': html(`console.error('nobody hears this yet')`) });
  await extension.store({ serverUrl: 'http://127.0.0.1:9' });
  await tab.goto(app.url());
  const popup = await extension.popup(tab);

  await expect(popup.getByRole('status')).toContainText('No Gasoline server answers.');
  await expect(popup.getByRole('status')).toContainText('gasoline serve');
  await expect(popup.locator('#waiting')).toContainText(/\d+ events wait for the server\./);
});

test('the switches of the popup are stored, by mouse and by keyboard', async ({
  tab,
  site,
  extension,
}) => {
  const app = await site({ '/': html('') });
  await tab.goto(app.url());
  const popup = await extension.popup(tab);
  const context = popup.getByRole('switch', { name: /AI Error Context/ });
  // It shows what is stored a moment after the page is there; what is off already is not pressed.
  await expect(context).toBeChecked();
  await context.uncheck();
  await expect.poll(() => stored(popup)).toMatchObject({ aiContextEnabled: false });
  await popup.getByLabel('WebSocket').selectOption('off');
  await expect.poll(() => stored(popup)).toMatchObject({ webSocketCaptureEnabled: false });
  await popup.getByLabel('WebSocket').selectOption('lifecycle');
  await expect.poll(() => stored(popup)).toMatchObject({ webSocketCaptureMode: 'lifecycle' });
  await popup.getByRole('switch', { name: /Pause/ }).focus();
  await popup.keyboard.press('Space');
  await expect.poll(() => stored(popup)).toMatchObject({ paused: true });
});

test('over a page of the browser the popup offers no capture', async ({ tab, extension }) => {
  await tab.goto('chrome://version');
  const popup = await extension.page('popup.html');

  await expect(popup.getByRole('switch', { name: /Capture this site/ })).toBeDisabled();
  await expect(popup.locator('#site-note')).toHaveText('Chrome lets no extension read this page.');
});

test('every switch of the options is stored under its key', async ({ tab: _tab, extension }) => {
  const options = await extension.page('options.html');
  for (const [name, key, after] of [
    [/^Request and response bodies/, 'networkBodyCaptureEnabled', false],
    [/^Your actions/, 'actionReplayEnabled', false],
    [/^Enhanced selectors/, 'enhancedSelectorsEnabled', false],
    [/^Page performance/, 'performanceSnapshotEnabled', false],
    [/^Page outlines/, 'domSnapshotEnabled', false],
    [/^AI Error Context/, 'aiContextEnabled', false],
    [/^Source code snippets/, 'aiContextSourceSnippets', false],
    [/^Component ancestry/, 'aiContextComponentTree', false],
    [/^State snapshot/, 'aiContextStateSnapshot', true],
    [/^Pause/, 'paused', true],
  ] as const) {
    const control = options.getByRole('switch', { name });
    // What is stored shows a moment after the page is there.
    await expect(control).toBeChecked({ checked: !after });
    await control.click();
    await expect.poll(() => stored(options)).toMatchObject({ [key]: after });
  }
});

test('an address or a site that is none is refused in words, and not stored', async ({
  tab: _tab,
  server,
  extension,
}) => {
  const options = await extension.page('options.html');
  await options.getByLabel('Address').fill('http://example.com:7890');
  await options.getByLabel('Address').press('Tab');
  await expect(options.getByRole('alert').first()).toContainText('example.com is another computer');
  await options.getByLabel('Also capture').fill('example.com\n192.168.*');
  await options.getByRole('button', { name: 'Save sites' }).click();
  await expect(options.locator('#includes-problem')).toContainText('Line 2');
  await expect(options.getByLabel('Also capture')).toHaveAttribute('aria-invalid', 'true');

  expect(await stored(options)).toMatchObject({ serverUrl: server.url });
  expect(await stored(options)).not.toHaveProperty('domainFilters');
});

test('a site whose permission is not given is not stored', async ({ tab: _tab, extension }) => {
  const options = await extension.page('options.html');
  await options.getByLabel('Also capture').fill('shop.example');
  await options.getByRole('button', { name: 'Save sites' }).click();
  // Headless Chromium answers the question with no, or not at all.
  expect(await stored(options)).not.toHaveProperty('domainFilters');
  await expect(options.getByRole('button', { name: 'Allow screenshots' })).toBeVisible();
});

test('reset brings everything back as it came', async ({ tab: _tab, extension }) => {
  const options = await extension.page('options.html');
  await options.getByLabel('Console').selectOption('error');
  await options.getByLabel('Never capture').fill('localhost:1234');
  await options.getByRole('button', { name: 'Save sites' }).click();
  await expect.poll(() => stored(options)).toMatchObject({ domainExcludes: ['localhost:1234'] });
  options.once('dialog', (dialog) => void dialog.accept());
  await options.getByRole('button', { name: 'Reset' }).click();

  await expect
    .poll(async () => Object.keys(await stored(options)).length)
    .toBe(['browserId', 'pairingSecrets'].length);
  await expect(options.getByLabel('Console')).toHaveValue('all');
  await expect(options.getByLabel('Never capture')).toHaveValue('');
});

test('both pages have a name for every control, and nothing axe finds', async ({
  tab,
  site,
  extension,
}) => {
  const app = await site({ '/': html('') });
  await tab.goto(app.url());
  for (const page of [await extension.popup(tab), await extension.page('options.html')]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.addScriptTag({ url: 'axe.min.js' });
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        const { violations } = await axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html: it }) => it)}`);
      });
      expect(found, colorScheme).toEqual([]);
    }
  }
});
