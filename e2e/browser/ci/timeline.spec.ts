// The timeline of a page with the CI script: what a click caused is told from what the page does by itself.
import { test, type Way } from '../support/browser/ci.js';
import { PAGES, useAndCheck } from '../support/pages/timeline-app.js';

const WAYS: Way[] = ['http', 'binding'];

for (const way of WAYS) {
  test(`requests are attributed to what caused them, by ${way}`, async ({ server, site, open }) => {
    const shop = await site(PAGES);
    await useAndCheck(await open({ way }), shop, server);
  });
}
