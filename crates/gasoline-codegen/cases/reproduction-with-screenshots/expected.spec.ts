// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 6.1 s, on http://localhost:3000.
// 5 actions, 3 requests, 1 errors; from /login to /orders.
import { test, expect } from '@playwright/test';

test('reproduction: Cannot read properties of undefined (reading \'map\')', async ({ page }) => {
  // 1. Open /login
  await page.goto('http://localhost:3000/login');
  await page.screenshot({ path: 'step-1.png' });

  // 2. Fill textbox "Password"
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(process.env.GASOLINE_PASSWORD ?? '[user-provided]');
  await page.screenshot({ path: 'step-2.png' });

  // 3. Click button "Log in"
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  // confidence: high — it led to /orders
  await expect(page).toHaveURL(/^http:\/\/localhost:3000\/orders(?:[?#]|$)/);
  // confidence: medium — the heading "Orders" was shown
  await expect(page.getByRole('heading', { name: 'Orders', exact: true, level: 1 }).first()).toBeVisible();
  await page.screenshot({ path: 'step-3.png' });

  // [5.0s pause]
  // 4. Click button "Export"
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.screenshot({ path: 'step-4.png' });
  // Error occurred here: Uncaught TypeError: Cannot read properties of undefined (reading 'map')
  // The page should handle this error gracefully.
});
