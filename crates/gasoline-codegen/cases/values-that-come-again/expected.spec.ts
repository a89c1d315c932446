// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 8.0 s, on http://localhost:3000.
// 9 actions, 7 requests, 0 errors; from /shop.
import { test, expect } from '@playwright/test';

test('/shop: click button "Order"', async ({ page }) => {
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

  // 1. Open /shop
  const answer1 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/things',
    { timeout: 25000 },
  );
  const read1 = answer1.then((response) => response.json());
  await page.goto('http://localhost:3000/shop');
  // confidence: high — GET /api/things answered 200
  const response1 = await answer1;
  expect(response1.status()).toBe(200);
  expect(response1.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the types that GET /api/things answered, not its values
  const body1 = await read1;
  expect(body1).toHaveProperty('items', expect.any(Array));
  for (const body1Item of body1.items) {
    expect(body1Item).toHaveProperty('id', expect.any(Number));
    expect(body1Item).toHaveProperty('slug', expect.any(String));
    expect(body1Item).toHaveProperty('name', expect.any(String));
    expect(body1Item).toHaveProperty('wood', expect.any(String));
    expect(body1Item).toHaveProperty('price', expect.any(Number));
    expect(body1Item).toHaveProperty('stock', expect.any(Number));
  }
  expect(body1).toHaveProperty('total', expect.any(Number));
  expect(body1).toHaveProperty('page', expect.any(Number));
  // confidence: medium — the same question was answered so each time
  expect(body1.items).toMatchObject([
    { name: 'Oak stool' },
    { name: 'Oak table' },
    { name: 'Oak coaster' },
    { name: 'Ash bench' },
  ]);

  // 2. Select "Oak" in combobox "Wood"
  const answer2 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/things' &&
      new URL(response.url()).searchParams.get('wood') === 'oak' &&
      new URL(response.url()).searchParams.get('sort') === 'price',
    { timeout: 15000 },
  );
  const read2 = answer2.then((response) => response.json());
  await page.getByRole('combobox', { name: 'Wood', exact: true }).selectOption('oak');
  // confidence: high — GET /api/things answered 200
  const response2 = await answer2;
  expect(response2.status()).toBe(200);
  expect(response2.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the types that GET /api/things answered, not its values
  const body2 = await read2;
  expect(body2).toHaveProperty('items', expect.any(Array));
  for (const body2Item of body2.items) {
    expect(body2Item).toHaveProperty('id', expect.any(Number));
    expect(body2Item).toHaveProperty('slug', expect.any(String));
    expect(body2Item).toHaveProperty('name', expect.any(String));
    expect(body2Item).toHaveProperty('wood', expect.any(String));
    expect(body2Item).toHaveProperty('price', expect.any(Number));
    expect(body2Item).toHaveProperty('stock', expect.any(Number));
  }
  expect(body2).toHaveProperty('total', expect.any(Number));
  expect(body2).toHaveProperty('page', expect.any(Number));
  // confidence: medium — the list is what was asked for
  for (const item of body2.items) expect(item.wood).toBe('oak');
  for (let place = 1; place < body2.items.length; place += 1) {
    expect(body2.items[place].price).toBeGreaterThanOrEqual(body2.items[place - 1].price);
  }

  // 3. Click button "Show all"
  const answer3 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/things',
    { timeout: 15000 },
  );
  const read3 = answer3.then((response) => response.json());
  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  // confidence: high — GET /api/things answered 200
  const response3 = await answer3;
  expect(response3.status()).toBe(200);
  expect(response3.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the types that GET /api/things answered, not its values
  const body3 = await read3;
  expect(body3).toHaveProperty('items', expect.any(Array));
  for (const body3Item of body3.items) {
    expect(body3Item).toHaveProperty('id', expect.any(Number));
    expect(body3Item).toHaveProperty('slug', expect.any(String));
    expect(body3Item).toHaveProperty('name', expect.any(String));
    expect(body3Item).toHaveProperty('wood', expect.any(String));
    expect(body3Item).toHaveProperty('price', expect.any(Number));
    expect(body3Item).toHaveProperty('stock', expect.any(Number));
  }
  expect(body3).toHaveProperty('total', expect.any(Number));
  expect(body3).toHaveProperty('page', expect.any(Number));
  // confidence: medium — the same question was answered so each time
  expect(body3.items).toMatchObject([
    { name: 'Oak stool' },
    { name: 'Oak table' },
    { name: 'Oak coaster' },
    { name: 'Ash bench' },
  ]);

  // 4. Click button "Add Oak stool"
  const answer4 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/cart',
    { timeout: 15000 },
  );
  const read4 = answer4.then((response) => response.json());
  await page.getByRole('button', { name: 'Add Oak stool', exact: true }).click();
  // confidence: high — POST /api/cart answered 201
  const response4 = await answer4;
  expect(response4.status()).toBe(201);
  expect(response4.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — POST /api/cart was sent with what the steps entered
  expect(response4.request().postDataJSON()).toMatchObject({ slug: 'oak-stool' });
  // confidence: medium — the types that POST /api/cart answered, not its values
  const body4 = await read4;
  expect(body4).toHaveProperty('items', expect.any(Array));
  for (const body4Item of body4.items) {
    expect(body4Item).toHaveProperty('id', expect.any(String));
    expect(body4Item).toHaveProperty('slug', expect.any(String));
    expect(body4Item).toHaveProperty('name', expect.any(String));
    expect(body4Item).toHaveProperty('price', expect.any(Number));
    expect(body4Item).toHaveProperty('quantity', expect.any(Number));
  }
  expect(body4).toHaveProperty('total', expect.any(Number));
  // confidence: high — what was sent or typed comes back
  expect(body4.items).toContainEqual(expect.objectContaining({ slug: 'oak-stool' }));

  // 5. Click button "Add Oak coaster"
  const answer5 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/cart',
    { timeout: 15000 },
  );
  const read5 = answer5.then((response) => response.json());
  await page.getByRole('button', { name: 'Add Oak coaster', exact: true }).click();
  // confidence: high — POST /api/cart answered 201
  const response5 = await answer5;
  expect(response5.status()).toBe(201);
  expect(response5.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — POST /api/cart was sent with what the steps entered
  expect(response5.request().postDataJSON()).toMatchObject({ slug: 'oak-coaster' });
  // confidence: medium — the types that POST /api/cart answered, not its values
  const body5 = await read5;
  expect(body5).toHaveProperty('items', expect.any(Array));
  for (const body5Item of body5.items) {
    expect(body5Item).toHaveProperty('id', expect.any(String));
    expect(body5Item).toHaveProperty('slug', expect.any(String));
    expect(body5Item).toHaveProperty('name', expect.any(String));
    expect(body5Item).toHaveProperty('price', expect.any(Number));
    expect(body5Item).toHaveProperty('quantity', expect.any(Number));
  }
  expect(body5).toHaveProperty('total', expect.any(Number));
  // confidence: high — what was sent or typed comes back
  expect(body5.items).toContainEqual(expect.objectContaining({ slug: 'oak-coaster' }));

  // 6. Click button "One more Oak coaster"
  const answer6 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/cart',
    { timeout: 15000 },
  );
  const read6 = answer6.then((response) => response.json());
  await page.getByRole('button', { name: 'One more Oak coaster', exact: true }).click();
  // confidence: high — POST /api/cart answered 201
  const response6 = await answer6;
  expect(response6.status()).toBe(201);
  expect(response6.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — POST /api/cart was sent with what the steps entered
  expect(response6.request().postDataJSON()).toMatchObject({ slug: 'oak-coaster' });
  // confidence: medium — the types that POST /api/cart answered, not its values
  const body6 = await read6;
  expect(body6).toHaveProperty('items', expect.any(Array));
  for (const body6Item of body6.items) {
    expect(body6Item).toHaveProperty('id', expect.any(String));
    expect(body6Item).toHaveProperty('slug', expect.any(String));
    expect(body6Item).toHaveProperty('name', expect.any(String));
    expect(body6Item).toHaveProperty('price', expect.any(Number));
    expect(body6Item).toHaveProperty('quantity', expect.any(Number));
  }
  expect(body6).toHaveProperty('total', expect.any(Number));
  // confidence: high — what was sent or typed comes back
  expect(body6.items).toContainEqual(expect.objectContaining({ slug: 'oak-coaster' }));
  // confidence: medium — these numbers went together in every answer
  let sum6 = 0;
  for (const item of body6.items) sum6 += item.price * item.quantity;
  expect(body6.total).toBeCloseTo(sum6, 2);

  // 7. Fill textbox "Message"
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Mind the step, it\'s steep.');

  // 8. Check checkbox "Wrap as a gift"
  await page.getByRole('checkbox', { name: 'Wrap as a gift', exact: true }).check();

  // 9. Click button "Order"
  const answer7 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/orders',
    { timeout: 19000 },
  );
  const read7 = answer7.then((response) => response.json());
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  // confidence: high — POST /api/orders answered 201
  const response7 = await answer7;
  expect(response7.status()).toBe(201);
  expect(response7.request().timing().responseStart).toBeLessThan(9000);
  // confidence: high — POST /api/orders was sent with what the steps entered
  expect(response7.request().postDataJSON()).toMatchObject({
    message: 'Mind the step, it\'s steep.',
    giftWrap: true,
  });
  // confidence: medium — the types that POST /api/orders answered, not its values
  const body7 = await read7;
  expect(body7).toHaveProperty('number', expect.any(String));
  expect(body7).toHaveProperty('status', expect.any(String));
  expect(body7).toHaveProperty('placedAt', expect.any(String));
  expect(body7).toHaveProperty('giftWrap', expect.any(Boolean));
  expect(body7).toHaveProperty('message', expect.any(String));
  expect(body7).toHaveProperty('total', expect.any(Number));
  // confidence: high — what was sent or typed comes back
  expect(body7).toMatchObject({
    status: 'OPEN',
    giftWrap: true,
    message: 'Mind the step, it\'s steep.',
  });

  // What a page does after the last act or answer, it does within a moment.
  await page.waitForTimeout(250);

  // confidence: high — what changes something was sent this often, no more
  expect(sent.filter((call) => call === 'POST /api/cart')).toHaveLength(3);
  expect(sent.filter((call) => call === 'POST /api/orders')).toHaveLength(1);

  // confidence: medium — the socket to /live was opened once and stayed open
  const live = sockets.filter(({ socket }) => new URL(socket.url()).pathname === '/live');
  expect(live).toHaveLength(1);
  const liveTells = (message = '') => /"type":\s*"stock"/.test(message);
  await expect.poll(() => live[0].messages.some(liveTells)).toBe(true);
  expect(live[0].socket.isClosed()).toBe(false);

  // confidence: high — the recording had no errors
  expect(consoleErrors).toHaveLength(0);
});
