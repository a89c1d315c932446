// A small shop, bundled and minified as people ship it: its errors lie far from its source.
import { expect } from '@playwright/test';
import { build } from 'esbuild';
import type { Server } from '../server/server.js';
import type { Answer } from './site.js';

const CART = `interface Line { price: number }
interface Cart { lines: Line[] }

export function total(cart: Cart): number {
  let sum = 0;
  for (const line of cart.lines) sum += line.price;
  return sum;
}
`;

const SHOP = `import { total } from './cart';

document.querySelector('button')?.addEventListener('click', async () => {
  const answer = await fetch('/api/cart');
  document.title = String(total(await answer.json()));
});
`;

/**
 * The pages of the shop; buying fails, because the server has no cart. The code may stand some lines
 * further down, as it would after a change.
 */
export async function shopPages(linesBefore = 0): Promise<Record<string, Answer>> {
  const cart = '// A line more.\n'.repeat(linesBefore) + CART;
  const { outputFiles } = await build({
    stdin: { contents: SHOP, sourcefile: 'src/shop.ts', resolveDir: '.', loader: 'ts' },
    bundle: true,
    minify: true,
    sourcemap: true,
    outfile: 'out/shop.js',
    write: false,
    plugins: [
      {
        name: 'cart',
        setup(shop) {
          shop.onResolve({ filter: /cart$/ }, () => ({ path: 'src/cart.ts', namespace: 'shop' }));
          shop.onLoad({ filter: /./, namespace: 'shop' }, () => ({ contents: cart, loader: 'ts' }));
        },
      },
    ],
  });
  const text = (ending: string) =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return {
    '/': '<!doctype html><title>Shop</title><link rel="icon" href="data:,"><button>Buy</button><script src="/shop.js"></script>',
    '/shop.js': { type: 'text/javascript', body: text('.js') },
    '/shop.js.map': { type: 'application/json', body: text('.map') },
    '/api/cart': { status: 500, type: 'application/json', body: '{"error":"no cart"}' },
  };
}

/** The line that breaks. */
export const CODE = 'for (const line of cart.lines) sum += line.price;';

/** What an agent is told, once the error has arrived. */
export async function diagnosis(server: Server): Promise<string> {
  await server.until(({ logs }) => logs.some(({ source }) => source === 'unhandledrejection'));
  const answer = await server.tool('get_browser_errors');
  const [{ text }] = answer.content as [{ text: string }];
  return text;
}

/** Asserts that one call says what broke, where in the source, and shows the code. */
export async function expectDiagnosis(server: Server): Promise<void> {
  // The request leaves in a batch of its own, which may come after that of the error.
  await server.until(({ network_bodies }) =>
    network_bodies.some(({ url }) => String(url).endsWith('/api/cart')),
  );
  // A script and its map are waited for briefly; the next response has them.
  await expect.poll(() => diagnosis(server)).toContain(CODE);
  const text = await diagnosis(server);
  expect(text).toContain('src/cart.ts:6');
  expect(text).toContain('total');
  expect(text).toContain('/api/cart');
  expect(text.length).toBeLessThanOrEqual(2000);
}
