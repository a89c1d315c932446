// An error in a minified bundle, through the CI script: one call names its place in the source.
import { CODE, diagnosis, expectDiagnosis, shopPages } from '../support/pages/bundle.js';
import { expect, test, type Way } from '../support/browser/ci.js';

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

for (const way of WAYS) {
  test(`by ${way}, a map that the driver posts explains errors before and after it`, async ({
    server,
    site,
    open,
  }) => {
    const pages = await shopPages();
    const { body: map } = pages['/shop.js.map'] as { body: string };
    delete pages['/shop.js.map'];
    const script = pages['/shop.js'] as { type: string; body: string };
    pages['/shop.js'] = { ...script, headers: { 'access-control-allow-origin': '*' } };
    const cdn = await site(pages, 'https');
    const shop = await site(
      {
        ...pages,
        '/': `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><button>Buy</button>
              <script crossorigin src="${cdn.url('/shop.js')}"></script>`,
      },
      'https',
    );
    const page = await open({ way });
    await page.goto(shop.url('/'));
    await page.getByRole('button', { name: 'Buy' }).click();
    const before = await diagnosis(server);
    expect(before).toContain(`\`${cdn.url('/shop.js')}\` is not on this machine or not on`);
    expect(before).toContain('/source-maps');

    await server.post('/source-maps', { url: cdn.url('/shop.js'), map });
    await expectDiagnosis(server);
    await server.post('/clear', {});
    await page.reload();
    await page.getByRole('button', { name: 'Buy' }).click();
    expect(await diagnosis(server)).toContain(CODE);
  });
}
