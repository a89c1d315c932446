// A bug report made of a real broken session: people can look at it, whatever window they open it in.
import type { Page } from '@playwright/test';
import { App } from '../../app/server/app.js';
import { signIn } from '../../app/flows/hands.js';
import { expect, test } from '../support/browser/extension.js';
import { fetchPng } from '../support/images/pictures.js';
import { Png } from '../support/images/png.js';
import { quiet } from '../support/generated/recording.js';
import type { Server } from '../support/server/server.js';

test.use({ allSites: true });

const shots = async (server: Server): Promise<{ trigger: string }[]> =>
  (await server.get('/screenshots')).screenshots;

/** Acts until it is told with a picture: at most one is taken in a second, whatever asks for it. */
async function until(isTaken: () => Promise<boolean>, act: () => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await act();
    await expect.poll(isTaken, { timeout: 3_000 }).toBe(true);
  }).toPass();
}

/** Signs in and adds something to the cart, which breaks; pictures are taken on the way. */
async function meetTheBug(tab: Page, server: Server, app: App): Promise<void> {
  await signIn(tab, app.origin);
  await until(
    async () => (await shots(server)).length >= 2,
    async () => tab.goto(`${app.origin}/products`),
  );
  await until(
    async () => (await shots(server)).some(({ trigger }) => trigger === 'error'),
    async () => tab.getByRole('button', { name: 'Add to cart' }).first().click(),
  );
}

/** How far something reaches beyond the window, and how many pictures are there and are not. */
const looks = (page: Page) =>
  page.evaluate(() => ({
    beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    missing: [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).length,
    pictures: document.images.length,
  }));

/** Whether any text of the page is cut off: on paper nobody can scroll. */
const isCut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('pre')].some((one) => one.scrollWidth > one.clientWidth),
  );

test('a report of a broken shop can be read in any window and on paper, in its pictures too', async ({
  tab,
  server,
  extension,
}, info) => {
  const app = await App.start({ bugs: ['add-throws'] });
  try {
    await server.tool('configure_capture', {
      auto_screenshot: { on_navigation: true, on_error: true },
    });
    await meetTheBug(tab, server, app);
    // A picture that is still due would be in the second report and not in the first.
    await tab.goto('about:blank');
    await quiet(server);
    const answer = await server.tool('generate_bug_report', { format: 'html' });
    const { report, screenshots } = answer.structuredContent;
    expect(screenshots.length).toBeGreaterThanOrEqual(2);
    expect(new Set(screenshots).size).toBe(screenshots.length);
    const reader = await extension.context.newPage();
    const asked: string[] = [];
    reader.on('request', (request) => asked.push(request.url()));
    const fine = { beyond: 0, missing: 0, pictures: screenshots.length };
    for (const width of [1280, 360]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await reader.setViewportSize({ width, height: 900 });
        await reader.emulateMedia({ colorScheme });
        await reader.setContent(report, { waitUntil: 'load' });
        expect(await looks(reader), `${width} px, ${colorScheme}`).toEqual(fine);
        const path = info.outputPath(`${width}-${colorScheme}.png`);
        await reader.screenshot({ path, fullPage: true });
      }
    }
    await reader.setViewportSize({ width: 700, height: 990 });
    await reader.emulateMedia({ media: 'print', colorScheme: 'light' });
    expect(await looks(reader), 'on paper').toEqual(fine);
    expect(await isCut(reader), 'on paper').toBe(false);
    await reader.screenshot({ path: info.outputPath('paper.png'), fullPage: true });
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([]);

    // The Markdown has the same pictures, and any reader of it can show them.
    const { structuredContent } = await server.tool('generate_bug_report');
    expect(structuredContent.report).toMatch(/Browser: Chrome (\(headless\) )?\d+/);
    // Steps, what broke and how to see it again are those of this session.
    const [, steps = ''] =
      /### Steps to Reproduce\n([^]*?)\n### /.exec(structuredContent.report) ?? [];
    expect(steps).toMatch(/^\d+\. .*Add to cart/m);
    expect(structuredContent.report).toMatch(/^## Bug Report: .*undefined/);
    const [, again = ''] =
      /### Reproduction Script\n\n```javascript\n([^]*?)```/.exec(structuredContent.report) ?? [];
    expect(again).toMatch(/name: 'Add to cart'.*\.click\(\)/);
    const images = [...structuredContent.report.matchAll(/!\[[^\]]*\]\((data:image\/png[^)]*)\)/g)];
    expect(images).toHaveLength(screenshots.length);
    await reader.setContent(images.map(([, source]) => `<img src="${source}">`).join(''));
    expect(await looks(reader)).toMatchObject({ missing: 0, pictures: screenshots.length });
    await reader.close();

    // A script of it brings them as well, each by the name that the script gives to its own.
    const reproduced = await server.tool('get_reproduction_script', { include_screenshots: true });
    const { script, screenshots: shown } = reproduced.structuredContent;
    expect(shown.length).toBeGreaterThanOrEqual(2);
    for (const { name, data, uri, id } of shown) {
      expect(script).toContain(`await page.screenshot({ path: '${name}' });`);
      expect(uri).toBe(`gasoline://screenshot/${id}`);
      const png = Buffer.from(data, 'base64');
      expect(Png.read(png).width).toBe(320);
      expect(await fetchPng(server, `${id}/thumb.png`)).toEqual(png);
    }
    expect(shown.map(({ trigger }: { trigger: string }) => trigger)).toContain('error');
  } finally {
    await server.tool('configure_capture', { reset: true });
    await app.stop();
  }
});
