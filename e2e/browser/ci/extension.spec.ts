// The extension in a test run: in new headless, and in the ordinary contexts that runners make.
import { rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { EXECUTABLE, FLAGS } from '../support/browser/chromium.js';
import { expect, html, messages, test } from '../support/browser/ci.js';
import { copyExtension } from '../support/browser/extension.js';

test('ordinary contexts of a browser that was given the extension are watched', async ({
  server,
  site,
}) => {
  const shop = await site({ '/': html("console.error('said in ' + location.search)") });
  const folder = copyExtension({ serverUrl: server.url });
  // Playwright switches extensions off unless it is told not to.
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [...FLAGS, '--enable-unsafe-extension-debugging'],
    ignoreDefaultArgs: ['--disable-extensions'],
  });
  try {
    const session = await browser.newBrowserCDPSession();
    // Playwright's types do not know the domain; the browser does.
    const send = session.send.bind(session) as (method: string, params: object) => Promise<unknown>;
    await send('Extensions.loadUnpacked', { path: folder, enableInIncognito: true });
    await expect
      .poll(async () => (await server.get('/health')).clients.extension, {
        message: 'waiting for the extension to connect',
      })
      .toBeGreaterThan(0);
    for (const name of ['?first', '?second']) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(shop.url(`/${name}`));
      await server.until(({ logs }) => messages(logs, `said in ${name}`).length === 1);
      await context.close();
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
