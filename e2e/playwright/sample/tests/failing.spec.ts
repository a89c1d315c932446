// Tests that fail, each for a reason of its own.
import { test, expect as patient } from 'gasoline-playwright';

/** What these tests wait for never comes. */
const expect = patient.configure({ timeout: 1500 });

test('an API answers 500', async ({ page }) => {
  await page.goto('/api-500');
  await expect(page.locator('#total')).toBeVisible();
});

test('a handler throws, in a context of the test', async ({ browser, baseURL }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseURL}/handler`);
  await page.click('#pay');
  await expect(page.locator('#paid')).toBeVisible();
});

test('a promise is rejected', async ({ page }) => {
  await page.goto('/rejection');
  await expect(page.locator('#account')).toBeVisible();
});

test('a script is missing', async ({ page }) => {
  await page.goto('/script-404');
  await expect(page.locator('#cart')).toHaveText('2 things');
});

test('another origin does not allow it', async ({ page }) => {
  await page.goto('/cors');
  await expect(page.locator('#rates')).toBeVisible();
});

test('a socket is closed', async ({ page }) => {
  await page.goto('/socket');
  await expect(page.locator('#feed')).toHaveText('news');
});

test('the application logs an error', async ({ page }) => {
  await test.step('opens the list', () => page.goto('/console'));
  await test.step('reads the prices', () => expect(page.locator('#prices')).toBeVisible());
});

test('an answer does not come', async ({ page }) => {
  await page.goto('/pending');
  await page.waitForFunction('document.title === "done"', undefined, { timeout: 2500 });
});

test('the page asks, and nobody answers', async ({ page }) => {
  await page.goto('/dialog');
  await page.click('#remove');
  await expect(page.locator('#gone')).toBeVisible();
});

test('the page crashes', async ({ page }) => {
  await page.goto('/healthy');
  await page.goto('chrome://crash');
});

test('a strict page throws', async ({ page }) => {
  await page.goto('/csp');
  await expect(page.locator('#theme')).toBeVisible();
});

test('a popup throws', async ({ page }) => {
  await page.goto('/opener');
  const opened = page.waitForEvent('popup');
  await page.click('#open');
  await expect((await opened).locator('#terms')).toBeVisible();
});

test('a worker rejects', async ({ page }) => {
  await page.goto('/worker');
  await expect(page.locator('#stock')).toBeVisible();
});
