// A test that somebody looks at while it runs.
import { defineConfig } from '@playwright/test';
import config from './registered.config';

export default defineConfig(config, { testDir: 'watched', timeout: 300_000 });
