// Tests as short as they come: a page, a click, an answer.
import { expect, test } from '@playwright/test';

for (let number = 1; number <= Number(process.env['TESTS'] ?? 40); number++) {
  test(`buys ${number}`, async ({ page }) => {
    await page.goto('/');
    await page.click('button');
    await expect(page.locator('output')).toHaveText('ordered');
  });
}
