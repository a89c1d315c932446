// How a page load performs, against what really happened in the page.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { PERFORMANCE_AFTER_LOAD_MS } from '../../../packages/capture/src/limits.js';
import type { PerformanceSnapshot } from '../../../packages/capture/src/protocol.generated.js';
import { expect, test } from '../support/browser/browser.js';
import { Gathered, move, settle } from '../support/browser/document-hooks.js';
import { Site } from '../support/pages/site.js';

const PAGE = `<!doctype html><title>Load</title><link rel=stylesheet href="/site.css">
<h1 style="font-size:60px">Largest paint</h1>
<div id=space></div><p style="height:200px;background:#ccc">Content that moves</p>
<button id=work onclick="const end = performance.now() + 120; while (performance.now() < end); this.textContent = 'Done'">Work</button>
<script src="/app.js"></script>
<script>
// Once there is something to see, it moves; then the page is busy.
const painted = (work) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(work)));
painted(() => { space.style.height = '200px'; painted(() => {
  const end = performance.now() + 200; while (performance.now() < end);
}) });
fetch('/slow');
// What the browser has told of by now; it does so in its own time.
window.known = new Set();
for (const type of ['layout-shift', 'longtask', 'resource', 'largest-contentful-paint']) {
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (type === 'resource' ? name.endsWith('/slow') : type !== 'longtask' || duration >= 190) known.add(type);
    }
  }).observe({ type, buffered: true });
}
</script>`;

let site: Site;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let gathered: Gathered;

test.beforeAll(async ({ chromium }) => {
  browser = chromium;
  site = await Site.open({
    '/path': PAGE,
    '/site.css': { type: 'text/css', body: 'body { margin: 20px }' },
    '/app.js': { type: 'text/javascript', body: `/* ${'x'.repeat(5000)} */` },
    '/slow': (_request, response) => void setTimeout(() => response.end('{}'), 300),
  });
});

test.beforeEach(async () => {
  context = await browser.newContext();
  gathered = await Gathered.in(context, 'standing');
  page = await context.newPage();
});

test.afterEach(() => context.close());

test.afterAll(async () => {
  await site.close();
});

/** Loads it, and waits until the browser has told everything that happens in it. */
async function load(path: string): Promise<void> {
  await page.goto(site.url(path));
  await page.waitForFunction('known.size === 4');
  await settle(page);
}

/** The last of so many, of which the first is told two seconds after the page has loaded. */
async function snapshot(count = 1): Promise<PerformanceSnapshot> {
  if (gathered.of('performance').length < count) await move(page, PERFORMANCE_AFTER_LOAD_MS);
  await expect.poll(() => gathered.of('performance').length).toBeGreaterThanOrEqual(count);
  const last = gathered.of('performance').at(-1);
  if (!last) throw new Error('no snapshot');
  return last;
}

test('the empty page that a browser begins with is no page that loads', async () => {
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await load('/path');
  expect((await snapshot()).url).toBe('/path');
  expect(gathered.of('performance').map(({ url }) => url)).not.toContain('blank');
});

test('vitals, long tasks and totals are those of the page', async () => {
  await load('/path?query=1');
  const { url, timing = {}, network, longTasks, cumulativeLayoutShift } = await snapshot();
  expect(url).toBe('/path');
  for (const name of ['domInteractive', 'domContentLoaded', 'load', 'timeToFirstByte'] as const) {
    expect(timing[name], name).toBeGreaterThan(0);
    expect(timing[name], name).toBeLessThan(60_000);
  }
  expect(timing.firstContentfulPaint).toBeGreaterThan(0);
  expect(timing.largestContentfulPaint).toBeGreaterThanOrEqual(timing.firstContentfulPaint ?? 0);
  expect(timing.load).toBeGreaterThanOrEqual(timing.domContentLoaded ?? 0);
  expect(cumulativeLayoutShift).toBeGreaterThan(0.01);
  expect(cumulativeLayoutShift).toBeLessThan(1);
  expect(longTasks?.count).toBeGreaterThanOrEqual(1);
  expect(longTasks?.longest).toBeGreaterThanOrEqual(190);
  expect(longTasks?.totalBlockingTime).toBeGreaterThanOrEqual(140);
  expect(network).toMatchObject({
    byType: { script: { count: 1 }, style: { count: 1 }, fetch: { count: 1 } },
  });
  expect(network?.requestCount).toBeGreaterThanOrEqual(3);
  expect(network?.transferSize).toBeGreaterThan(5000);
  expect(network?.decodedSize).toBeGreaterThan(5000);
  // On a busy machine a small file may take longer than the slow answer: the page knows.
  const durations = await page.evaluate(() =>
    Object.fromEntries(
      performance
        .getEntriesByType('resource')
        .map(({ name, duration }): [string, number] => [name, Math.round(duration)]),
    ),
  );
  const told = network?.slowestRequests ?? [];
  const slowest = Object.values(durations).toSorted((a, b) => b - a);
  expect(told.map(({ duration }) => duration)).toEqual(slowest.slice(0, 3));
  // Of two that took the same milliseconds either may come first.
  expect(told).toMatchObject(
    told.map(({ url: of }) => ({ url: of, duration: durations[String(of)] })),
  );
  const slow = told.find(({ url: of }) => of === site.url('/slow'));
  expect(slow?.duration).toBeGreaterThanOrEqual(290);
});

test('an interaction is told when the page is hidden, as the same load', async () => {
  await load('/path');
  const first = await snapshot();
  expect(first.timing?.interactionToNextPaint).toBeUndefined();
  // The browser tells how long a click took when its effect was painted.
  const timed = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver((list) => {
          if (list.getEntriesByName('click').length > 0) resolve();
        }).observe({ type: 'event' });
      }),
  );
  await page.locator('#work').click();
  await timed;
  // Hidden a second time at once, nothing has changed: nothing to say. A moment later something may
  // have, because a busy machine makes any task a long one.
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
  const second = await snapshot(2);
  expect(second.timing?.interactionToNextPaint).toBeGreaterThanOrEqual(100);
  expect(second).toMatchObject({ url: '/path', id: expect.any(String) });
  expect((second as { id?: string }).id).toBe((first as { id?: string }).id);
  await settle(page);
  expect(gathered.of('performance')).toHaveLength(2);
});

test('our own traffic is not counted, and nothing is told while switched off', async () => {
  await context.addInitScript('hooks.settings.performance = false');
  await load('/path');
  await page.evaluate(`fetch('http://127.0.0.1:7890/logs', { mode: 'no-cors' }).catch(() => {})`);
  await move(page, PERFORMANCE_AFTER_LOAD_MS);
  expect(gathered.of('performance')).toEqual([]);
  await page.evaluate(`
    hooks.settings.performance = true;
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
  expect((await snapshot()).network?.byType?.['fetch']?.count).toBe(1);
});
