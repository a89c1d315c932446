// Components of Svelte 5 around an error, where its builds tell them, and stores that a page shows.
import { expect, MODES, names, test, WAYS } from '../support/enrich.js';

const APP = { file: 'svelte.js' };

for (const way of WAYS) {
  test(`development, ${way}: the component of each error`, async ({ open }) => {
    const app = await open(way, APP, 'development');
    for (const name of ['handler', 'promise', 'timer', 'effect']) {
      const context = await app.breakIn(name);
      expect(names(context), name).toEqual(['Shop', 'ShopButtons']);
      expect(context.componentAncestry?.framework).toBe('svelte');
    }
  });

  for (const mode of MODES) {
    test(`${mode}, ${way}: what a shown store held`, async ({ open }) => {
      const app = await open(way, APP, mode, true);
      const context = await app.breakIn('handler');
      expect(context.stateSnapshot).toEqual({
        source: 'svelte',
        keys: { cart: { type: 'object', keys: ['total', 'loading', 'accessToken'] } },
        relevantSlice: {
          'cart.loading': false,
          'cart.total': 3,
          'cart.accessToken': '[redacted]',
        },
      });
      // Production builds write nothing on their elements.
      if (mode === 'production') expect(context).not.toHaveProperty('componentAncestry');
    });
  }
}
