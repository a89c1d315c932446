// Recorded by Gasoline at 2026-01-02T03:04:11.000Z, 0.1 s, on https://staging.example.
// 1 actions, 1 requests, 1 errors; from /orders.
import { test, expect } from '@playwright/test';

test.beforeAll(async ({ request }) => {
  // Sign in: POST https://staging.example/api/login
  expect((await request.post('https://staging.example/api/login', {
    data: {
      email: process.env.GASOLINE_EMAIL ?? '[user-provided]',
      password: process.env.GASOLINE_PASSWORD ?? '[user-provided]',
    },
  })).ok()).toBe(true);
  // Create what the session needs: POST https://staging.example/api/orders
  const made2 = await request.post('https://staging.example/api/orders', {
    data: {
      item: 'Milk',
      note: 'it\'s',
    },
  });
  // 409: an earlier run made it.
  expect(made2.ok() || made2.status() === 409).toBe(true);
  // What is created here stays: remove it in `test.afterAll` if that matters.
});

test('reproduction: Cannot read properties of undefined (reading \'map\')', async ({ page }) => {
  // The page shares no cookies with the setup: it signs in by itself.
  await page.request.post('https://staging.example/api/login', {
    data: {
      email: process.env.GASOLINE_EMAIL ?? '[user-provided]',
      password: process.env.GASOLINE_PASSWORD ?? '[user-provided]',
    },
  });

  // 1. Open /orders
  await page.goto('https://staging.example/orders?tab=open');

  // 2. Click button "Export"
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  // Error occurred here: Uncaught TypeError: Cannot read properties of undefined (reading 'map')
  // The page should handle this error gracefully.
});
