// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 3.0 s, on http://localhost:3000.
// 4 actions, 0 requests, 0 errors; from /pay.
import { test, expect } from '@playwright/test';

test('/pay: click button "Sign"', async ({ page }) => {
  // `Failed to load resource` only repeats a status; those are asserted below.
  const consoleErrors = new Array();
  page.on('console', (message) => {
    const isFailedLoad = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isFailedLoad) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));

  // 1. Open /pay
  await page.goto('http://localhost:3000/pay');
  // confidence: medium — the heading "Pay" was shown
  await expect(page.getByRole('heading', { name: 'Pay', exact: true, level: 1 }).first()).toBeVisible();
  // confidence: low — `total` read "Ten euros"
  await expect(page.locator('[data-cy="total"]')).toHaveText('Ten euros');
  // confidence: low — `hint` read "No fees"
  await expect(page.getByTestId('hint')).toHaveText('No fees');

  // 2. Click button "Pay"
  await page.frameLocator('#payment').frameLocator('iframe[name="card"]').getByRole('button', { name: 'Pay', exact: true }).click();

  // 3. Click button "Agree"
  await page.frameLocator('iframe[src$="/terms?lang=en"]').getByRole('button', { name: 'Agree', exact: true }).click();

  // 4. Click button "Sign"
  await page.frameLocator('iframe').frameLocator('iframe[name="sign"]').getByRole('button', { name: 'Sign', exact: true }).click();

  // What a page does after the last act or answer, it does within a moment.
  await page.waitForTimeout(250);

  // confidence: high — the recording had no errors
  expect(consoleErrors).toHaveLength(0);
});
