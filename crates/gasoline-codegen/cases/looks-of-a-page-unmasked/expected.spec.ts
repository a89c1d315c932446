// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 7.5 s, on http://localhost:3000.
// 5 actions, 1 requests, 0 errors; from /board to /bookings/8812.
import { test, expect } from '@playwright/test';

test('looks of a page', async ({ page }) => {
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

  // 1. Open /board
  await page.goto('http://localhost:3000/board');
  // confidence: medium — the heading "Departures" was shown
  await expect(page.getByRole('heading', { name: 'Departures', exact: true, level: 1 }).first()).toBeVisible();
  // confidence: medium — the page looks as its baseline does
  await expect(page).toHaveScreenshot('1-board-loaded.png', {
    animations: 'disabled',
    maxDiffPixels: 100,
  });

  // [3.0s pause]
  // 2. Fill textbox "To"
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('Oslo');

  // 3. Click button "Book"
  const answer1 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/bookings',
    { timeout: 15000 },
  );
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  // confidence: high — POST /api/bookings answered 201
  const response1 = await answer1;
  expect(response1.status()).toBe(201);
  expect(response1.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — POST /api/bookings was sent with what the steps entered
  expect(response1.request().postDataJSON()).toMatchObject({ to: 'Oslo' });
  // confidence: medium — it led to /bookings/…
  await expect(page).toHaveURL(/^http:\/\/localhost:3000\/bookings\/[^/?#]+(?:[?#]|$)/);
  // confidence: low — the heading "Booking …" was shown
  await expect(page.getByRole('heading', { name: /^Booking \d+$/, level: 1 }).first()).toBeVisible();
  // confidence: low — `made` was shown; its text varies
  await expect(page.getByTestId('made')).toBeVisible();
  // confidence: medium — the page looks as its baseline does
  await expect(page).toHaveScreenshot('3-after-click-button-book.png', {
    animations: 'disabled',
    maxDiffPixels: 100,
  });

  // [3.0s pause]
  // 4. Click button "Print"
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  // confidence: low — the heading "Booking …" was shown
  await expect(page.getByRole('heading', { name: /^Booking \d+$/, level: 1 }).first()).toBeVisible();
  // confidence: low — `made` was shown; its text varies
  await expect(page.getByTestId('made')).toBeVisible();
  // confidence: medium — the page looks as its baseline does
  await expect(page).toHaveScreenshot('4-after-click-button-print.png', {
    animations: 'disabled',
    maxDiffPixels: 100,
  });

  // What a page does after the last act or answer, it does within a moment.
  await page.waitForTimeout(250);

  // confidence: high — what changes something was sent this often, no more
  expect(sent.filter((call) => call === 'POST /api/bookings')).toHaveLength(1);

  // confidence: high — the recording had no errors
  expect(consoleErrors).toHaveLength(0);
});
