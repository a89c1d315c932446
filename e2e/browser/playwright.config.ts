// End to end in Debian's Chromium: what arrived at the real server is asserted.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  // Most tests wait most of the time: three of them keep two cores busy beside the Rust tests.
  workers: process.env['E2E_WORKERS'] ? Number(process.env['E2E_WORKERS']) : 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Limits for what hangs, not for what is slow: no verdict depends on the speed of the machine.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // The second reporter writes where the test command reads the results.
  reporter: process.env['PLAYWRIGHT_JUNIT_OUTPUT_NAME'] ? [['list'], ['junit']] : [['list']],
  outputDir: '../../target/e2e-browser',
});
