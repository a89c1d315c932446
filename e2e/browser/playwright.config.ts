// End to end in Debian's Chromium: what arrived at the real server is asserted.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  // Two cores: one browser at a time keeps timings honest.
  workers: process.env['E2E_WORKERS'] ? Number(process.env['E2E_WORKERS']) : 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: '../../target/e2e-browser',
});
