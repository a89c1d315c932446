// From a session to a test: it passes on the shop it was recorded from, and fails when that breaks.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/ci.js';
import { runBoth } from '../support/generated/generated.js';
import { kiosk, type Bug } from '../support/pages/kiosk.js';
import type { Server } from '../support/server/server.js';

const PASSWORD = { GASOLINE_PASSWORD: 'something' };

/** Waits as a person does: until the page shows what came of a click, and it was recorded. */
async function look(server: Server, text: string | RegExp): Promise<void> {
  await server.until(({ dom_snapshots }) => {
    const outlines = dom_snapshots as { elements: { text: string }[] }[];
    const texts = outlines.at(-1)?.elements.map((element) => element.text) ?? [];
    return texts.some((shown) => (typeof text === 'string' ? shown === text : text.test(shown)));
  }, String(text));
}

/** What a customer does. */
async function shop(page: Page, url: string, server: Server): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email').click();
  await page.getByLabel('Email').pressSequentially('ada@shop.example');
  await page.getByLabel('Password').fill('something');
  await page.getByText('Stay signed in').click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await look(server, 'Goods');
  await page.getByRole('listitem').filter({ hasText: 'Bread' }).getByText('Add').click();
  await look(server, '1 in the cart');
  await page.getByRole('listitem').filter({ hasText: 'Milk' }).getByText('Add').click();
  await look(server, '2 in the cart');
  const milk = page.getByRole('listitem').filter({ hasText: 'Milk' });
  await milk.hover();
  await milk.getByText('Remove').click();
  await look(server, '1 in the cart');
  await page.getByRole('button', { name: 'Order' }).click();
  await look(server, /Order \d+/);
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

test('a session becomes tests that pass on the shop, and fail on every broken one', async ({
  open,
  server,
  site,
}) => {
  const place = await site(kiosk());
  const page = await open({ way: 'binding', config: { mode: 'all' } });
  await shop(page, place.url(), server);
  await page.context().close();

  const answer = await server.tool('generate_test', { assertions: { response_shape: true } });
  const { test_script: script } = answer.structuredContent;
  expect(answer.content[0].text).toBe(script);
  const shopAt = async (bug?: Bug) => (await site(kiosk(bug))).url();
  const reproduced = await server.tool('get_reproduction_script', { base_url: await shopAt() });
  const files: Record<string, string> = {
    // The same shop has other orders now.
    'healthy.spec.ts': script,
    'reproduction.spec.ts': reproduced.structuredContent.script,
  };
  for (const bug of BUGS) {
    const asked = { assertions: { response_shape: true }, base_url: await shopAt(bug) };
    const { structuredContent } = await server.tool('generate_test', asked);
    files[`${bug}.spec.ts`] = structuredContent.test_script;
  }
  // A backend that is gone does not matter to a mocked test, a page that is broken does.
  for (const bug of ['login-500', 'counter-stuck'] as const) {
    const asked = { include_fixtures: true, base_url: await shopAt(bug) };
    const { structuredContent } = await server.tool('generate_test', asked);
    const { test_script: mocked, fixture_file: fixture } = structuredContent;
    files[`mocked-${bug}.spec.ts`] = mocked;
    files[fixture.name] = fixture.content;
  }

  const passes = /^(?:healthy|reproduction|mocked-login-500)\.spec\.ts$/;
  const ran = await runBoth(files, passes, PASSWORD);
  expect(Object.keys(ran)).toHaveLength(BUGS.length + 4);
  for (const [file, { passed, errors }] of Object.entries(ran)) {
    expect.soft(passed, `${file}\n${files[file]}\n${errors}`).toBe(passes.test(file));
  }
});
