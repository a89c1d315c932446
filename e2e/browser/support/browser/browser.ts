// A plain browser for all tests of a worker, and websites for one of them.
import { test as base, type Browser } from '@playwright/test';
import { launch } from './chromium.js';
import { Site, type Answer } from '../pages/site.js';

interface TestFixtures {
  /** Makes a website that lives as long as the test. */
  site: (pages: Record<string, Answer>, scheme?: 'http' | 'https') => Promise<Site>;
}

export const test = base.extend<TestFixtures, { chromium: Browser }>({
  chromium: [
    async ({}, use) => {
      const browser = await launch();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  site: async ({}, use) => {
    const sites: Site[] = [];
    await use(async (pages, scheme) => {
      const site = await Site.open(pages, scheme);
      sites.push(site);
      return site;
    });
    for (const site of sites) await site.close();
  },
});

export { expect } from '@playwright/test';
