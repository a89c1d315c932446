// A page that breaks.
import { expect, test } from '@playwright/test';

test('fails', async ({ page }) => {
  const body = '<script>setTimeout(() => { throw new Error("no stock left"); });</script>';
  await page.route('http://shop.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  );
  const raised = page.waitForEvent('pageerror');
  await page.goto('http://shop.test/');
  await raised;
  await expect(page.locator('#stock')).toBeVisible({ timeout: 1500 });
});
