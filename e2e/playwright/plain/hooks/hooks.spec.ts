// Hooks that run once for several tests: some break, some only open the page.
import { expect, test, type Page } from '@playwright/test';

test.describe('a login that is broken', () => {
  test.beforeAll(async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '' });
    const answered = page.waitForResponse('**/api/cause-api-500');
    await page.goto('/api-500');
    await answered;
    await expect(page.locator('#total')).toBeVisible();
  });

  test('needs a login', async ({ page }) => {
    await page.goto('/healthy');
  });
});

test.describe('a farewell that is broken', () => {
  test.afterAll(async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '' });
    await page.goto('/console');
    await expect(page.locator('#prices')).toBeVisible();
  });

  test('passes, and then its hook fails', async ({ page }) => {
    await page.goto('/rejection');
  });
});

test.describe('a page that is opened once', () => {
  let shared: Page;

  test.beforeAll(async ({ browser, baseURL }) => {
    shared = await browser.newPage({ baseURL: baseURL ?? '' });
    await shared.goto('/healthy');
  });

  test.afterAll(() => shared.close());

  test('sees a wrong answer', async () => {
    await shared.goto('/wrong-data');
    await expect(shared.locator('#sum')).not.toBeEmpty({ timeout: 120_000 });
    await expect(shared.locator('#sum')).toHaveText('30');
  });
});

const withAccount = test.extend<object, { account: Page }>({
  account: [
    async ({ browser }, use) => {
      const page = await browser.newPage({ baseURL: process.env['SHOP_URL'] ?? '' });
      await use(page);
      await page.close();
    },
    { scope: 'worker', auto: true },
  ],
});

withAccount('sees a wrong answer in a page of the worker', async ({ account }) => {
  await account.goto('/wrong-data');
  await expect(account.locator('#sum')).not.toBeEmpty({ timeout: 120_000 });
  await expect(account.locator('#sum')).toHaveText('30');
});

test.describe('hooks that do no harm', () => {
  test.beforeAll(async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '' });
    await page.goto('/console');
    await page.close();
  });

  test('passes after its hook', async ({ page }) => {
    await page.goto('/healthy');
  });

  test('passes as well', async ({ page }) => {
    await page.goto('/healthy');
  });

  test.fail('is meant to fail, and does not', async ({ page }) => {
    await page.goto('/console');
  });
});

test.describe('a hook that skips', () => {
  test.beforeAll(() => test.skip(true, 'not today'));

  test('is skipped', async ({ page }) => {
    await page.goto('/healthy');
  });
});
