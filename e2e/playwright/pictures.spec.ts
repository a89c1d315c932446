// Pictures an agent asks for of the page of a test that runs, looked at by their pixels.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { capture, refusal } from '../browser/support/images/pictures.js';
import { Server } from '../browser/support/server/server.js';
import { createProject, runProject } from './project.js';

const RED = [220, 20, 30];
const BLUE = [0, 90, 250];
const css = (color: number[]) => `background:rgb(${color.join()})`;

const PAGE = `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
  <style>body{margin:0}</style>
  <div style="height:3000px;${css(RED)}">
    <button onclick="document.querySelector('output').textContent = 'bought'">Buy</button><output></output>
  </div>
  <p class="offer" hidden></p>
  <p class="offer" style="margin:0;width:300px;height:100px;${css(BLUE)}"></p>
  <main style="height:200px;overflow:auto">
    <div style="height:900px;${css(RED)}"></div>
    <p id="inner" style="margin:0;width:200px;height:80px;${css(BLUE)}"></p>
  </main>
  <script>console.error('ready')</script>`;

/** A shop that says when its test may begin and end. */
async function openShop() {
  const may = { begin: false, end: false };
  const http = createServer((request, response) => {
    if (request.url === '/may-begin') return response.end(String(may.begin));
    if (request.url === '/may-end') return response.end(String(may.end));
    return response.setHeader('content-type', 'text/html').end(PAGE);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return { may, http, url: `http://127.0.0.1:${port}/` };
}

test('capture_screenshot shows the page of the test that runs, and the test does not notice', async () => {
  const shop = await openShop();
  const server = await Server.start();
  const drivers = async () => (await server.get('/health')).clients.drivers;
  try {
    const folder = await createProject('plain', 'pictures');
    const run = await runProject(folder, {
      port: server.port,
      shop: shop.url,
      words: ['-c', 'watched.config.ts', '--reporter=json'],
      meanwhile: async () => {
        await expect.poll(drivers, { timeout: 120_000, intervals: [100] }).toBe(1);
        expect(await refusal(server)).toContain('has no page open');
        shop.may.begin = true;
        await server.until(({ logs }) => logs.length > 0);

        const shown = await capture(server);
        expect([shown.png.width, shown.png.height]).toEqual([1280, 720]);
        expect(shown.png.share(RED)).toBeGreaterThan(0.95);
        expect(shown.answer).toMatchObject({ url: shop.url, trigger: 'explicit' });
        const { screenshots } = await server.snapshot();
        expect(screenshots).toMatchObject([{ test_id: expect.stringContaining('is looked at') }]);

        const element = await capture(server, { selector: '.offer' });
        expect([element.png.width, element.png.height]).toEqual([300, 100]);
        expect(element.png.share(BLUE)).toBe(1);
        expect(element.answer.selector).toBe('.offer');

        const inner = await capture(server, { selector: '#inner' });
        expect([inner.png.width, inner.png.height]).toEqual([200, 80]);
        expect(inner.png.share(BLUE)).toBe(1);

        const whole = await capture(server, { full_page: true });
        expect([whole.whole.width, whole.whole.height]).toEqual([1280, 3300]);
        expect(whole.whole.share(BLUE)).toBeGreaterThan(0.005);
        expect(whole.answer).toMatchObject({ full_page: true });

        expect(await refusal(server, { selector: 'h2' })).toContain('no element matches `h2`');
        expect(await refusal(server, { selector: 'p[hidden]' })).toContain('not visible');
        expect(await refusal(server, { selector: 'p[' })).toContain('is not a CSS selector');
        shop.may.end = true;
      },
    });
    expect(run.code, run.said).toBe(0);
    expect(run.said).not.toContain('gasoline:');
    expect(run.tests.get('is looked at')?.[0]?.attachments).toEqual([]);
    await expect.poll(drivers).toBe(0);
  } finally {
    await server.stop();
    shop.http.close();
  }
});
