// The dashboard's views: filters, zoom, tests, page loads; by pointer, by keys, and for screen readers.
import { expect, test, violations, type Dashboard } from '../support/server/dashboard.js';
import { fill, picture } from '../support/server/full-buffers.mjs';
import type { Server } from '../support/server/server.js';

async function fillWithTwoTests(server: Server): Promise<void> {
  await fill(server.url, { tests: 2, pictures: 20 });
}

const count = (board: Dashboard) =>
  board.page.getByRole('region', { name: 'Events' }).locator('.count span').first();

const isDrawn = (image: Element) => (image as HTMLImageElement).naturalWidth > 0;

test('full buffers are listed in a few elements, and filtered by words, lane, level and test', async ({
  dashboard,
  server,
}) => {
  await fillWithTwoTests(server);
  const board = await dashboard();
  const { page } = board;
  await expect(count(board)).toHaveText(/^4,9\d\d events$/);
  expect(await page.getByRole('option').count()).toBeLessThan(80);
  await page.getByRole('searchbox', { name: 'Filter by words' }).fill('PRODUCTS/5? post');
  await expect(count(board)).toHaveText(/^\d+ of 4,9\d\d events$/);
  await page.getByRole('searchbox', { name: 'Filter by words' }).fill('');
  await page.getByLabel('problems only').check();
  for (const lane of ['console', 'sockets', 'errors']) {
    await page.getByRole('button', { name: lane, exact: true }).click();
  }
  await expect(count(board)).toHaveText(/^21 of /);
  await page.getByRole('combobox', { name: 'Test' }).selectOption({ index: 1 });
  await expect(count(board)).toHaveText(/^7 of /);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(count(board)).toHaveText(/^4,9\d\d events$/);
  expect(board.offences).toEqual([]);
});

test('the strip shows the pictures that are held, and says how many are not', async ({
  dashboard,
  server,
}) => {
  for (let n = 0; n < 23; n += 1) {
    const dataUrl = picture(n, 64, 36);
    await server.post('/screenshots', { dataUrl, url: 'http://localhost:3000/', trigger: 'error' });
  }
  const board = await dashboard();
  const strip = board.page.getByRole('region', { name: 'Screenshots' });
  await expect(strip.locator('img')).not.toHaveCount(0);
  // What is not told to be gone is found to be when it comes into sight.
  await strip.evaluate((box) => (box.scrollLeft = 0));
  await expect(strip.getByText('3 earlier ones no longer held.')).toBeVisible();
  await expect(strip.locator('img')).toHaveCount(20);
  await expect.poll(() => strip.locator('img').first().evaluate(isDrawn)).toBe(true);
  await board.page.getByRole('listbox', { name: /^Events/ }).focus();
  await board.page.keyboard.press('End');
  await expect(board.detail.getByText('The picture is no longer held.')).toBeVisible();
});

test('what a filter leaves is read out, and what happens by itself is not', async ({
  dashboard,
  server,
}) => {
  const say = (message: string) => server.post('/logs', { entries: [{ level: 'error', message }] });
  await say('first');
  const board = await dashboard();
  await board.event('first').click();
  const list = board.page.getByRole('listbox', { name: /^Events/ });
  const read = board.page.getByRole('region', { name: 'Events' }).getByRole('status');
  const active = await list.getAttribute('aria-activedescendant');
  expect(active).not.toBe(null);
  await say('second');
  await expect(board.event('second')).toBeVisible();
  await expect(count(board)).toHaveText('2 events');
  await expect(read).toHaveText('');
  // The same line has the same name, though it stands elsewhere now.
  await expect(list).toHaveAttribute('aria-activedescendant', active ?? '');
  await expect(board.event('first')).toHaveId(active ?? '');
  await board.page.getByRole('searchbox', { name: 'Filter by words' }).fill('second');
  await expect(read).toHaveText('1 of 2 events');
});

test('the timeline is zoomed and moved by keys, and the list shows what is in sight', async ({
  dashboard,
  server,
}) => {
  await fillWithTwoTests(server);
  const board = await dashboard();
  const range = board.page.locator('.range');
  const lanes = board.page.getByRole('group', { name: /^Lanes/ });
  await expect(lanes).toBeVisible();
  const whole = await range.textContent();
  await lanes.focus();
  await board.page.keyboard.press('+');
  await board.page.keyboard.press('+');
  await expect(count(board)).toHaveText(/ of /);
  const zoomed = await range.textContent();
  expect(zoomed).not.toBe(whole);
  await board.page.keyboard.press('ArrowRight');
  await expect(range).not.toHaveText(zoomed ?? '');
  await board.page.keyboard.press('Home');
  await expect(range).toHaveText(whole ?? '');
  await expect(count(board)).toHaveText(/^[\d,]+ events$/);
});

