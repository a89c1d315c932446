// Everything the extension saw arrives, however a page is left.
import { rmSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { EXECUTABLE, FLAGS } from '../support/browser/chromium.js';
import { deliveryMatrix } from '../support/browser/delivery.js';
import { copyExtension, isConnected } from '../support/browser/extension.js';

let browser: Browser | undefined;
let folder: string | undefined;

/**
 * Ordinary contexts, so that one can be closed without the browser. Playwright says they run no
 * extension; loaded over CDP and allowed in incognito, it runs in all of them.
 */
async function launch(serverUrl: string): Promise<Browser> {
  const launched = await chromium.launch({
    executablePath: EXECUTABLE,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [...FLAGS, '--enable-unsafe-extension-debugging'],
  });
  const session = await launched.newBrowserCDPSession();
  folder = copyExtension({ serverUrl });
  const send = session.send.bind(session) as (method: string, given: object) => Promise<unknown>;
  await send('Extensions.loadUnpacked', { path: folder, enableInIncognito: true });
  return launched;
}

deliveryMatrix({
  name: 'extension',
  async open(server) {
    browser ??= await launch(server.url);
    await isConnected(server);
    return browser.newContext();
  },
  async stop() {
    await browser?.close();
    browser = undefined;
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  },
});
