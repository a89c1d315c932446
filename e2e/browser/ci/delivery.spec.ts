// Everything the CI script saw arrives, however a page is left.
import type { Browser } from '@playwright/test';
import { launch } from '../support/chromium.js';
import { inject, type Way } from '../support/ci.js';
import { deliveryMatrix, type Client } from '../support/delivery.js';

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
    // Closing a context tears its network down at once: on a machine that is busy enough, requests
    // of its last milliseconds go with it (measured: 1 run of 40 at a load of 12 on two cores).
    retries: way === 'http' ? 2 : 0,
    async stop() {
      await browser?.close();
    },
  };
}

deliveryMatrix(ciScript('http'));
deliveryMatrix(ciScript('binding'));
