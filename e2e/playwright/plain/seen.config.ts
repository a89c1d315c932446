// A test whose page, worker and driver see errors and failures that look alike.
import { defineConfig } from '@playwright/test';
import config from './registered.config';

export default defineConfig(config, { testDir: 'seen', timeout: 300_000 });
