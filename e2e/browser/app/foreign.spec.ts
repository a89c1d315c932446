// The journeys through applications nobody here wrote reach their ends.
// A test of the tests: with `--all`, and when the shop changed.
import { expect, test } from '@playwright/test';
import { FOREIGN } from '../../app/foreign/index.js';
import { launch } from '../support/browser/chromium.js';

const JOURNEYS = Object.entries(FOREIGN).flatMap(([name, { start, flow, journeys }]) =>
  Object.entries({ everything: flow, ...journeys }).map(
    ([journey, way]) => [`${name}: ${journey}`, start, way] as const,
  ),
);

for (const [name, start, flow] of JOURNEYS) {
  test(name, { tag: '@all' }, async () => {
    const place = await start();
    const browser = await launch();
    const page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    const errors: Error[] = [];
    const missing: string[] = [];
    page.on('pageerror', (error) => errors.push(error));
    page.on('response', (response) => {
      if (response.status() >= 400) missing.push(response.url());
    });
    page.on('requestfailed', (request) => missing.push(request.url()));
    await flow(page, place.origin);
    expect({ errors, missing }).toEqual({ errors: [], missing: [] });
    await browser.close();
    await place.stop();
  });
}
