// Pictures that cannot be taken: each refusal says why and what to do.
import { expect, html, test } from '../support/browser/extension.js';
import { refusal } from '../support/images/pictures.js';
import type { Answer } from '../support/server/server.js';

test.use({ allSites: true });

const SHOP = html('', '<h1>Shop</h1><p id="hidden" hidden>no</p><p id="far">far</p>');

test('a tab in the background is not brought to the front', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site({ '/': SHOP, '/other': SHOP });
  await tab.goto(app.url());
  const tabId = await extension.tabId(tab);
  const other = await extension.context.newPage();
  await other.goto(app.url('/other'));
  const said = await refusal(server, { tab_id: tabId });

  expect(said).toContain(`tab ${tabId} (\`localhost:${app.port}\`) is in the background`);
  expect(said).toContain('hint: ask the user to switch to it');
  const worker = await extension.worker();
  expect(await worker.evaluate(async (id) => (await chrome.tabs.get(id)).active, tabId)).toBe(
    false,
  );
});

test('a page of the browser and a site that is not captured are not shown', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site({ '/': SHOP });
  await tab.goto('chrome://version');
  expect(await refusal(server)).toContain('no open tab is captured');
  // Chrome keeps its address from extensions.
  const worker = await extension.worker();
  const [shown] = await worker.evaluate(() => chrome.tabs.query({ active: true }));
  expect(await refusal(server, { tab_id: shown?.id })).toContain('extensions may not read');
  await tab.goto(app.url('/', 'shop.example'));
  expect(await refusal(server, { tab_id: await extension.tabId(tab) })).toContain('not captured');
  expect(await refusal(server, { tab_id: 999_999 })).toContain('there is no tab 999999');
});

test('a selector that is none, matches nothing, or nothing visible', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({ '/': SHOP });
  await tab.goto(app.url());
  expect(await refusal(server, { selector: 'p[' })).toContain('`p[` is not a CSS selector');
  expect(await refusal(server, { selector: '.cart' })).toContain('no element matches `.cart`');
  expect(await refusal(server, { selector: '#hidden' })).toContain('not visible');
  expect(await refusal(server, { selector: ' ' })).toContain('`selector` is empty');
  expect(await refusal(server, { selector: 'h1', full_page: true })).toContain('`full_page`');
  // The extension shows a new page by itself after a moment.
  const { screenshots } = await server.get('/screenshots');
  expect(screenshots.filter(({ trigger }: Answer) => trigger !== 'navigation')).toEqual([]);
});

test('while capture is paused nothing is shown', async ({ tab, server, site, extension }) => {
  const app = await site({ '/': SHOP });
  await tab.goto(app.url());
  await extension.store({ paused: true });
  await expect
    .poll(async () => {
      const answer = await server.tool('capture_screenshot');
      return answer.isError === true && answer.content[0].text;
    })
    .toMatch(/paused/i);
});
