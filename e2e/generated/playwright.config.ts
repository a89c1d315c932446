// Sessions are recorded, tests generated from them, and those tests run: minutes, not seconds.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  workers: 1,
  forbidOnly: true,
  retries: 0,
  timeout: 30 * 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: '../../target/e2e-generated/results',
});
