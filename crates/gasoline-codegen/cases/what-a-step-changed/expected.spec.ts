// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 13.5 s, on http://localhost:3000.
// 13 actions, 4 requests, 0 errors; from /admin to /orders.
import { test, expect } from '@playwright/test';

test('what a step changed', async ({ page }) => {
  // `Failed to load resource` only repeats a status; those are asserted below.
  const consoleErrors = new Array();
  page.on('console', (message) => {
    const isFailedLoad = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isFailedLoad) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  const sent = new Array();
  page.on('request', (request) => {
    sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });

  // An answer may take five times as long as it was recorded to take, and five seconds in any
  // case: a busy machine passes, an application that keeps its users waiting does not.

  // 1. Open /admin
  const answer1 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/items',
    { timeout: 25000 },
  );
  await page.goto('http://localhost:3000/admin');
  // confidence: high — GET /api/items answered 200
  const response1 = await answer1;
  expect(response1.status()).toBe(200);
  expect(response1.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the heading "Items" was shown
  await expect(page.getByRole('heading', { name: 'Items', exact: true, level: 1 }).first()).toBeVisible();
  // confidence: low — the heading "All that we keep in the shop, and …" was shown
  await expect(page.getByRole('heading', { name: /^All that we keep in the shop, and .*$/, level: 2 }).first()).toBeVisible();

  // 2. Press /
  await page.keyboard.press('/');
  // confidence: medium — what was typed next went there without a click
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeFocused();

  // 3. Fill searchbox "Search"
  const answer2 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/items' &&
      new URL(response.url()).searchParams.get('search') === 'Oak',
    { timeout: 15000 },
  );
  const message1 = page.getByRole('status').filter({ hasText: /\d+\s+items/ }).first().waitFor({ timeout: 15000 });
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('Oak');
  // confidence: high — GET /api/items answered 200
  const response2 = await answer2;
  expect(response2.status()).toBe(200);
  expect(response2.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the page said "… items"
  await message1;
  // confidence: low — "Oak stool" was in the list
  await expect(page.getByRole('row').filter({ hasText: 'Oak stool' }).first()).toBeVisible();
  // confidence: low — "Jute twine" was in the list no more
  await expect(page.getByRole('row').filter({ hasText: 'Jute twine' })).toHaveCount(0);

  // 4. Select "Price" in combobox "Sort by"
  const answer3 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/items' &&
      new URL(response.url()).searchParams.get('search') === 'Oak' &&
      new URL(response.url()).searchParams.get('sort') === 'price',
    { timeout: 15000 },
  );
  await page.getByRole('combobox', { name: 'Sort by', exact: true }).selectOption('price');
  // confidence: high — GET /api/items answered 200
  const response3 = await answer3;
  expect(response3.status()).toBe(200);
  expect(response3.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — "Oak bench" came before "Oak stool"
  await expect(page.getByRole('row').filter({ hasText: /Oak\s+bench|Oak\s+stool/ }).first()).toContainText('Oak bench');
  // confidence: low — "Sorted by price, … pages" was shown
  await expect(page.getByText(/^\s*Sorted\s+by\s+price,\s+\d+\s+pages\s*$/).first()).toBeVisible();

  // 5. Check checkbox "Select Clay pot"
  await page.getByRole('checkbox', { name: 'Select Clay pot', exact: true }).check();

  // 6. Click button "Archive"
  const answer4 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/archive',
    { timeout: 15000 },
  );
  const message2 = page.getByRole('status').filter({ hasText: '1 item archived' }).first().waitFor({ timeout: 15000 });
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  // confidence: high — POST /api/archive answered 200
  const response4 = await answer4;
  expect(response4.status()).toBe(200);
  expect(response4.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the page said "1 item archived"
  await message2;
  // confidence: medium — "Clay pot, Archived, €11.00" was in the list
  await expect(page.getByRole('row').filter({ hasText: 'Clay pot' }).filter({ hasText: 'Archived' }).filter({ hasText: '€11.00' }).first()).toBeVisible();

  // 7. Click button "Delete"
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  // confidence: medium — the dialog "Delete Clay pot?" opened
  await expect(page.getByRole('dialog', { name: 'Delete Clay pot?', exact: true }).first()).toBeVisible();

  // 8. Press Escape
  await page.getByRole('button', { name: 'Keep it', exact: true }).press('Escape');
  // confidence: medium — the dialog "Delete Clay pot?" closed
  await expect(page.getByRole('dialog', { name: 'Delete Clay pot?', exact: true })).toHaveCount(0);

  // 9. Click tab "Reviews"
  await page.getByRole('tab', { name: 'Reviews', exact: true }).click();
  // confidence: medium — the tab "Reviews" was chosen
  await expect(page.getByRole('tab', { name: 'Reviews', exact: true, selected: true }).first()).toBeVisible();
  // confidence: low — "Exactly as described." was shown
  await expect(page.getByText('Exactly as described.', { exact: true }).first()).toBeVisible();

  // 10. Press ArrowLeft
  await page.getByRole('tab', { name: 'Reviews', exact: true }).press('ArrowLeft');

  // 11. Press Control+k
  await page.keyboard.press('Control+k');

  // 12. Click link "Orders"
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  // confidence: high — it led to /orders
  await expect(page).toHaveURL(/^http:\/\/localhost:3000\/orders(?:[?#]|$)/);
  // confidence: medium — the heading "Orders" was shown
  await expect(page.getByRole('heading', { name: 'Orders', exact: true, level: 1 }).first()).toBeVisible();
  // confidence: low — "Oak" was in the list
  await expect(page.getByRole('listitem').filter({ hasText: 'Oak' }).first()).toBeVisible();

  // What a page does after the last act or answer, it does within a moment.
  await page.waitForTimeout(250);

  // confidence: high — what changes something was sent this often, no more
  expect(sent.filter((call) => call === 'POST /api/archive')).toHaveLength(1);

  // confidence: high — the recording had no errors
  expect(consoleErrors).toHaveLength(0);
});
