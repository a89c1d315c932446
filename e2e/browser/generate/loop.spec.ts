// From a session to a test: it passes on the shop it was recorded from, and fails when that breaks.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/ci.js';
import { run } from '../support/generated.js';
import { kiosk, type Bug } from '../support/kiosk.js';
import type { Server } from '../support/server.js';

const PASSWORD = { GASOLINE_PASSWORD: 'something' };

/** What a customer does. */
async function shop(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email').click();
  await page.getByLabel('Email').pressSequentially('ada@shop.example');
  await page.getByLabel('Password').fill('something');
  await page.getByText('Stay signed in').click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Bread' }).getByText('Add').click();
  await expect(page.getByTestId('count')).toHaveText('1 in the cart');
  await page.getByRole('listitem').filter({ hasText: 'Milk' }).getByText('Add').click();
  await expect(page.getByTestId('count')).toHaveText('2 in the cart');
  const milk = page.getByRole('listitem').filter({ hasText: 'Milk' });
  await milk.hover();
  await milk.getByText('Remove').click();
  await expect(page.getByTestId('count')).toHaveText('1 in the cart');
  await page.getByRole('button', { name: 'Order' }).click();
  await expect(page.getByRole('heading', { name: /Order \d+/ })).toBeVisible();
}

/** Records the session and waits until all of it has arrived. */
async function record(page: Page, url: string, server: Server): Promise<void> {
  await shop(page, url);
  await server.until(({ dom_snapshots: outlines }) =>
    (outlines as Record<string, unknown>[]).some(({ url }) => String(url).includes('/orders/')),
  );
}

const BUGS: Bug[] = [
  'login-500',
  'login-goes-nowhere',
  'cart-forgets',
  'counter-stuck',
  'order-twice',
  'order-throws',
  'heading-gone',
  'price-is-text',
  'no-request',
];

test('a generated test passes on the shop and fails on every broken one', async ({ open, server, site }) => {
  test.setTimeout(600_000);
  const shopping = kiosk();
  const { pages } = shopping;
  const place = await site(pages);
  const page = await open({ way: 'binding', config: { mode: 'all' } });
  await record(page, place.url(), server);
  await page.context().close();

  const answer = await server.tool('generate_test', { assertions: { response_shape: true } });
  const { test_script: script } = answer.structuredContent as { test_script: string };
  expect(answer.content[0].text).toBe(script);
  for (const bug of [undefined, undefined, ...BUGS]) {
    shopping.breaks(bug);
    const { passed, output } = await run({ 'shop.spec.ts': script }, PASSWORD);
    console.log(bug, passed);
    expect.soft(passed, `${bug ?? 'the healthy shop'}\n${script}\n${output}`).toBe(bug === undefined);
  }
});
