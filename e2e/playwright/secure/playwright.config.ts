// A project whose application is served by HTTPS, with a certificate that nobody vouches for.
import { defineConfig } from '@playwright/test';
import type { GasolineOptions } from 'gasoline-playwright';

export default defineConfig<GasolineOptions>({
  testDir: 'tests',
  timeout: 600_000,
  expect: { timeout: 1500 },
  reporter: [['json', { outputFile: 'results.json' }]],
  use: {
    baseURL: process.env['SHOP_URL'] ?? '',
    ignoreHTTPSErrors: true,
    launchOptions: {
      executablePath: process.env['GASOLINE_CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
});
