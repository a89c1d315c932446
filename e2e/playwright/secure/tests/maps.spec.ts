// Tests that fail in bundles whose source maps the server may not fetch.
import { join } from 'node:path';
import { test, expect } from 'gasoline-playwright';
import type { Page } from '@playwright/test';

async function buys(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const raised = page.waitForEvent('pageerror');
  await page.click('button');
  await raised;
  await expect(page).toHaveTitle('12');
}

test('by HTTPS, under a strict policy', async ({ page }) => {
  await buys(page, '/');
});

test('a script of another origin', async ({ page }) => {
  await buys(page, '/foreign');
});

test('an origin that the test makes up', async ({ page }) => {
  await page.route('https://shop.example/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/cart') return route.fulfill({ status: 500, json: {} });
    const file = pathname === '/' ? '/index.html' : pathname;
    return route.fulfill({ path: join(__dirname, '../dist', file) });
  });
  await buys(page, 'https://shop.example/');
});

test('a map that is not there', async ({ page }) => {
  await buys(page, '/mapless');
});
