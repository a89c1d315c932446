// What an app's stores held when it broke: names, and the few values that may explain it.
import { cells, expect, names, test } from '../support/pages/enrich.js';

for (const { way, mode, details } of cells()) {
  const title = `redux, ${mode}, ${way}: shape, relevant values and what just changed`;
  test(title, details, async ({ open }) => {
    const app = await open(way, { file: 'react-shop.jsx' }, mode, true);
    const first = await app.breakIn('handler');
    expect(first.stateSnapshot).toEqual({
      source: 'redux',
      keys: {
        cart: { type: 'object', keys: ['items', 'total', 'loading', 'accessToken'] },
        user: { type: 'object', keys: ['name'] },
      },
      relevantSlice: {
        'cart.loading': false,
        'cart.items': [{ id: 7, price: 3 }],
        'cart.total': 6,
        'cart.accessToken': '[redacted]',
      },
    });
    expect(JSON.stringify(first)).not.toContain('hush');
    // From the first error on, changes are known: the total changes in the handler that breaks.
    await app.server.post('/clear', {});
    await app.page.evaluate(() => console.error('cart once more'));
    await app.told();
    await app.server.post('/clear', {});
    await app.page.getByTestId('handler').click();
    await app.page.evaluate(() => console.error('nothing of it named'));
    const { logs } = await app.server.until((now) =>
      now.logs.some((entry) => entry['message'] === 'nothing of it named' && '_aiContext' in entry),
    );
    const last = logs.find((entry) => entry['message'] === 'nothing of it named');
    expect(last?.['_aiContext']).toMatchObject({
      stateSnapshot: { relevantSlice: { 'cart.loading': false, 'cart.total': 9 } },
    });
  });
}

const production = (row: number) => cells(row).filter(({ mode }) => mode === 'production');

for (const { way, mode, details } of production(0)) {
  const title = `zustand, ${mode}, ${way}: the whole store of the component`;
  test(title, details, async ({ open }) => {
    const app = await open(way, { file: 'zustand.jsx' }, mode, true);
    const context = await app.breakIn('handler');
    expect(names(context)).toEqual(['Basket']);
    expect(context.stateSnapshot).toEqual({
      source: 'zustand',
      keys: {
        basketTotal: { type: 'number' },
        status: { type: 'string' },
        add: { type: 'function' },
      },
      relevantSlice: { basketTotal: 3, status: 'idle' },
    });
  });
}

for (const { way, mode, details } of production(1)) {
  const title = `react context, ${mode}, ${way}: what the providers above provide`;
  test(title, details, async ({ open }) => {
    const app = await open(way, { file: 'context.jsx' }, mode, true);
    const context = await app.breakIn('handler');
    expect(context.stateSnapshot).toEqual({
      source: 'react-context',
      keys: { ThemeProvider: { type: 'object', keys: ['mode', 'status', 'apiToken'] } },
      relevantSlice: {
        'ThemeProvider.status': 'ready',
        'ThemeProvider.mode': 'dark',
        'ThemeProvider.apiToken': '[redacted]',
      },
    });
  });
}
