// What slows a page down, from the page to the answer of `check_performance`.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/ci.js';
import type { Server } from '../support/server/server.js';

/** A picture of that many bytes: browsers take text after the end of a drawing. */
function picture(bytes: number): { type: string; body: string } {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>';
  return { type: 'image/svg+xml', body: `${drawing}<!--${'x'.repeat(bytes)}-->` };
}

const SLOW = `<!doctype html><title>Slow</title><link rel="icon" href="data:,">
<h1>Products</h1><div id="space"></div><p style="height:200px">Content that moves</p>
<img src="/heavy-1.svg" width="40" height="40"><img src="/heavy-2.svg" width="40" height="40">
<script>
// Only what has been painted can shift.
new PerformanceObserver((_entries, observer) => {
  observer.disconnect();
  setTimeout(() => { space.style.height = '300px' }, 200);
  setTimeout(() => {
    const end = performance.now() + 300; while (performance.now() < end);
    document.title = 'Done';
  }, 400);
}).observe({ type: 'paint', buffered: true });
fetch('/api/slow');
</script>`;

const SPA = `<!doctype html><title>App</title><link rel="icon" href="data:,">
<main id="view"><h1>Home</h1></main><a id="cart" href="/app/cart">Cart</a>
<script>
cart.onclick = async (event) => {
  event.preventDefault();
  const end = performance.now() + 120; while (performance.now() < end);
  const answer = await fetch('/api/cart');
  history.pushState({}, '', '/app/cart');
  view.innerHTML = '<h1>Cart</h1>' + await answer.text();
};
</script>`;

function later(milliseconds: number) {
  return (_request: unknown, response: { end(text: string): void }) =>
    void setTimeout(() => response.end('{}'), milliseconds);
}

/** Loads a page as often as asked, each time until the server has heard of it. */
async function visit(page: Page, server: Server, url: string, times: number): Promise<void> {
  const count = async () => {
    const { structuredContent } = await server.tool('check_performance', { url });
    return Number(structuredContent.page?.loads ?? 0);
  };
  for (let time = 0; time < times; time += 1) {
    const before = await count();
    await page.goto(url, { waitUntil: 'load' });
    await expect(page).toHaveTitle('Done');
    // What the page did last is shown two frames after it.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        }),
    );
    await page.goto('about:blank');
    await expect.poll(count, { intervals: [50] }).toBe(before + 1);
  }
}

test('a long task, a layout shift, heavy pictures and a slow request are named', async ({
  server,
  site,
  open,
}) => {
  const shop = await site({
    '/products': SLOW,
    '/heavy-1.svg': picture(600_000),
    '/heavy-2.svg': picture(500_000),
    '/api/slow': later(400),
  });
  const page = await open({ way: 'http' });
  await page.goto(shop.url('/products'));
  await expect
    .poll(async () => (await server.tool('check_performance')).structuredContent.page?.loads)
    .toBe(1);
  const { content, structuredContent: said } = await server.tool('check_performance');
  expect(said.page).toMatchObject({ url: '/products', way: 'load' });
  expect(said.verdict).toBe('not_enough_loads');
  expect(said.figures.long_tasks.last).toBeGreaterThanOrEqual(1);
  expect(said.figures.longest_task.last).toBeGreaterThanOrEqual(290);
  expect(said.figures.cls.last).toBeGreaterThan(0.05);
  expect(said.figures.transfer_bytes.last).toBeGreaterThan(1_100_000);
  for (const figure of ['ttfb', 'fcp', 'lcp', 'dom_content_loaded', 'load']) {
    expect(said.figures[figure].last, figure).toBeGreaterThan(0);
  }
  expect(said.network.by_type.image).toMatchObject({ count: 2 });
  expect(said.network.by_type.image.size).toBeGreaterThan(1_100_000);
  const text: string = content[0].text;
  expect(text).toContain('not enough loads yet: 1 of the 8');
  expect(text).toMatch(/by type: image 2 \(1\.1 MB\)/);
  expect(text).toMatch(/slow: \d+ ms \S+\/api\/slow/);
  expect(text).toMatch(/CLS 0\.\d+, (?:good|needs improvement|poor)/);
  expect(text).toMatch(/LCP \d+ ms, (?:good|needs improvement|poor)/);
});

test('a change of route has its own row, with what it asked for and what blocked', async ({
  server,
  site,
  open,
}) => {
  const app = await site({ '/app': SPA, '/api/cart': later(250) });
  const page = await open({ way: 'http' });
  await page.goto(app.url('/app'));
  await page.locator('#cart').click();
  await page.getByRole('heading', { name: 'Cart' }).waitFor();
  const told = async () => {
    const { structuredContent } = await server.tool('check_performance', { url: '/app/cart' });
    return structuredContent;
  };
  await expect.poll(async () => (await told()).page?.way).toBe('route');
  const { figures, network } = await told();
  // The click blocked for 120 ms, then the answer took 250.
  expect(figures.load.last).toBeGreaterThanOrEqual(360);
  expect(figures.longest_task.last).toBeGreaterThanOrEqual(110);
  expect(figures.requests.last).toBe(1);
  expect(figures.lcp).toBeUndefined();
  expect(network.slowest_requests[0].url).toContain('/api/cart');
  const { content, structuredContent: both } = await server.tool('check_performance');
  expect(content[0].text).toContain('/app/cart (route change)');
  // Which of the two is told last depends on when the load's own numbers were settled.
  expect([both.page, ...both.other_pages]).toContainEqual(
    expect.objectContaining({ url: '/app', way: 'load' }),
  );
});

test('a layout shift that a change brings is a regression at its first load', async ({
  server,
  site,
  open,
}) => {
  const still = SLOW.replace("'300px'", "'0'").replace('+ 300', '+ 1');
  const made = await site({ '*': { type: 'text/plain', body: '' }, '/page': still });
  const page = await open({ way: 'http' });
  await visit(page, server, made.url('/page'), 6);
  made.pages['/page'] = SLOW.replace('+ 300', '+ 1');
  await visit(page, server, made.url('/page'), 1);
  const { content, structuredContent } = await server.tool('check_performance');
  expect(structuredContent.regressions, content[0].text).toContain('cls');
  expect(content[0].text).toMatch(/CLS 0 → 0\.\d+ \(\+0\.\d+\), in the last 1 load/);
});
