// Sites beyond the local ones, in the variant of the extension that has the permission granted.
import { CODE, diagnosis, shopPages } from '../support/pages/bundle.js';
import { expect, html, test } from '../support/browser/extension.js';

test.use({ allSites: true });

const PAGES = {
  '/': html(`console.log('on ' + location.hostname)`),
  '/last': html(`console.log('the last line')`),
};

test('with the permission alone nothing more is captured', async ({ tab, server, site }) => {
  const app = await site(PAGES);
  await tab.goto(app.url('/', 'shop.example'));
  await tab.goto(app.url('/last'));
  const { logs } = await server.until((now) => now.logs.length > 0);

  expect(logs.map(({ message }) => message)).toEqual(['the last line']);
});

test('a site that is switched on in the popup is captured at once, its neighbours are not', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site(PAGES);
  await tab.goto(app.url('/', 'shop.example'));
  const popup = await extension.popup(tab);
  const toggle = popup.getByRole('switch', { name: /Capture this site/ });
  await expect(popup.locator('#site')).toHaveText(`shop.example:${app.port}`);
  await expect(toggle).not.toBeChecked();
  await toggle.check();
  await expect(popup.locator('#site-note')).toHaveText('You switched this site on.');

  // The page that is open is captured without being loaded again.
  await expect
    .poll(async () => {
      await tab.evaluate(() => console.log('without a reload'));
      return (await server.snapshot()).logs.some(({ message }) => message === 'without a reload');
    })
    .toBe(true);
  await tab.goto(app.url('/', 'other.example'));
  await tab.goto(app.url('/', 'shop.example'));
  const { logs } = await server.until((now) =>
    now.logs.some(({ message }) => message === 'on shop.example'),
  );
  expect(logs.map(({ message }) => message)).not.toContain('on other.example');

  await expect(toggle).toBeChecked();
  await toggle.uncheck();
  await expect(popup.locator('#site-note')).toHaveText('Nothing of this site is recorded.');
  // The popup reads what is stored; the worker has heard of it when its scripts are taken back.
  await expect
    .poll(() =>
      popup.evaluate(async () => (await chrome.scripting.getRegisteredContentScripts()).length),
    )
    .toBe(0);
  await server.post('/clear', {});
  await tab.goto(app.url('/', 'shop.example'));
  await tab.goto(app.url('/last'));
  const after = await server.until((now) => now.logs.length > 0);
  expect(after.logs.map(({ message }) => message)).toEqual(['the last line']);
});

test('all sites, switched on in the options, but for the excluded ones', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site(PAGES);
  const options = await extension.page('options.html');
  await options.getByLabel('Never capture').fill('*.bank.example');
  await options.getByRole('button', { name: 'Save sites' }).click();
  await expect(options.getByText('Saved', { exact: true })).toBeVisible();
  await options.getByRole('switch', { name: /All sites/ }).check();
  await expect
    .poll(() =>
      options.evaluate(async () => (await chrome.scripting.getRegisteredContentScripts()).length),
    )
    .toBe(2);

  await tab.goto(app.url('/', 'my.bank.example'));
  expect(await tab.evaluate(() => Symbol.for('gasoline') in window)).toBe(false);
  await tab.goto(app.url('/', 'other.example'));
  const { logs } = await server.until((now) => now.logs.length > 0);
  expect(logs.map(({ message }) => message)).toEqual(['on other.example']);
  // Local pages are covered by the manifest, and must not be captured twice.
  await tab.goto(app.url('/last'));
  const last = await server.until((now) => now.logs.length > 1);
  expect(last.logs.map(({ message }) => message)).toEqual(['on other.example', 'the last line']);
});

test('switching a local site off in the popup excludes it, and on again brings it back', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site(PAGES);
  await tab.goto(app.url());
  const popup = await extension.popup(tab);
  const toggle = popup.getByRole('switch', { name: /Capture this site/ });
  await expect(toggle).toBeChecked();
  await expect(popup.locator('#site-note')).toHaveText('Local sites are captured by default.');
  await toggle.uncheck();
  await expect
    .poll(() => popup.evaluate(() => chrome.storage.local.get('domainExcludes')))
    .toEqual({ domainExcludes: [`localhost:${app.port}`] });
  await toggle.check();
  await expect
    .poll(() => popup.evaluate(() => chrome.storage.local.get('domainExcludes')))
    .toEqual({});
  await server.post('/clear', {});
  await tab.goto(app.url('/last'));
  await server.until((now) => now.logs.length === 1);
});

test('on a site that is switched on, the page itself fetches the source map of a script from elsewhere', async ({
  tab,
  server,
  site,
  extension,
}) => {
  await extension.store({ domainFilters: ['shop.example'] });
  await expect
    .poll(async () => {
      const worker = await extension.worker();
      return worker.evaluate(
        async () => (await chrome.scripting.getRegisteredContentScripts()).length,
      );
    })
    .toBe(2);
  const pages = await shopPages();
  for (const path of ['/shop.js', '/shop.js.map']) {
    const file = pages[path] as { type: string; body: string };
    pages[path] = { ...file, headers: { 'access-control-allow-origin': '*' } };
  }
  const cdn = await site(pages, 'https');
  const shop = await site(
    {
      ...pages,
      '/': `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><button>Buy</button>
            <script crossorigin src="${cdn.url('/shop.js', 'cdn.example')}"></script>`,
    },
    'https',
  );
  await tab.goto(shop.url('/', 'shop.example'));
  await tab.getByRole('button', { name: 'Buy' }).click();
  await expect.poll(() => diagnosis(server)).toContain(CODE);
});
