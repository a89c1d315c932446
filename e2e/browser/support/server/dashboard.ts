// The dashboard in a browser, with an eye on whatever it must not do.
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { expect, test as base } from '../browser/ci.js';
import { ROOT } from './binary.js';
import type { Server } from './server.js';

/** The dashboard of a server, opened in a tab of its own. */
export class Dashboard {
  private constructor(
    readonly page: Page,
    /** Requests elsewhere, complaints of the browser, dialogs: none of them may be. */
    readonly offences: string[],
  ) {}

  static async open(
    browser: Browser,
    server: Pick<Server, 'url'>,
    options: BrowserContextOptions = {},
  ): Promise<Dashboard> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
    const page = await context.newPage();
    const offences: string[] = [];
    page.on('request', (request) => {
      const isOurs =
        request.url().startsWith(`${server.url}/`) || request.url().startsWith('data:');
      if (!isOurs) offences.push(request.url());
    });
    page.on('pageerror', (error) => offences.push(error.message));
    page.on('console', (line) => offences.push(line.text()));
    page.on('dialog', (dialog) => {
      offences.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(server.url);
    return new Dashboard(page, offences);
  }

  /** The events in sight that have these words. */
  event(words: string | RegExp): Locator {
    return this.page.getByRole('listbox', { name: /^Events/ }).getByRole('option', {
      name: words,
    });
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name });
  }

  get detail(): Locator {
    return this.page.getByRole('region', { name: 'Details' });
  }

  /** Presses a button that copies, and reads what was copied. */
  async copied(name: string): Promise<string> {
    await this.page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    const button = this.page.getByRole('button', { name, exact: true });
    await button.click();
    const said = this.page.locator('.copy', { has: button }).getByText('Copied.');
    await expect(said).toBeVisible();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

/** What axe has against the page as it is. */
export async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: join(ROOT, 'node_modules/axe-core/axe.min.js') });
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    const found = (await axe.run()).violations;
    return found.map((it) => `${it.id}: ${it.nodes[0]?.html} ${it.nodes[0]?.failureSummary}`);
  });
}

interface Fixtures {
  /** Opens the dashboard of the test's server. */
  dashboard: (options?: BrowserContextOptions) => Promise<Dashboard>;
}

export const test = base.extend<Fixtures>({
  dashboard: async ({ chromium, server }, use) => {
    const opened: Dashboard[] = [];
    await use(async (options) => {
      const one = await Dashboard.open(chromium, server, options);
      opened.push(one);
      return one;
    });
    for (const one of opened) await one.close();
  },
});

export { expect };
