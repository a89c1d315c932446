// What a page says of itself, and what in it changes without the user.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { DomSnapshot } from '../../../packages/capture/src/protocol.generated.js';
import { expect, test } from '../support/browser/browser.js';
import { bundle, Gathered, move, STANDING_CLOCK } from '../support/browser/document-hooks.js';
import { Site } from '../support/pages/site.js';

const PAGE = `<!doctype html><title>Shop</title>
<h1>Shop <span>of all</span></h1><h2>Cart</h2><h2 style="display:none">Secret heading</h2>
<p data-testid=total>Total: 12 €</p><p data-testid=cart>0 in the cart</p><p data-testid=empty></p>
<div data-testid=clock>Time <b id=clock>0</b></div>
<p id=ticker data-testid=ticker>-</p>
<p id=result>nothing yet</p>
<button id=act onclick="result.textContent = 'done'">Act</button>
<button id=add onclick="document.querySelector('[data-testid=cart]').textContent = '1 in the cart'">Add</button>
<button id=slow>Slow</button>
<button id=reader>Read</button>
<button id=route onclick="history.pushState(1, '', '/next'); document.querySelector('h1').textContent = 'Next'; document.title = 'Next'">Route</button>
<script>
let ticks = 0;
setInterval(() => {
  ticks++;
  document.getElementById('clock').textContent = ticks;
  document.getElementById('ticker').firstChild.data = 'tick ' + ticks;
}, 250);
slow.onclick = () => { hooks.context.pending.count = 1; setTimeout(() => {
  hooks.context.pending.count = 0;
  setTimeout(() => { result.textContent = 'loaded' }, 100);
}, 2500) };
reader.onclick = () => { hooks.context.pending.count = 1; setTimeout(() => {
  Object.assign(hooks.context.pending, { count: 0, answeredAt: hooks.context.now() });
  setTimeout(() => { document.querySelector('[data-testid=total]').textContent = 'Total: 24 €' }, 100);
}, 250) };
</script>`;

/** Texts whose width changes, with something beside them. */
const WIDTHS = `<!doctype html><title>Widths</title>
<p id=clock style="width: 12em">10:00</p>
<p class=line>It is <b id=inline>10:00</b> now</p>
<div class=row style="display: flex"><span id=news>-</span><span>beside it</span></div>
<script>
let ticks = 0;
setInterval(() => {
  ticks++;
  clock.textContent = '10:' + ticks;
  inline.textContent = '10:' + ticks;
  news.textContent = 'news '.repeat(1 + (ticks % 3));
}, 200);
</script>`;

/** Test ids in other attributes; the same one in two of them names two elements. */
const MARKED = `<!doctype html><title>Marked</title><p data-cy=total>Total: 12 €</p>
<p data-testid=total>In all: 12 €</p><p data-test=fees>No fees</p>`;

let site: Site;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let gathered: Gathered;

test.beforeAll(async ({ chromium }) => {
  browser = chromium;
  site = await Site.open({ '/': PAGE, '/widths': WIDTHS, '/marked': MARKED });
});

test.beforeEach(async () => {
  context = await browser.newContext();
  // Page and hooks go by it: what takes seconds is a matter of moving it.
  await context.clock.install();
  gathered = await Gathered.in(context);
  page = await context.newPage();
});

test.afterEach(() => context.close());

test.afterAll(async () => {
  await site.close();
});

async function outline(satisfied: (outline: DomSnapshot) => boolean): Promise<DomSnapshot> {
  const isTold = async () => {
    if (!gathered.of('outline').some(satisfied)) await page.clock.runFor(200);
    return gathered.of('outline').some(satisfied);
  };
  await expect.poll(isTold, { intervals: [10] }).toBe(true);
  const found = gathered.of('outline').find(satisfied);
  if (!found) throw new Error('no outline');
  return found;
}

const paths = ({ dynamic }: DomSnapshot) => dynamic?.map(({ cssPath }) => cssPath) ?? [];

