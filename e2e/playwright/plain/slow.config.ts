// Tests long enough for a server to die meanwhile.
import { defineConfig } from '@playwright/test';
import config from './registered.config';

export default defineConfig(config, { testDir: 'slow', fullyParallel: true, workers: 2 });
