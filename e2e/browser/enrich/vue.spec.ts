// Components of Vue 3 around an error, and its stores.
import { expect, MODES, names, test, WAYS } from '../support/enrich.js';

const APP = { file: 'vue.js' };

for (const way of WAYS) {
  for (const mode of MODES) {
    test(`${mode}, ${way}: the component of each error`, async ({ open }) => {
      const app = await open(way, APP, mode);
      for (const name of ['handler', 'promise', 'timer', 'effect', 'render']) {
        const context = await app.breakIn(name);
        // A production build takes the elements of a failed render down before anybody can ask.
        const isLost = mode === 'production' && name === 'render';
        const expected = isLost ? ['Shop'] : ['Shop', 'ShopPage', 'ShopButtons'];
        expect(names(context), name).toEqual(expected);
        expect(context.componentAncestry?.framework).toBe('vue');
        expect(context).not.toHaveProperty('stateSnapshot');
      }
    });

    test(`${mode}, ${way}: what Pinia held, and no secret`, async ({ open }) => {
      const app = await open(way, APP, mode, true);
      const { stateSnapshot, componentAncestry } = await app.breakIn('handler');
      expect(stateSnapshot).toEqual({
        source: 'pinia',
        keys: { cart: { type: 'object', keys: ['total', 'loading', 'accessToken'] } },
        relevantSlice: {
          'cart.loading': false,
          'cart.total': 3,
          'cart.accessToken': '[redacted]',
        },
      });
      expect(componentAncestry?.components[1]).toMatchObject({
        name: 'ShopPage',
        propKeys: ['title', 'currency'],
        hasState: true,
        stateKeys: expect.arrayContaining(['cart', 'opened']),
      });
    });
  }
}
