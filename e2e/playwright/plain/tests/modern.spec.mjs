// A test that knows nothing of Gasoline.
import { test as base, expect } from '@playwright/test';

const test = base.extend({
  shop: async ({ page }, use) => {
    const answered = page.waitForResponse('**/api/cause-api-500');
    await page.goto('/api-500');
    await answered;
    await use(page.url());
  },
});

test('a module of others fails', async ({ page, shop }) => {
  expect(shop).toContain('api-500');
  await expect(page.locator('#total')).toBeVisible();
});

test('a module of others passes', async ({ page }) => {
  await page.goto('/healthy');
  await expect(page.locator('h1')).toHaveText('Shop', { timeout: 120_000 });
});
