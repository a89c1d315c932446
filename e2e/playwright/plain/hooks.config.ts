// Tests whose hooks do the work, and break.
import { defineConfig } from '@playwright/test';
import type { GasolineOptions } from 'gasoline-playwright';
import config from './registered.config';

export default defineConfig<GasolineOptions>(config, {
  testDir: 'hooks',
  timeout: 600_000,
  use: { gasolineCaptureMode: 'all' },
});
