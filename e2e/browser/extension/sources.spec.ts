// An error in a minified bundle, through the extension: one call names its place in the source.
import { CODE, diagnosis, expectDiagnosis, shopPages } from '../support/pages/bundle.js';
import { expect, test } from '../support/browser/extension.js';

test('the place in the source and the failed request are told', async ({ tab, server, site }) => {
  const shop = await site(await shopPages());
  await tab.goto(shop.url('/'));
  await tab.getByRole('button', { name: 'Buy' }).click();
  await expectDiagnosis(server);
});

test('with source code snippets switched off the place is told without the code', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const shop = await site(await shopPages());
  await tab.goto(shop.url('/'));
  await tab.getByRole('button', { name: 'Buy' }).click();
  await expectDiagnosis(server);
  await extension.store({ aiContextSourceSnippets: false });
  await expect.poll(() => diagnosis(server)).not.toContain(CODE);
  expect(await diagnosis(server)).toContain('src/cart.ts:6');
});
