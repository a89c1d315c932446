// Tests that go on while the server is taken away.
import { expect, test } from '@playwright/test';

for (let number = 1; number <= 6; number++) {
  test(`looks around ${number}`, async ({ page }) => {
    for (let round = 0; round < 5; round++) {
      await page.goto('/healthy');
      await page.click('#buy');
      await expect(page.locator('output')).toHaveText('ordered');
    }
  });
}