test('a mark in the timeline chooses its event', async ({ dashboard, server }) => {
  await server.post('/logs', { entries: [{ level: 'error', message: 'the only one' }] });
  const board = await dashboard();
  await expect(board.event('the only one')).toHaveAttribute('aria-selected', 'false');
  const box = await board.page.locator('canvas').boundingBox();
  if (box === null) throw new Error('no canvas');
  // One event stands in the middle of its span; the names of the lanes are left of it.
  await board.page.mouse.click(box.x + 92 + (box.width - 100) / 2, box.y + 22 + 100 + 12);
  await expect(board.event('the only one')).toHaveAttribute('aria-selected', 'true');
});

test('list and tabs are walked by keys, and nothing holds the focus', async ({
  dashboard,
  server,
}) => {
  await fillWithTwoTests(server);
  const board = await dashboard();
  const { page } = board;
  const list = page.getByRole('listbox', { name: /^Events/ });
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '1');
  await page.keyboard.press('End');
  const last = list.getByRole('option', { selected: true });
  await expect(last).toBeInViewport();
  const id = await last.getAttribute('id');
  await expect(list).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.press('PageUp');
  await expect(list.getByRole('option', { selected: true })).not.toHaveId(id ?? '');
  await page.keyboard.press('Enter');
  await expect(board.detail).toBeFocused();
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement === document.body)) break;
  }
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await board.tab('Timeline').focus();
  await page.keyboard.press('ArrowRight');
  await expect(board.tab('Tests')).toBeFocused();
  await expect(page.getByRole('listbox', { name: 'Tests' })).toBeVisible();
});

test('the tests of a run lead to their events', async ({ dashboard, server }) => {
  await fillWithTwoTests(server);
  const board = await dashboard();
  await board.tab('Tests').click();
  await expect(board.page.getByText('2 tests: 1 failed, 1 passed')).toBeVisible();
  await board.page.getByRole('option', { name: /failed.*test 1 of the shop/ }).click();
  const shown = board.page.getByRole('region', { name: 'Test', exact: true });
  await expect(shown).toContainText('expect(locator).toBeVisible() failed');
  await expect(shown).toContainText('POST http://localhost:3000/api/products/');
  await shown.getByRole('button', { name: 'Show its events' }).click();
  await expect(board.page.getByRole('combobox', { name: 'Test' })).toHaveValue(
    /test 1 of the shop/,
  );
  await expect(count(board)).toHaveText(/^1,6\d\d of /);
});

test('page loads are plotted, with the verdict an agent is told', async ({ dashboard, server }) => {
  await fillWithTwoTests(server);
  const board = await dashboard();
  await board.tab('Performance').click();
  const { page } = board;
  const plot = page.getByRole('figure').filter({ hasText: 'Largest contentful paint' });
  await expect(plot.getByText('18 loads')).toBeVisible();
  await expect(plot.locator('canvas')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Verdict' })).toContainText('LCP');
  await page
    .getByRole('combobox', { name: 'Page' })
    .selectOption({ label: 'http://localhost:3000/cart (18 loads)' });
  await expect(page.getByRole('group', { name: 'Verdict' })).toContainText('/cart');
  // Every address has a `/`; the page of that path is meant.
  const asked = page.waitForRequest((request) =>
    (request.postData() ?? '').includes('check_performance'),
  );
  await page
    .getByRole('combobox', { name: 'Page' })
    .selectOption({ label: 'http://localhost:3000/ (18 loads)' });
  expect((await asked).postDataJSON().params.arguments.url).toBe('http://localhost:3000/');
  await expect(page.getByRole('group', { name: 'Verdict' })).not.toContainText('/cart');
  expect(board.offences).toEqual([]);
});

test('what is kept is told in numbers', async ({ dashboard, server }) => {
  await server.post('/logs', { entries: [{ level: 'log', message: 'one' }] });
  const board = await dashboard();
  await board.tab('Status').click();
  await expect(board.page.getByRole('row', { name: /^logs 1 1,000 0 0$/ })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong in any view (${colorScheme})`, async ({ dashboard, server }) => {
    await fillWithTwoTests(server);
    // Axe is let in from outside the page's policy.
    const board = await dashboard({ colorScheme, bypassCSP: true });
    const { page } = board;
    await page.getByLabel('problems only').check();
    await board
      .event(/^.*error TypeError/)
      .first()
      .click();
    await expect(board.detail.getByRole('group', { name: 'Diagnosis' })).toBeVisible();
    await page.getByText('As captured', { exact: true }).click();
    expect(await violations(page)).toEqual([]);
    await board
      .event(/request/)
      .first()
      .click();
    await expect(board.detail.getByRole('button', { name: 'Copy as curl' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await board.tab('Tests').click();
    await page.getByRole('option').first().click();
    expect(await violations(page)).toEqual([]);
    await board.tab('Performance').click();
    await expect(page.getByRole('figure').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await board.tab('Status').click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear …' }).click();
    expect(await violations(page)).toEqual([]);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper).toBe(colorScheme === 'light' ? 'rgb(246, 247, 249)' : 'rgb(20, 24, 31)');
  });
}
