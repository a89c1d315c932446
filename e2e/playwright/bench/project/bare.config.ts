// Short tests by the bare runner.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  workers: 1,
  fullyParallel: process.env['FULLY_PARALLEL'] === '1',
  outputDir: '../../../../target/bench-playwright',
  use: {
    baseURL: process.env['SHOP_URL'] ?? '',
    launchOptions: {
      executablePath: process.env['GASOLINE_CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
});
