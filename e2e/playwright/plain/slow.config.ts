// Tests long enough for a server to die meanwhile.
import { defineConfig } from '@playwright/test';
import config from './registered.config';

export default defineConfig(config, {
  testDir: 'slow',
  fullyParallel: true,
  workers: 2,
  // They pass, also on a machine that is slow.
  timeout: 600_000,
  expect: { timeout: 120_000 },
});
