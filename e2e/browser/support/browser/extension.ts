// The extension in a browser of its own, connected to a server of its own.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type BrowserContext, type Page, type Worker } from '@playwright/test';
import { ROOT } from '../server/binary.js';
import { test as base } from './browser.js';
import { launchWithExtension } from './chromium.js';
import { Server } from '../server/server.js';

/** Sites by other names are served from loopback too: `shop.example`, and `shop.test`, which is local. */
const OTHER_SITES = '--host-resolver-rules=MAP *.example 127.0.0.1,MAP *.test 127.0.0.1';

/** Sites by HTTPS have certificates that nobody vouches for. */
const ANY_CERTIFICATE = '--ignore-certificate-errors';

const BUILT = process.env['GASOLINE_EXTENSION'] ?? join(ROOT, 'packages/extension/dist');

/**
 * A copy of the built extension, for a server other than the default where nobody can set it.
 *
 * Headless Chromium grants no optional permission, so `allSites`
 * makes a variant whose manifest differs only in having `<all_urls>` granted.
 */
export function copyExtension(options: { allSites?: boolean; serverUrl?: string } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'gasoline-extension-'));
  cpSync(BUILT, folder, { recursive: true });
  if (options.allSites) {
    const path = join(folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    manifest.host_permissions = ['<all_urls>'];
    writeFileSync(path, JSON.stringify(manifest));
  }
  if (options.serverUrl !== undefined) {
    for (const script of ['worker.js', 'popup.js', 'options.js']) {
      const path = join(folder, script);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replaceAll('http://127.0.0.1:7890', options.serverUrl));
    }
  }
  return folder;
}

/** A page with this body, and a script at its end. */
export function html(script: string, body = ''): string {
  return `<!doctype html><title>A page</title><body>${body}<script>${script}</script></body>`;
}

export class Extension {
  private constructor(
    readonly context: BrowserContext,
    readonly folder: string,
    readonly id: string,
  ) {}

  static async launch(options: { allSites?: boolean; flags?: string[] } = {}): Promise<Extension> {
    const folder = copyExtension(options);
    const context = await launchWithExtension(folder, [
      OTHER_SITES,
      ANY_CERTIFICATE,
      ...(options.flags ?? []),
    ]);
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    return new Extension(context, folder, new URL(worker.url()).host);
  }

  async close(): Promise<void> {
    await this.context.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The worker that is alive; a page of the extension wakes it if none is. */
  async worker(): Promise<Worker> {
    // Pages may have workers of their own.
    const isOurs = (worker: Worker) => new URL(worker.url()).host === this.id;
    const alive = this.context.serviceWorkers().findLast(isOurs);
    if (alive !== undefined) return alive;
    const next = this.context.waitForEvent('serviceworker');
    const page = await this.page('popup.html');
    const worker = await next;
    await page.close();
    return worker;
  }

  /** One of the extension's pages, opened in a tab. */
  async page(path: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(`chrome-extension://${this.id}/${path}`);
    return page;
  }

  /** The popup as it would open over this page. */
  async popup(over: Page): Promise<Page> {
    return this.page(`popup.html?tab=${await this.tabId(over)}`);
  }

  async tabId(page: Page): Promise<number> {
    const worker = await this.worker();
    const url = page.url();
    const id = await worker.evaluate(async (wanted) => {
      const tabs = await chrome.tabs.query({});
      return tabs.filter((tab) => tab.url === wanted).at(-1)?.id;
    }, url);
    if (id === undefined) throw new Error(`no tab shows ${url}`);
    return id;
  }

  /** What the user stored, as the options page would store it. */
  async store(values: Record<string, unknown>): Promise<void> {
    const worker = await this.worker();
    await worker.evaluate((items) => chrome.storage.local.set(items), values);
  }

  /** All settings as they came, but for the server. */
  async reset(serverUrl: string): Promise<void> {
    const worker = await this.worker();
    await worker.evaluate(async (url) => {
      const kept = ['browserId', 'pairingSecrets', 'serverUrl'];
      const items = await chrome.storage.local.get(null);
      const others = Object.keys(items).filter((key) => !kept.includes(key));
      await chrome.storage.local.remove(others);
      if (items['serverUrl'] !== url) await chrome.storage.local.set({ serverUrl: url });
    }, serverUrl);
  }

  async badge(page: Page): Promise<string> {
    const tabId = await this.tabId(page);
    const worker = await this.worker();
    return worker.evaluate((id) => chrome.action.getBadgeText({ tabId: id }), tabId);
  }
}

/** The server knows this many browsers by their extension. */
export async function isConnected(server: Server, browsers = 1): Promise<void> {
  await expect
    .poll(async () => (await server.get('/health')).clients.extension, {
      message: 'waiting for the extension to connect',
      // One that goes away comes back at once: its absence is over before a slow look.
      intervals: browsers === 0 ? [10] : [20, 50, 100],
    })
    .toBe(browsers);
}

interface TestFixtures {
  /** A page in the browser with the extension, connected and with settings as they came. */
  tab: Page;
}

interface WorkerFixtures {
  allSites: boolean;
  server: Server;
  extension: Extension;
}

/** One browser and one server a worker; each test finds both empty. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  allSites: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ allSites: _unused }, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  extension: [
    async ({ allSites }, use) => {
      const extension = await Extension.launch({ allSites });
      await use(extension);
      await extension.close();
    },
    { scope: 'worker' },
  ],
  tab: async ({ extension, server }, use) => {
    await extension.reset(server.url);
    await isConnected(server);
    await server.post('/clear', {});
    const page = await extension.context.newPage();
    await use(page);
    for (const open of extension.context.pages().slice(1)) await open.close();
  },
});

export { expect } from '@playwright/test';
