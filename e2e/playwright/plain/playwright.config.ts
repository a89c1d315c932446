// A project that knows nothing of Gasoline; `registered.config.ts` is the same with one line more.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  // Of a test: a slow machine takes its time to start a browser.
  timeout: 600_000,
  expect: { timeout: 1500 },
  use: {
    baseURL: process.env['SHOP_URL'] ?? '',
    launchOptions: {
      executablePath: process.env['GASOLINE_CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
});
