// Tests that fail, each for a reason of its own.
import { test, expect as patient } from 'gasoline-playwright';

/**
 * What these tests wait for never comes. What goes wrong has come before they do: ten browsers that
 * share few cores may take longer for it than these tests are patient.
 */
const expect = patient.configure({ timeout: 1500 });

test('an API answers 500', async ({ page }) => {
  const answered = page.waitForResponse('**/api/cause-api-500');
  await page.goto('/api-500');
  await answered;
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
  const refused = page.waitForEvent('console', (line) => line.text().includes('CORS policy'));
  await page.goto('/cors');
  await refused;
  await expect(page.locator('#rates')).toBeVisible();
});

test('a socket is closed', async ({ page }) => {
  const opened = page.waitForEvent('websocket');
  await page.goto('/socket');
  const feed = await opened;
  if (!feed.isClosed()) await feed.waitForEvent('close');
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
  const popup = await opened;
  await popup.waitForURL('**/popup');
  await expect(popup.locator('#terms')).toBeVisible();
});

test('a worker rejects', async ({ page }) => {
  const raised = page.waitForEvent('pageerror');
  await page.goto('/worker');
  await raised;
  await expect(page.locator('#stock')).toBeVisible();
});
