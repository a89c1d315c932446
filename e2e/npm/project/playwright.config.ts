// A project that has the packages from npm, and does what their pages say.
import { defineConfig } from '@playwright/test';
import type { GasolineOptions } from 'gasoline-playwright';
// oxlint-disable-next-line import/no-unassigned-import
import 'gasoline-playwright/register';

export default defineConfig<GasolineOptions>({
  testDir: 'tests',
  timeout: 600_000,
  use: {
    gasolineBinary: process.env['NAMED_BINARY'] ?? '',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    },
  },
});
