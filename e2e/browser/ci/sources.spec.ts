// An error in a minified bundle, through the CI script: one call names its place in the source.
import { expectDiagnosis, shopPages } from '../support/bundle.js';
import { test, type Way } from '../support/ci.js';

const WAYS: Way[] = ['http', 'binding'];

for (const way of WAYS) {
  test(`by ${way}, the place in the source and the failed request are told`, async ({
    server,
    site,
    open,
  }) => {
    const shop = await site(await shopPages());
    const page = await open({ way });
    await page.goto(shop.url('/'));
    await page.getByRole('button', { name: 'Buy' }).click();
    await expectDiagnosis(server);
  });
}