test('a loaded page tells its visible headings and the elements with a test id', async () => {
  await page.goto(site.url());
  const first = await outline(() => true);
  expect(first).toMatchObject({ url: site.url(), title: 'Shop' });
  expect(first.elements?.slice(0, 3)).toEqual([
    { role: 'heading', level: 1, text: 'Shop of all', visible: true },
    { role: 'heading', level: 2, text: 'Cart', visible: true },
    { testId: 'total', text: 'Total: 12 €', visible: true },
  ]);
});

test('a test id in another attribute is told with its name', async () => {
  await page.goto(site.url('/marked'));
  const { elements } = await outline(() => true);
  expect(elements).toEqual([
    { testId: 'total', testIdAttribute: 'data-cy', text: 'Total: 12 €', visible: true },
    { testId: 'total', text: 'In all: 12 €', visible: true },
    { testId: 'fees', testIdAttribute: 'data-test', text: 'No fees', visible: true },
  ]);
});

test('a change of history is followed by an outline of the new view', async () => {
  await page.goto(site.url());
  await outline(() => true);
  await page.locator('#route').click();
  const next = await outline(({ title }) => title === 'Next');
  expect(next.url).toBe(site.url('/next'));
  expect(next.elements?.[0]).toMatchObject({ level: 1, text: 'Next' });
});

test('an action is followed by an outline, what it changed first', async () => {
  await page.goto(site.url('/'));
  await outline(() => true);
  await page.click('#add');
  const after = await outline(({ elements }) => elements?.[0]?.testId === 'cart');
  expect(after.elements?.[0]).toEqual({ testId: 'cart', text: '1 in the cart', visible: true });
});

test('what a page makes of a response is shown, even if it needs a moment to read it', async () => {
  await page.goto(site.url());
  // After that one no other is due.
  await outline((one) => paths(one).length >= 2);
  await page.click('#reader');
  const after = await outline(({ elements }) => elements?.[0]?.testId === 'total');
  expect(after.elements?.[0]?.text).toBe('Total: 24 €');
});

test('a clock is dynamic, what the user caused is not, not even by a slow request', async () => {
  await page.goto(site.url());
  const found = await outline((one) => paths(one).length >= 2);
  expect(paths(found)).toEqual(expect.arrayContaining(['#clock', '#ticker']));
  expect(found.dynamic?.[0]?.textHash).toMatch(/^[0-9a-f]{8}$/);
  // What changes by itself is nothing to assert.
  expect(JSON.stringify(found.elements)).not.toMatch(/tick|clock/);
  await page.locator('#act').click();
  await page.clock.runFor(1500);
  await page.locator('#slow').click();
  await page.clock.runFor(2600);
  await expect(page.locator('#result')).toHaveText('loaded');
  await page.locator('#route').click();
  const last = await outline(({ title }) => title === 'Next');
  expect(new Set(paths(last))).toEqual(new Set(['#clock', '#ticker']));
});

test('a text whose width changes is told with the box around it that stays as it is', async () => {
  await page.goto(site.url('/widths'));
  const found = await outline((one) => paths(one).length === 3);
  const boxes = Object.fromEntries(found.dynamic?.map((one) => [one.cssPath, one.boxPath]) ?? []);
  expect(boxes).toEqual({ '#clock': undefined, '#inline': 'p.line', '#news': 'div.row' });
});

test('a page that had loaded before we came is told as well, with its performance', async () => {
  const late = await browser.newContext();
  const told = await Gathered.in(late, 'late');
  const other = await late.newPage();
  await other.goto(site.url());
  await other.waitForLoadState('load');
  expect(told.all).toEqual([]);
  await other.evaluate(STANDING_CLOCK);
  await other.evaluate(await bundle());
  await move(other, 200);
  await expect.poll(() => told.of('outline').length).toBeGreaterThan(0);
  await move(other, 1800);
  await expect.poll(() => told.of('performance').length).toBe(1);
  expect(told.of('performance')[0]?.timing).toMatchObject({ load: expect.any(Number) });
  await late.close();
});

test('nothing is told while outlines are switched off, and all is told again after', async () => {
  await context.addInitScript('hooks.settings.outlines = false');
  await page.goto(site.url());
  await page.clock.runFor(2500);
  expect(gathered.of('outline')).toEqual([]);
  await page.evaluate('hooks.settings.outlines = true');
  await page.locator('#route').click();
  await outline(({ title }) => title === 'Next');
});
