// A module with a `test` of its own, to which ours is added.
import { test as base, expect } from '@playwright/test';
import { withGasoline } from 'gasoline-playwright';

const test = withGasoline(
  base.extend<{ sum: string }>({
    sum: async ({ page }, use) => {
      await page.goto('/wrong-data');
      await use('#sum');
    },
  }),
);

test.use({ gasolineCaptureMode: 'all' });

test('an answer is wrong', async ({ page, sum }) => {
  await expect(page.locator(sum)).not.toBeEmpty();
  await expect(page.locator(sum)).toHaveText('30', { timeout: 1500 });
});
