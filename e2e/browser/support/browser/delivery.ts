// The delivery matrix: whatever is logged just before a page is left must arrive.
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { Server } from '../server/server.js';
import { Site } from '../pages/site.js';

/** A way of capturing that the matrix is run with. */
export interface Client {
  name: string;
  /** A new browser context whose pages are captured for `server`. */
  open(server: Server): Promise<BrowserContext>;
  /** Ends what `open` started, beyond the contexts. */
  stop?(): Promise<void>;
  /** Sends requests: those of a page that goes have a quota, and end with their context. */
  hasQuota?: boolean;
}

/** How a page is left, right after the last line. */
const LEAVING = {
  'location.href to the same origin': (page: Page, site: Site) => go(page, site.url('/next')),
  'location.href to another origin': (page: Page, site: Site) =>
    go(page, site.url('/next', '127.0.0.1')),
  'page.goto': (page: Page, site: Site) => page.goto(site.url('/next', '127.0.0.1')),
  'page.close': (page: Page) => page.close(),
  'context.close': (page: Page) => page.context().close(),
};

/** Lines and characters of each; an entry is about 190 characters longer. */
const LOADS = {
  small: { lines: 100, chars: 10 },
  large: { lines: 600, chars: 55 },
};

const PAGES = {
  '/start': '<!doctype html><title>start</title><link rel="icon" href="data:,">',
  '/next': '<!doctype html><title>next</title><link rel="icon" href="data:,">',
};

/** Declares the tests: five ways to leave × two loads, each as often as DELIVERY_REPEATS says. */
export function deliveryMatrix(client: Client): void {
  test.describe(`delivery, ${client.name}`, () => {
    // One browser for all of them.
    test.describe.configure({ mode: 'default' });
    let server: Server;
    let site: Site;
    test.beforeAll(async () => {
      server = await Server.start();
      site = await Site.open(PAGES);
    });
    test.afterAll(async () => {
      await client.stop?.();
      await server.stop();
      await site.close();
    });

    const repeats = Number(process.env['DELIVERY_REPEATS'] ?? 1);
    for (const [leaving, leave] of Object.entries(LEAVING)) {
      for (const [load, { lines, chars }] of Object.entries(LOADS)) {
        for (let repeat = 1; repeat <= repeats; repeat++) {
          const title = `${leaving}, ${load}${repeats > 1 ? ` (${repeat})` : ''}`;
          test(title, async () => {
            const context = await client.open(server);
            await server.post('/clear', {});
            const page = await context.newPage();
            await page.goto(site.url('/start'));
            await log(page, { lines, chars, leave: leaving.startsWith('location') });
            const isBeyond = client.hasQuota && load === 'large';
            // After a page that is closed comes no other to send the rest: sure is what was acknowledged.
            const isLast = leaving === 'context.close' ? client.hasQuota : isBeyond;
            if (isLast && leaving.endsWith('.close')) await arrived(server, lines);
            await leave(page, site);
            // What is beyond the quota is kept for the next page of the origin.
            if (isBeyond && !page.isClosed()) await page.goto(site.url('/next'));
            await arrived(server, lines);
            await context.close();
          });
        }
      }
    }
  });
}

/** The page itself goes in the task of the last line, so that nothing has time to leave before it. */
async function go(page: Page, url: string): Promise<void> {
  await page.evaluate((to) => {
    setTimeout(() => window.dispatchEvent(new CustomEvent('go', { detail: to })));
  }, url);
  await page.waitForURL(url);
}

async function log(
  page: Page,
  { lines, chars, leave }: { lines: number; chars: number; leave: boolean },
): Promise<void> {
  await page.evaluate(
    ([count, length, waits]) => {
      const write = (): void => {
        for (let n = 0; n < count; n++) console.log(`line ${n} ${'x'.repeat(length)}`);
      };
      if (!waits) return write();
      window.addEventListener('go', (event) => {
        write();
        window.location.href = String((event as CustomEvent).detail);
      });
    },
    [lines, chars, leave] as const,
  );
}

async function arrived(server: Server, lines: number): Promise<void> {
  const count = async (): Promise<number> => {
    const { logs } = await server.snapshot();
    const found = logs
      .map((entry) => String(entry['message']))
      .filter((text) => text.startsWith('line '));
    // A line that arrived twice would make up for one that did not.
    expect(new Set(found).size, 'lines that arrived twice').toBe(found.length);
    return found.length;
  };
  await expect.poll(count, { message: 'lines that arrived' }).toBe(lines);
}
