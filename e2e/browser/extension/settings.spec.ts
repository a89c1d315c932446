// A change of any setting takes effect at once, in pages that are open.
import type { Page } from '@playwright/test';
import { expect, html, isConnected, test } from '../support/browser/extension.js';
import { Server } from '../support/server/server.js';

const PAGES = { '/': html(''), '/api': { type: 'application/json', body: '{"a":1}' } };

let said = 0;

/** Says something of a low and something of a high level, and returns what of it arrives. */
async function heard(tab: Page, server: Server): Promise<string[]> {
  // In other words each time: an error that comes again is counted for a while, and not sent.
  const trouble = `trouble ${said++}`;
  await server.post('/clear', {});
  await tab.evaluate((loud) => {
    console.log('chatter');
    console.error(loud);
  }, trouble);
  const { logs } = await server.until((now) => now.logs.some(({ message }) => message === trouble));
  return logs.map(({ message }) => (message === trouble ? 'trouble' : String(message)));
}

test('the console level', async ({ tab, server, site, extension }) => {
  const app = await site(PAGES);
  await tab.goto(app.url());
  const options = await extension.page('options.html');
  await options.getByLabel('Console').selectOption('error');
  await expect(options.getByText('Saved', { exact: true })).toBeVisible();
  // The frame has heard of it when a line of a lower level does not come before one of a higher.
  await expect.poll(() => heard(tab, server)).toEqual(['trouble']);
});

test('enhanced selectors', async ({ tab, server, site, extension }) => {
  const app = await site({ '/': html('', '<button data-testid="buy">Buy</button>') });
  await tab.goto(app.url());
  await extension.store({ enhancedSelectorsEnabled: false });
  await expect
    .poll(async () => {
      await server.post('/clear', {});
      await tab.getByTestId('buy').click();
      const { enhanced_actions } = await server.until((now) => now.enhanced_actions.length > 0);
      return enhanced_actions.map(({ selectors }) => selectors);
    })
    .toEqual([{ cssPath: 'button[data-testid="buy"]' }]);
});

test('request bodies', async ({ tab, server, site, extension }) => {
  const app = await site(PAGES);
  await tab.goto(app.url());
  await extension.store({ networkBodyCaptureEnabled: false });
  await expect
    .poll(async () => {
      await server.post('/clear', {});
      await tab.evaluate(() => fetch('/api').then((answer) => answer.text()));
      const { network_bodies } = await server.until((now) => now.network_bodies.length > 0);
      return network_bodies.some(({ responseBody }) => responseBody !== undefined);
    })
    .toBe(false);
});

test('pause, and going on', async ({ tab, server, site, extension }) => {
  const app = await site({ ...PAGES, '/last': html(`console.log('the last line')`) });
  await tab.goto(app.url());
  const popup = await extension.popup(tab);
  const pause = popup.getByRole('switch', { name: /Pause/ });
  await pause.check();
  await expect(popup.getByText('Capture is paused.')).toBeVisible();
  await expect.poll(() => extension.badge(tab)).toBe('off');
  await tab.evaluate(() => console.log('while paused'));
  const refusal = await server.tool('query_dom', { selector: 'body' });
  expect(refusal.isError).toBe(true);
  expect(refusal.content[0].text).toContain('capture is paused');
  // A page that had not heard of it yet sends the line when it is left, and not after the pause.
  await tab.goto('about:blank');
  await pause.uncheck();
  await expect(popup.getByText('The extension is connected.')).toBeVisible();
  await tab.goto(app.url('/last'));

  const { logs } = await server.until((now) => now.logs.length > 0);
  expect(logs.map(({ message }) => message)).toEqual(['the last line']);
});

test('another server address is connected to by pressing Enter', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site(PAGES);
  await tab.goto(app.url());
  const other = await Server.start();
  const options = await extension.page('options.html');
  await options.getByLabel('Address').fill(String(other.port));
  await options.getByLabel('Address').press('Enter');
  await isConnected(other);
  await isConnected(server, 0);
  await tab.evaluate(() => console.log('to the other server'));
  await other.until((now) => now.logs.length === 1);
  await extension.reset(server.url);
  await isConnected(server);
  await other.stop();
});

test('the badge counts the errors of the document, and warns when no server hears', async ({
  tab,
  site,
  extension,
}) => {
  const app = await site(PAGES);
  await tab.goto(app.url());
  await tab.evaluate(() => {
    console.log({ level: 'error' }, '"level":"error"');
    console.error('one');
    console.error('two');
    console.warn('not an error');
  });
  await expect.poll(() => extension.badge(tab)).toBe('2');
  await tab.reload();
  await expect.poll(() => extension.badge(tab)).toBe('');
  await extension.store({ serverUrl: 'http://127.0.0.1:9' });
  await expect.poll(() => extension.badge(tab)).toBe('!');
});

test('what the agent sets by configure_capture holds over what is stored, and is not stored', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site(PAGES);
  await tab.goto(app.url());
  const popup = await extension.popup(tab);
  const result = await server.tool('configure_capture', { ai_context: false, log_level: 'error' });
  expect(result.isError, result.content[0].text).toBeFalsy();
  const toggle = popup.getByRole('switch', { name: /AI Error Context/ });
  await expect(toggle).not.toBeChecked();
  await expect(toggle).toBeDisabled();
  const stored = await popup.evaluate(() => chrome.storage.local.get('aiContextEnabled'));
  expect(stored).toEqual({});
  // The popup asks the worker, which tells the pages a moment after it knows.
  await expect.poll(() => heard(tab, server)).toEqual(['trouble']);

  await server.tool('configure_capture', { reset: true });
  await expect(toggle).toBeChecked();
  await expect(toggle).toBeEnabled();
});
