// Drivers other than Playwright, as the guide tells their users to set them up.
import { execSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { launch } from 'puppeteer-core';
import { Browser, Builder, By } from 'selenium-webdriver';
import { Options, ServiceBuilder } from 'selenium-webdriver/chrome.js';
import { attachTo } from '../support/browser/attach.js';
import { EXECUTABLE, FLAGS } from '../support/browser/chromium.js';
import { expect, html, messages, SCRIPT, test } from '../support/browser/ci.js';

const SHOP = {
  '/': html(
    "addEventListener('click', () => fetch('/api').then((it) => it.json()).then((it) => it.total.net))",
    '<button>Pay</button>',
  ),
  '/api': { status: 500, type: 'application/json', body: '{"error":"no stock"}' },
};

test('Puppeteer: a binding and the script', async ({ server, site }) => {
  const shop = await site(SHOP);
  const browser = await launch({ executablePath: EXECUTABLE, args: FLAGS });
  try {
    const page = await browser.newPage();
    await page.exposeFunction('sendToGasoline', async (path: string, body: string) => {
      const answer = await fetch(server.url + path, { method: 'POST', body });
      if (!answer.ok) throw new Error(`Gasoline answered ${answer.status}`);
    });
    // Puppeteer looks its function up by name whenever it is called, so that one has to stay.
    await page.evaluateOnNewDocument(
      'window.__gasolineBinding = (path, body) => sendToGasoline(path, body)',
    );
    await page.evaluateOnNewDocument(await readFile(SCRIPT, 'utf8'));
    await page.goto(shop.url('/'));
    await page.click('button');
    const { logs, network_bodies } = await server.until(
      (now) => now.logs.length > 0 && now.network_bodies.length > 0,
    );
    expect(messages(logs)[0]).toContain("reading 'net'");
    expect(network_bodies).toMatchObject([{ status: 500, responseBody: '{"error":"no stock"}' }]);
  } finally {
    await browser.close();
  }
});

/** Where Debian puts it, or undefined. */
function chromedriver(): string | undefined {
  const found = execSync('command -v chromedriver || true').toString().trim();
  return found === '' ? undefined : found;
}

test('Selenium: `gasoline attach` at the address that the driver tells', async ({
  server,
  site,
}) => {
  const path = chromedriver();
  // A browser that is not Debian's has no driver of its version; the test command installs Debian's.
  test.skip(path === undefined, 'there is no chromedriver: apt-get install chromium-driver');
  const shop = await site(SHOP);
  const options = new Options();
  options.setChromeBinaryPath(EXECUTABLE);
  options.addArguments('--headless', ...FLAGS);
  const driver = await new Builder()
    .forBrowser(Browser.CHROME)
    .setChromeOptions(options)
    .setChromeService(new ServiceBuilder(path))
    .build();
  try {
    const { debuggerAddress } = (await driver.getCapabilities()).get('goog:chromeOptions');
    const attached = await attachTo(debuggerAddress, server.port, ['--test-id', 'pays']);
    await driver.get(shop.url('/'));
    await driver.findElement(By.css('button')).click();
    const { logs, network_bodies, enhanced_actions } = await server.until(
      (now) => now.logs.length > 0 && now.network_bodies.length > 0,
    );
    expect(messages(logs)[0]).toContain("reading 'net'");
    expect(network_bodies).toMatchObject([{ status: 500, test_id: 'pays' }]);
    expect(enhanced_actions.map(({ type }) => type)).toContain('click');
    await attached.stop();
  } finally {
    await driver.quit();
  }
});
