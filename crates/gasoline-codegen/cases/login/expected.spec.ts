// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 4.9 s, on http://localhost:3000.
// 8 actions, 2 requests, 1 errors; from /login to /dashboard.
import { test, expect } from '@playwright/test';

test('/login: click button "Log in" leads to /dashboard', async ({ page }) => {
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

  // 1. Open /login
  await page.goto('http://localhost:3000/login');
  // confidence: medium — the heading "Welcome back" was shown
  await expect(page.getByRole('heading', { name: 'Welcome back', exact: true, level: 1 }).first()).toBeVisible();

  // 2. Fill textbox "Email"
  await page.getByTestId('email-input').fill('user@example.com');

  // 3. Fill textbox "Password"
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(process.env.GASOLINE_PASSWORD ?? '[user-provided]');

  // 4. Click button "Log in"
  const answer1 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/api/login',
    { timeout: 15000 },
  );
  const read1 = answer1.then((response) => response.json());
  const answer2 = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' &&
      new URL(response.url()).pathname === '/api/dashboard',
    { timeout: 15000 },
  );
  const read2 = answer2.then((response) => response.json());
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  // confidence: high — POST /api/login answered 200
  const response1 = await answer1;
  expect(response1.status()).toBe(200);
  expect(response1.request().timing().responseStart).toBeLessThan(5000);
  // confidence: high — POST /api/login was sent with what the steps entered
  expect(response1.request().postDataJSON()).toMatchObject({ email: 'user@example.com' });
  // confidence: medium — the types that POST /api/login answered, not its values
  const body1 = await read1;
  expect(body1).toHaveProperty('token', expect.any(String));
  expect(body1).toHaveProperty('user.id', expect.any(Number));
  expect(body1).toHaveProperty('user.name', expect.any(String));
  expect(body1).toHaveProperty('user.nick');
  // confidence: high — GET /api/dashboard answered 200
  const response2 = await answer2;
  expect(response2.status()).toBe(200);
  expect(response2.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the types that GET /api/dashboard answered, not its values
  const body2 = await read2;
  expect(body2).toHaveProperty('widgets', expect.any(Array));
  for (const body2Item of body2.widgets) {
    expect(body2Item).toHaveProperty('id', expect.any(String));
    expect(body2Item).toHaveProperty('title', expect.any(String));
    if (body2Item.note !== undefined) {
      expect(typeof body2Item.note === 'string', 'body2Item.note is string').toBe(true);
    }
  }
  // confidence: high — it led to /dashboard
  await expect(page).toHaveURL(/^http:\/\/localhost:3000\/dashboard(?:[?#]|$)/);
  // confidence: medium — the heading "Dashboard" was shown
  await expect(page.getByRole('heading', { name: 'Dashboard', exact: true, level: 1 }).first()).toBeVisible();
  // confidence: low — `greeting` read "Hello Bob"
  await expect(page.getByTestId('greeting')).toHaveText('Hello Bob');

  // What a page does after the last act or answer, it does within a moment.
  await page.waitForTimeout(250);

  // confidence: high — what changes something was sent this often, no more
  expect(sent.filter((call) => call === 'POST /api/login')).toHaveLength(1);

  // confidence: high — no errors beyond these, which the recording had
  const knownErrors = [
    /^Failed to load sidebar widget$/,
  ];
  const isKnown = (text = '') => knownErrors.some((known) => known.test(text));
  expect(consoleErrors.filter((text) => !isKnown(text))).toHaveLength(0);
});
