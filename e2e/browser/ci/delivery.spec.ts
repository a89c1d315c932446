// Everything the CI script saw arrives, however a page is left.
import type { Browser } from '@playwright/test';
import { launch } from '../support/browser/chromium.js';
import { inject, type Way } from '../support/browser/ci.js';
import { deliveryMatrix, type Client } from '../support/browser/delivery.js';

function ciScript(way: Way): Client {
  let browser: Browser | undefined;
  return {
    name: `CI script by ${way}`,
    async open(server) {
      browser ??= await launch();
      const context = await browser.newContext();
      await inject(context, server, { way });
      return context;
    },
    hasQuota: way === 'http',
    async stop() {
      await browser?.close();
      browser = undefined;
    },
  };
}

deliveryMatrix(ciScript('http'));
deliveryMatrix(ciScript('binding'));
