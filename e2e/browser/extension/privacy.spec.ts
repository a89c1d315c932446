// What never leaves a page, and pages that are never captured.
import type { Page } from '@playwright/test';
import { expect, html, test } from '../support/browser/extension.js';
import type { Server } from '../support/server/server.js';
import type { Site } from '../support/pages/site.js';

const LAST = { '/last': html(`console.log('the last line')`) };

/** Opens a captured page at the end: what arrives before its line is all that will arrive. */
async function allMessages(tab: Page, server: Server, app: Site): Promise<unknown[]> {
  await tab.goto(app.url('/last'));
  const { logs } = await server.until((now) =>
    now.logs.some(({ message }) => message === 'the last line'),
  );
  return logs.map(({ message }) => message);
}

test('secret headers and what is typed into secret fields never arrive', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({
    '/': html(
      `const secret = 'hdr-' + 's3cret';
       fetch('/api', {headers: {authorization: 'Bearer ' + secret, 'x-api-key': secret}});
       const xhr = new XMLHttpRequest(); xhr.open('GET', '/api');
       xhr.setRequestHeader('x-auth-token', secret); xhr.send();`,
      `<input type="password" aria-label="pw"><input autocomplete="cc-number" aria-label="card">
       <input name="otp" aria-label="code"><input aria-label="plain"><button>Done</button>`,
    ),
    '/api': { type: 'application/json', headers: { 'set-cookie': 'sid=hdr-s3cret' }, body: '{}' },
  });
  await tab.goto(app.url());
  for (const name of ['pw', 'card', 'code']) await tab.getByLabel(name).fill('typed-s3cret');
  await tab.getByLabel('plain').fill('typed in the open');
  await tab.getByRole('button').click();

  const snapshot = await server.until(
    (now) =>
      now.network_bodies.length >= 2 &&
      now.enhanced_actions.filter(({ type }) => type === 'input').length >= 4,
  );
  const text = JSON.stringify(snapshot);
  expect(text).not.toContain('s3cret');
  expect(text).toContain('typed in the open');
  expect(snapshot.network_bodies.find(({ initiator }) => initiator === 'fetch')).toMatchObject({
    hasAuthHeader: true,
  });
});

test('an excluded page is not captured, its neighbour is', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site({
    '/admin/users': html(`console.log('in the admin pages')`, '<button>x</button>'),
    ...LAST,
  });
  await extension.store({ domainExcludes: [`localhost:${app.port}/admin/*`] });
  await tab.goto(app.url('/admin/users'));
  await tab.getByRole('button').click();

  expect(await allMessages(tab, server, app)).toEqual(['the last line']);
  const { enhanced_actions } = await server.snapshot();
  expect(enhanced_actions.map(({ type }) => type)).not.toContain('click');
});

test("the server's own pages are not captured", async ({ tab, server, site }) => {
  const app = await site(LAST);
  await tab.goto(`${server.url}/health`);
  await tab.evaluate(() => console.log('on a page of the server'));

  expect(await allMessages(tab, server, app)).toEqual(['the last line']);
});

test('another site is not touched, and a filter without the permission changes nothing', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site({ '/': html(`console.log('on another site')`), ...LAST });
  await extension.store({ domainFilters: ['shop.example'] });
  await tab.goto(app.url('/', 'shop.example'));
  const isTouched = await tab.evaluate(() => Symbol.for('gasoline') in window);
  expect(isTouched).toBe(false);

  expect(await allMessages(tab, server, app)).toEqual(['the last line']);
});
