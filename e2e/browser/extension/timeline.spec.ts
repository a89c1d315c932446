// The timeline of a page with the extension: what a click caused is told from what the page does by itself.
import { test } from '../support/browser/extension.js';
import { PAGES, useAndCheck } from '../support/pages/timeline-app.js';

test('requests are attributed to what caused them', async ({ server, site, tab }) => {
  const shop = await site(PAGES);
  await useAndCheck(tab, shop, server);
});
