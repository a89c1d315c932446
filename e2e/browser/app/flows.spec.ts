// Every journey through the shop reaches its end while nothing is broken.
import type { Browser } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { FLOW_NAMES, FLOWS } from '../../app/flows.js';
import { App } from '../../app/server/app.js';
import { launch } from '../support/chromium.js';

test.describe.configure({ mode: 'parallel' });

let browser: Browser;
test.beforeAll(async () => {
  browser = await launch();
});
test.afterAll(() => browser.close());

for (const name of FLOW_NAMES) {
  test(name, async () => {
    const app = await App.start();
    const context = await browser.newContext();
    const page = await context.newPage();
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await FLOWS[name](page, app.origin);
    expect(errors).toEqual([]);
    await context.close();
    await app.stop();
  });
}
