// The Playwright package as a user has it: installed from tarballs, in a project of its own.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  // The folders below are projects of their own.
  testIgnore: ['bench/**', 'plain/**', 'sample/**', 'secure/**'],
  globalSetup: './setup.ts',
  // Each test runs a whole project, with workers of its own: most of its time is waiting.
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // The second reporter writes where the test command reads the results.
  reporter: process.env['PLAYWRIGHT_JUNIT_OUTPUT_NAME'] ? [['list'], ['junit']] : [['list']],
  outputDir: '../../target/test/playwright/results',
});
