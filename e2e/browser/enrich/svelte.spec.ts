// Errors of Svelte 5, the components around them where its builds tell them, and stores that a page shows.
import { expectDiagnosed } from '../support/server/diagnosis.js';
import { cells, expect, test } from '../support/pages/enrich.js';

const APP = { file: 'svelte.js' };

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
      const { _aiContext: context } = await expectDiagnosed(app, name, {
        file: 'svelte/ShopButtons.svelte',
        // Production builds write nothing on their elements.
        components: isProduction ? [] : ['Shop', 'ShopButtons'],
        ...error,
        // A development build names what it makes of an effect.
        ...(name === 'effect' && !isProduction && { function: '$effect' }),
      });
      const framework = isProduction ? undefined : 'svelte';
      expect(context?.componentAncestry?.framework).toBe(framework);
    }
  });
}

for (const { way, mode, details } of cells(1)) {
  test(`${mode}, ${way}: what a shown store held`, details, async ({ open }) => {
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
    if (mode === 'production') expect(context).not.toHaveProperty('componentAncestry');
  });
}
