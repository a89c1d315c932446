// The sample project, configured as a user would.
import { defineConfig } from '@playwright/test';
import type { GasolineOptions } from 'gasoline-playwright';

export default defineConfig<GasolineOptions>({
  testDir: 'tests',
  fullyParallel: true,
  // Of tests that pass: ten workers share few cores.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [
    ['json', { outputFile: 'results.json' }],
    ['gasoline-playwright/reporter', { outputFolder: 'gasoline-report' }],
  ],
  use: {
    baseURL: process.env['SHOP_URL'] ?? '',
    launchOptions: {
      executablePath: process.env['GASOLINE_CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
});
