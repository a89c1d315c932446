// An error in a minified bundle, through the extension: one call names its place in the source.
import { expectDiagnosis, shopPages } from '../support/bundle.js';
import { test } from '../support/extension.js';

test('the place in the source and the failed request are told', async ({ tab, server, site }) => {
  const shop = await site(await shopPages());
  await tab.goto(shop.url('/'));
  await tab.getByRole('button', { name: 'Buy' }).click();
  await expectDiagnosis(server);
});
