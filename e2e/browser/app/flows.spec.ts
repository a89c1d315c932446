// Every journey through the shop reaches its end while nothing is broken, and shows the same each time.
// A test of the tests: with `--all`, and when the shop changed.
import type { Browser } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { FLOW_NAMES } from '../../app/flows.js';
import { launch } from '../support/browser/chromium.js';
import { observe } from './observation.js';

test.describe.configure({ mode: 'parallel' });

let browser: Browser;
test.beforeAll(async () => {
  browser = await launch();
});
test.afterAll(() => browser.close());

for (const name of FLOW_NAMES) {
  test(name, { tag: '@all' }, async () => {
    const { sides: first } = await observe(browser, name);
    expect(first.end).toEqual(['reached']);
    expect(first.errors).toEqual([]);
    const { sides: second } = await observe(browser, name);
    expect(second).toEqual(first);
  });
}
