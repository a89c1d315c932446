// Without the permission: asked for, it is refused; by itself, it is skipped and counted.
import { expect, html, test } from '../support/browser/extension.js';
import { refusal } from '../support/images/pictures.js';
import { Server } from '../support/server/server.js';

const SHOP = html(
  `document.querySelector('button').onclick = () => { throw new Error('no tea'); };`,
  '<h1>Shop</h1><button>Buy</button>',
);

test('a screenshot is refused with the way to allow it', async ({ tab, server, site }) => {
  const app = await site({ '/': SHOP });
  await tab.goto(app.url());
  for (const args of [{}, { selector: 'h1' }, { full_page: true }]) {
    const said = await refusal(server, args);
    expect(said).toContain('screenshots are not allowed');
    expect(said).toContain('`Allow screenshots`');
  }
});

test('automatic ones are skipped, which get_status and configure_capture tell', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({ '/': SHOP });
  await tab.goto(app.url());
  await tab.getByRole('button').click();
  await expect
    .poll(async () => (await server.tool('get_status')).structuredContent.browsers[0].screenshots)
    .toMatchObject({ allowed: false, skipped: expect.any(Number) });
  await expect
    .poll(async () => (await server.tool('get_status')).content[0].text)
    .toMatch(/screenshots not allowed \([1-9]\d* skipped\)/);
  expect((await server.get('/screenshots')).count).toBe(0);
  const set = await server.tool('configure_capture', { auto_screenshot: { on_action: true } });
  expect(set.content[0].text).toContain('`Allow screenshots`');
  await server.tool('configure_capture', { reset: true });
});

test('without a browser it is said whom to ask', async ({ site: _site }) => {
  const alone = await Server.start();
  try {
    expect(await refusal(alone)).toContain('no browser with the Gasoline extension is connected');
    await alone.post('/logs', { entries: [], client: 'gasoline-ci/0.1.0 page' });
    const said = await refusal(alone);
    expect(said).toContain('capture script');
    expect(said).toContain('`page.screenshot()`');
  } finally {
    await alone.stop();
  }
});
