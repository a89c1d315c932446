// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 6.5 s, on http://localhost:3000.
// 6 actions, 6 requests, 0 errors; from /projects/7 to /share/550e8400-e29b-41d4-a716-446655440000.
import { test, expect } from '@playwright/test';

test('/projects/7: click link "Share" leads to /share/…', async ({ page }) => {
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

  // An answer may take five times as long as it was recorded to take, and five seconds in any
  // case: a busy machine passes, an application that keeps its users waiting does not.

  // 1. Open /projects/7
  const answer1 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/projects/7',
    { timeout: 25000 },
  );
  const read1 = answer1.then((response) => response.json());
  await page.goto('http://localhost:3000/projects/7');
  // confidence: high — GET /api/projects/7 answered 200
  const response1 = await answer1;
  expect(response1.status()).toBe(200);
  expect(response1.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the types that GET /api/projects/7 answered, not its values
  const body1 = await read1;
  expect(body1).toHaveProperty('id', expect.any(Number));
  expect(body1).toHaveProperty('name', expect.any(String));
  expect(body1).toHaveProperty('open', expect.any(Boolean));

  // 2. Click button "New task"
  const answer2 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/tasks',
    { timeout: 15000 },
  );
  const read2 = answer2.then((response) => response.json());
  const answer3 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      /^\/api\/tasks\/[^/?#]+$/.test(new URL(response.url()).pathname),
    { timeout: 15000 },
  );
  const read3 = answer3.then((response) => response.json());
  await page.getByRole('button', { name: 'New task', exact: true }).click();
  // confidence: high — POST /api/tasks answered 201
  const response2 = await answer2;
  expect(response2.status()).toBe(201);
  expect(response2.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the types that POST /api/tasks answered, not its values
  const body2 = await read2;
  expect(body2).toHaveProperty('id', expect.any(Number));
  expect(body2).toHaveProperty('project', expect.any(Number));
  expect(body2).toHaveProperty('at', expect.any(String));
  // confidence: high — GET /api/tasks/… answered 200
  const response3 = await answer3;
  expect(response3.status()).toBe(200);
  expect(response3.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the types that GET /api/tasks/… answered, not its values
  const body3 = await read3;
  expect(body3).toHaveProperty('id', expect.any(Number));
  expect(body3).toHaveProperty('title', expect.any(String));
  expect(body3).toHaveProperty('due');
  // confidence: medium — it led to /projects/7/tasks/…
  await expect(page).toHaveURL(/^http:\/\/localhost:3000\/projects\/7\/tasks\/[^/?#]+(?:[?#]|$)/);
  // confidence: low — the heading "Task #…" was shown
  await expect(page.getByRole('heading', { name: /^Task #\d+$/, level: 1 }).first()).toBeVisible();
  // confidence: low — `changed` was shown; its text varies
  await expect(page.getByTestId('changed')).toBeVisible();

  // 3. Click button "Done"
  const answer4 = page.waitForResponse(
    (response) =>
      response.request().method() === 'PATCH' &&
      /^\/api\/tasks\/[^/?#]+$/.test(new URL(response.url()).pathname),
    { timeout: 15000 },
  );
  const read4 = answer4.then((response) => response.json());
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  // confidence: high — PATCH /api/tasks/… answered 200
  const response4 = await answer4;
  expect(response4.status()).toBe(200);
  expect(response4.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — PATCH /api/tasks/… was sent with what the steps entered
  expect(response4.request().postDataJSON()).toMatchObject({ done: true });
  // confidence: medium — the types that PATCH /api/tasks/… answered, not its values
  const body4 = await read4;
  expect(body4).toHaveProperty('id', expect.any(Number));
  expect(body4).toHaveProperty('title', expect.any(String));
  expect(body4).toHaveProperty('due', expect.any(String));

  // 4. Click link "Share"
  const answer5 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/shares',
    { timeout: 15000 },
  );
  const read5 = answer5.then((response) => response.json());
  const answer6 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/news',
    { timeout: 15000 },
  );
  const read6 = answer6.then((response) => response.json());
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  // confidence: high — POST /api/shares answered 201
  const response5 = await answer5;
  expect(response5.status()).toBe(201);
  expect(response5.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the types that POST /api/shares answered, not its values
  const body5 = await read5;
  expect(body5).toHaveProperty('id', expect.any(String));
  // confidence: high — GET /api/news answered 200
  const response6 = await answer6;
  expect(response6.status()).toBe(200);
  expect(response6.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the types that GET /api/news answered, not its values
  const body6 = await read6;
  expect(body6).toHaveProperty('items', expect.any(Array));
  // confidence: medium — it led to /share/…
  await expect(page).toHaveURL(/^http:\/\/localhost:3000\/share\/[^/?#]+(?:[?#]|$)/);

  // What a page does after the last act or answer, it does within a moment.
  await page.waitForTimeout(250);

  // confidence: high — what changes something was sent this often, no more
  expect(sent.filter((call) => call === 'POST /api/tasks')).toHaveLength(1);
  expect(sent.filter((call) => /^PATCH \/api\/tasks\/[^/?#]+$/.test(call))).toHaveLength(1);
  expect(sent.filter((call) => call === 'POST /api/shares')).toHaveLength(1);

  // confidence: high — the recording had no errors
  expect(consoleErrors).toHaveLength(0);
});
