// Tests that pass, among them some whose pages go wrong without harm.
import { request as driver, type Page } from '@playwright/test';
import { test, expect } from 'gasoline-playwright';

for (let number = 1; number <= 17; number++) {
  test(`buys thing ${number}`, async ({ page }) => {
    await page.goto('/healthy');
    await page.click('#buy');
    await expect(page.locator('output')).toHaveText('ordered');
  });
}

test('sees an error that does no harm', async ({ page, gasoline }) => {
  await page.goto('/console');
  const snapshot = await gasoline.getSnapshot();
  expect(snapshot.stats.error_count).toBe(1);
  await gasoline.clear();
  expect((await gasoline.getSnapshot()).stats.error_count).toBe(0);
});

test('sees what a busy page has not sent yet', async ({ page, gasoline }) => {
  await page.goto('/healthy');
  await page.evaluate(() => {
    console.error('the first batch');
    setTimeout(() => {
      console.error('the second batch, which waits for the acknowledgement of the first');
      const end = performance.now() + 1500;
      while (performance.now() < end);
    });
  });
  expect((await gasoline.getSnapshot()).stats.error_count).toBe(2);
});

test('marks a part of the run', async ({ page, gasoline }) => {
  await gasoline.markTest('a part of its own', 'start');
  await page.goto('/healthy');
  await gasoline.markTest('a part of its own', 'end');
});

test('answers a dialog itself', async ({ page }) => {
  await page.goto('/dialog');
  page.once('dialog', (dialog) => dialog.accept());
  await page.click('#remove');
  await expect(page.locator('#gone')).toBeVisible();
});

test('needs no page', async ({ baseURL }) => {
  const context = await driver.newContext();
  expect((await context.get(`${baseURL}/healthy`)).ok()).toBe(true);
  await context.dispose();
});

test('is meant to fail', async ({ page }) => {
  test.fail();
  await page.goto('/rejection');
  await expect(page.locator('#account')).toBeVisible({ timeout: 200 });
});

test.describe.serial('one page for several tests', () => {
  let shared: Page;

  test.beforeAll(async ({ browser, baseURL }) => {
    shared = await browser.newPage({ baseURL: baseURL ?? '' });
  });

  test.afterAll(() => shared.close());

  test('the first sees nothing wrong', async ({ gasoline }) => {
    await shared.goto('/healthy');
    expect((await gasoline.getSnapshot()).stats.error_count).toBe(0);
  });

  test('the second sees its own error', async ({ gasoline }) => {
    await shared.goto('/console');
    expect((await gasoline.getSnapshot()).stats.error_count).toBe(1);
  });
});

test.describe('at the second attempt', () => {
  test.describe.configure({ retries: 1 });

  test('becomes ready', async ({ page }, { retry }) => {
    const answered = page.waitForResponse('**/api/flaky');
    await page.goto('/flaky');
    await answered;
    await expect(page.locator('#ready')).toBeVisible({ timeout: retry === 0 ? 1500 : 120_000 });
  });
});
