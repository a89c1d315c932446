// Written by `gasoline demo`, for its shop at http://127.0.0.1:99999, while that runs.
// Recorded by Gasoline at 9999-99-99T99:99:99.999Z, 3.2 s, on http://127.0.0.1:99999.
// 11 actions, 12 requests, 0 errors; from /.
import { test, expect } from '@playwright/test';

test('two things, a voucher, an order', async ({ page }) => {
  // `Failed to load resource` only repeats a status; those are asserted below.
  const consoleErrors = new Array();
  page.on('console', (message) => {
    const isFailedLoad = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isFailedLoad) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  const sent = new Array();
  page.on('request', (request) => {
    sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const sockets = new Array();
  page.on('websocket', (socket) => {
    const opened = { socket, messages: new Array() };
    socket.on('framereceived', ({ payload }) => opened.messages.push(payload));
    sockets.push(opened);
  });

  // An answer may take five times as long as it was recorded to take, and five seconds in any
  // case: a busy machine passes, an application that keeps its users waiting does not.

  // 1. Open /
  const answer1 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/config',
    { timeout: 25000 },
  );
  const answer2 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/products',
    { timeout: 25000 },
  );
  const answer3 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/cart',
    { timeout: 25000 },
  );
  await page.goto('http://127.0.0.1:99999/');
  // confidence: high — GET /api/config answered 200
  const response1 = await answer1;
  expect(response1.status()).toBe(200);
  expect(response1.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — GET /api/products answered 200
  const response2 = await answer2;
  expect(response2.status()).toBe(200);
  expect(response2.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — GET /api/cart answered 200
  const response3 = await answer3;
  expect(response3.status()).toBe(200);
  expect(response3.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the heading "Thrown by hand" was shown
  await expect(page.getByRole('heading', { name: 'Thrown by hand', exact: true, level: 1 }).first()).toBeVisible();
  // confidence: medium — the heading "Your cart" was shown
  await expect(page.getByRole('heading', { name: 'Your cart', exact: true, level: 2 }).first()).toBeVisible();
  // confidence: low — `cart-count` read "0"
  await expect(page.getByTestId('cart-count')).toHaveText('0');
  // confidence: low — `total` read "0.00 EUR"
  await expect(page.getByTestId('total')).toHaveText('0.00 EUR');

  // 2. Click button "Add Espresso cup"
  const answer4 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/cart',
    { timeout: 15000 },
  );
  const answer5 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/cart',
    { timeout: 15000 },
  );
  await page.getByRole('button', { name: 'Add Espresso cup', exact: true }).click();
  // confidence: high — POST /api/cart answered 201
  const response4 = await answer4;
  expect(response4.status()).toBe(201);
  expect(response4.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — POST /api/cart was sent with what the steps entered
  expect(response4.request().postDataJSON()).toMatchObject({ product: 'cup' });
  // confidence: high — GET /api/cart answered 200
  const response5 = await answer5;
  expect(response5.status()).toBe(200);
  expect(response5.request().timing().responseStart).toBeLessThan(5000);
  // confidence: low — `cart-count` read "1"
  await expect(page.getByTestId('cart-count')).toHaveText('1');
  // confidence: low — `total` read "12.50 EUR"
  await expect(page.getByTestId('total')).toHaveText('12.50 EUR');

  // 3. Click button "Add Serving bowl"
  const answer6 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/cart',
    { timeout: 15000 },
  );
  const answer7 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/cart',
    { timeout: 15000 },
  );
  await page.getByRole('button', { name: 'Add Serving bowl', exact: true }).click();
  // confidence: high — POST /api/cart answered 201
  const response6 = await answer6;
  expect(response6.status()).toBe(201);
  expect(response6.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — POST /api/cart was sent with what the steps entered
  expect(response6.request().postDataJSON()).toMatchObject({ product: 'bowl' });
  // confidence: high — GET /api/cart answered 200
  const response7 = await answer7;
  expect(response7.status()).toBe(200);
  expect(response7.request().timing().responseStart).toBeLessThan(5000);
  // confidence: low — `cart-count` read "2"
  await expect(page.getByTestId('cart-count')).toHaveText('2');
  // confidence: low — `total` read "46.50 EUR"
  await expect(page.getByTestId('total')).toHaveText('46.50 EUR');

  // 4. Fill textbox "Voucher"
  await page.getByRole('textbox', { name: 'Voucher', exact: true }).fill('SPRING10');

  // 5. Click button "Apply"
  const answer8 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/voucher',
    { timeout: 15000 },
  );
  const answer9 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/cart',
    { timeout: 15000 },
  );
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  // confidence: high — POST /api/voucher answered 200
  const response8 = await answer8;
  expect(response8.status()).toBe(200);
  expect(response8.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — POST /api/voucher was sent with what the steps entered
  expect(response8.request().postDataJSON()).toMatchObject({ code: 'SPRING10' });
  // confidence: high — GET /api/cart answered 200
  const response9 = await answer9;
  expect(response9.status()).toBe(200);
  expect(response9.request().timing().responseStart).toBeLessThan(5000);
  // confidence: low — `total` read "41.85 EUR"
  await expect(page.getByTestId('total')).toHaveText('41.85 EUR');

  // 6. Click button "Save for later"
  const answer10 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/saved',
    { timeout: 15000 },
  );
  const message1 = page.getByRole('status').filter({ hasText: 'Saved. It waits for you here.' }).first().waitFor({ timeout: 15000 });
  await page.getByRole('button', { name: 'Save for later', exact: true }).click();
  // confidence: high — POST /api/saved answered 200
  const response10 = await answer10;
  expect(response10.status()).toBe(200);
  expect(response10.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the page said "Saved. It waits for you here."
  await message1;

  // 7. Fill textbox "E-mail"
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('ada@example.com');

  // 8. Click button "Place order"
  const answer11 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/checkout',
    { timeout: 15000 },
  );
  const answer12 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/cart',
    { timeout: 15000 },
  );
  const message2 = page.getByRole('status').filter({ hasText: /Thank\s+you!\s+Order\s+\d+\s+is\s+on\s+its\s+way\./ }).first().waitFor({ timeout: 15000 });
  await page.getByRole('button', { name: 'Place order', exact: true }).click();
  // confidence: high — POST /api/checkout answered 201
  const response11 = await answer11;
  expect(response11.status()).toBe(201);
  expect(response11.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — POST /api/checkout was sent with what the steps entered
  expect(response11.request().postDataJSON()).toMatchObject({ email: 'ada@example.com' });
  // confidence: high — GET /api/cart answered 200
  const response12 = await answer12;
  expect(response12.status()).toBe(200);
  expect(response12.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the page said "Thank you! Order … is on its way."
  await message2;
  // confidence: low — `cart-count` read "0"
  await expect(page.getByTestId('cart-count')).toHaveText('0');
  // confidence: low — `total` read "0.00 EUR"
  await expect(page.getByTestId('total')).toHaveText('0.00 EUR');
  // confidence: low — "1 × Espresso cup" was in the list no more
  await expect(page.getByRole('listitem').filter({ hasText: '1 × Espresso cup' })).toHaveCount(0);
  // confidence: medium — the heading "Thrown by hand" was shown
  await expect(page.getByRole('heading', { name: 'Thrown by hand', exact: true, level: 1 }).first()).toBeVisible();

  // What a page does after the last act or answer, it does within a moment.
  await page.waitForTimeout(250);

  // confidence: high — what changes something was sent this often, no more
  expect(sent.filter((call) => call === 'POST /api/cart')).toHaveLength(2);
  expect(sent.filter((call) => call === 'POST /api/voucher')).toHaveLength(1);
  expect(sent.filter((call) => call === 'POST /api/saved')).toHaveLength(1);
  expect(sent.filter((call) => call === 'POST /api/checkout')).toHaveLength(1);

  // confidence: medium — the socket to /live was opened once and stayed open
  const live = sockets.filter(({ socket }) => new URL(socket.url()).pathname === '/live');
  expect(live).toHaveLength(1);
  const liveTells = (message = '') => /"type":\s*"stock"/.test(message);
  await expect.poll(() => live[0].messages.some(liveTells)).toBe(true);
  expect(live[0].socket.isClosed()).toBe(false);

  // confidence: high — the recording had no errors
  expect(consoleErrors).toHaveLength(0);
});
