// Errors of Vue 3 and the components around them, and its stores.
import { expectDiagnosed } from '../support/server/diagnosis.js';
import { cells, expect, test } from '../support/pages/enrich.js';

const APP = { file: 'vue.js' };

/** The button of each error, the line that breaks, and the function, where the source names one. */
const ERRORS: Record<string, { code: string; function?: string }> = {
  handler: { code: "TypeError('cart broken in handler')", function: 'handler' },
  promise: { code: "TypeError('cart broken in promise')", function: 'promise' },
  timer: { code: "TypeError('cart broken in timer')", function: 'timer' },
  server: { code: 'order.receipt.total', function: 'server' },
  effect: { code: "TypeError('cart broken in effect')" },
  render: { code: 'cart.order.lines.length' },
};

for (const { way, mode, details } of cells()) {
  test(`${mode}, ${way}: place, component and cause of each error`, details, async ({ open }) => {
    const app = await open(way, APP, mode);
    const isProduction = mode === 'production';
    for (const [name, error] of Object.entries(ERRORS)) {
      // A production build takes the elements of a failed render down before anybody can ask.
      const isLost = isProduction && name === 'render';
      const { _aiContext: context } = await expectDiagnosed(app, name, {
        file: 'vue/ShopButtons.vue',
        components: isLost ? ['Shop'] : ['Shop', 'ShopPage', 'ShopButtons'],
        ...error,
        // The function of a template has a name only where it stands on its own.
        ...(name === 'render' && !isProduction && { function: 'Proxy.render' }),
      });
      expect(context?.componentAncestry?.framework).toBe('vue');
      expect(context).not.toHaveProperty('stateSnapshot');
    }
  });
}

for (const { way, mode, details } of cells(1)) {
  test(`${mode}, ${way}: what Pinia held, and no secret`, details, async ({ open }) => {
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
