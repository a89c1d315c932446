// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 3.0 s, on http://localhost:3000.
// 3 actions, 6 requests, 0 errors; from /cart.
import { test, expect } from '@playwright/test';

test('/cart: click button "Next"', async ({ page }) => {
  // `Failed to load resource` only repeats a status; those are asserted below.
  const consoleErrors = new Array();
  page.on('console', (message) => {
    const isFailedLoad = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isFailedLoad) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  const sent = new Array();
  page.on('request', (request) => {
    sent.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`);
  });

  // An answer may take five times as long as it was recorded to take, and five seconds in any
  // case: a busy machine passes, an application that keeps its users waiting does not.

  // 1. Open /cart
  const answer1 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/graphql' &&
      /(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)Cart\b/.test(response.request().postData() ?? ''),
    { timeout: 25000 },
  );
  const answer2 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/graphql' &&
      /(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)Me\b/.test(response.request().postData() ?? ''),
    { timeout: 25000 },
  );
  await page.goto('http://localhost:3000/cart');
  // confidence: high — POST /graphql Cart answered 200
  const response1 = await answer1;
  expect(response1.status()).toBe(200);
  expect(response1.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — POST /graphql Me answered 200
  const response2 = await answer2;
  expect(response2.status()).toBe(200);
  expect(response2.request().timing().responseStart).toBeLessThan(5000);

  // 2. Click button "Add"
  const answer3 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/graphql' &&
      /(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)Add\b/.test(response.request().postData() ?? ''),
    { timeout: 15000 },
  );
  const answer4 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/graphql' &&
      /(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)Cart\b/.test(response.request().postData() ?? ''),
    { timeout: 15000 },
  );
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  // confidence: high — POST /graphql Add answered 200
  const response3 = await answer3;
  expect(response3.status()).toBe(200);
  expect(response3.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — POST /graphql Cart answered 200
  const response4 = await answer4;
  expect(response4.status()).toBe(200);
  expect(response4.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the heading "Cart" was shown
  await expect(page.getByRole('heading', { name: 'Cart', exact: true, level: 1 }).first()).toBeVisible();
  // confidence: low — `items` read "1 item"
  await expect(page.getByTestId('items')).toHaveText('1 item');

  // 3. Click button "Next"
  const answer5 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/list' &&
      new URL(response.url()).searchParams.get('page') === '1',
    { timeout: 15000 },
  );
  const answer6 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/list' &&
      new URL(response.url()).searchParams.get('page') === '2',
    { timeout: 15000 },
  );
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  // confidence: high — GET /api/list answered 200
  const response5 = await answer5;
  expect(response5.status()).toBe(200);
  expect(response5.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — GET /api/list answered 200
  const response6 = await answer6;
  expect(response6.status()).toBe(200);
  expect(response6.request().timing().responseStart).toBeLessThan(5000);

  // What a page does after the last act or answer, it does within a moment.
  await page.waitForTimeout(250);

  // confidence: high — what changes something was sent this often, no more
  expect(sent.filter((call) => /^POST \/graphql [^]*(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)Add\b/.test(call))).toHaveLength(1);

  // confidence: high — the recording had no errors
  expect(consoleErrors).toHaveLength(0);
});
