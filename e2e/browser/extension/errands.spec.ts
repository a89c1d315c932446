// What an agent asks of a page, and how it is refused.
import { expect, html, test } from '../support/browser/extension.js';

const SHOP = html(
  '',
  `<h1>Shop</h1><h2>Cart</h2>
   <ul id="cart"><li class="item">Tea</li><li class="item" hidden>Secret tea</li></ul>
   <form id="login" action="/login"><input name="user" value="ada" aria-label="user">
     <textarea name="secret-note">kept s3cret</textarea>
     <input type="password" name="pw" value="s3cret"><button>Log in</button></form>
   <img src="data:,"><a href="/x">x</a>`,
);

test('query_dom shows what a selector finds', async ({ tab, server, site }) => {
  const app = await site({ '/': SHOP });
  await tab.goto(app.url());
  const { structuredContent: found, isError } = await server.tool('query_dom', {
    selector: '.item',
    include_styles: true,
    properties: ['hidden', 'className'],
  });

  expect(isError).toBeFalsy();
  expect(found).toMatchObject({
    url: app.url(),
    title: 'A page',
    matchCount: 2,
    returnedCount: 2,
    matches: [
      {
        tag: 'li',
        text: 'Tea',
        visible: true,
        attributes: { class: 'item' },
        styles: { display: 'list-item' },
        properties: { hidden: false, className: 'item' },
      },
      { text: 'Secret tea', visible: false, properties: { hidden: true } },
    ],
  });
  expect(found.matches[0].boundingBox.width).toBeGreaterThan(0);
});

test('query_dom goes as deep as asked, and never shows what a password field holds', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({ '/': SHOP });
  await tab.goto(app.url());
  await tab.locator('[name=pw]').fill('typed-s3cret');
  const { structuredContent: found, content } = await server.tool('query_dom', {
    selector: '#login, [name=pw]',
    include_children: true,
    max_depth: 1,
    properties: ['value', 'innerHTML', 'defaultValue', 'textContent', 'innerText'],
  });

  expect(found.matches[0].children.map(({ tag }: { tag: string }) => tag)).toEqual([
    'input',
    'textarea',
    'input',
    'button',
  ]);
  expect(found.matches[0].children[0].attributes.value).toBe('ada');
  expect(JSON.stringify([found, content])).not.toContain('s3cret');
});

test('get_page_info tells what kind of page it is', async ({ tab, server, site }) => {
  const app = await site({ '/': SHOP });
  await tab.goto(app.url());
  const { structuredContent: info } = await server.tool('get_page_info');

  expect(info).toMatchObject({
    url: app.url(),
    title: 'A page',
    links: 1,
    images: 1,
    forms: [{ id: 'login', fields: ['user', 'secret-note', 'pw'] }],
  });
  expect(info.viewport.width).toBeGreaterThan(0);
  expect(JSON.stringify(info.headings)).toContain('Shop');
});

test('run_accessibility_audit finds violations, under any policy, and within a scope', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({
    '/': {
      body: `<!doctype html><html lang="en"><title>T</title><main><img src="data:,">
             <div id="fine"><p>words</p></div><input type="password" value="s3cret"></main>`,
      headers: {
        'content-security-policy':
          "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      },
    },
  });
  await tab.goto(app.url());
  const { structuredContent: audit, content } = await server.tool('run_accessibility_audit');
  const ids = audit.violations.map(({ id }: { id: string }) => id);
  expect(ids).toContain('image-alt');
  const image = audit.violations.find(({ id }: { id: string }) => id === 'image-alt');
  expect(image).toMatchObject({ impact: 'critical', nodeCount: 1, wcag: expect.any(Array) });
  expect(image.nodes[0].html).toContain('<img');
  expect(JSON.stringify([audit, content])).not.toContain('s3cret');

  const scoped = await server.tool('run_accessibility_audit', { scope: '#fine', tags: ['wcag2a'] });
  expect(scoped.structuredContent.violations).toEqual([]);
  const nowhere = await server.tool('run_accessibility_audit', { scope: '#nowhere' });
  expect(nowhere.isError).toBe(true);
  expect(nowhere.content[0].text).toContain('#nowhere');
});

test('a selector that is none is refused, with a hint', async ({ tab, server, site }) => {
  const app = await site({ '/': SHOP });
  await tab.goto(app.url());
  const refusal = await server.tool('query_dom', { selector: 'li[' });

  expect(refusal.isError).toBe(true);
  expect(refusal.content[0].text).toMatch(/`li\[` is not a CSS selector\nhint: /);
});

test('a named tab is asked, one that is not there or not captured is refused', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site({ '/': SHOP, '/other': html('', '<p id="other">Other</p>') });
  await tab.goto(app.url());
  const tabId = await extension.tabId(tab);
  const second = await extension.context.newPage();
  await second.goto(app.url('/other'));
  const named = await server.tool('query_dom', { selector: 'h1', tab_id: tabId });
  expect(named.structuredContent.matchCount).toBe(1);

  const absent = await server.tool('query_dom', { selector: 'h1', tab_id: 999_999 });
  expect(absent.isError).toBe(true);
  expect(absent.content[0].text).toContain('999999');
  await extension.store({ domainExcludes: ['localhost'] });
  await expect
    .poll(async () => {
      const answer = await server.tool('query_dom', { selector: 'h1', tab_id: tabId });
      return answer.isError === true && answer.content[0].text;
    })
    .toMatch(/not captured/);
});

test('a page of the browser cannot be read, and that is said', async ({ tab, server }) => {
  await tab.goto('chrome://version');
  const refusal = await server.tool('get_page_info');

  expect(refusal.isError).toBe(true);
  expect(refusal.content[0].text).toMatch(/hint: /);
});

test('the server knows the tabs, and which are captured', async ({ tab, server, site }) => {
  const app = await site({ '/': SHOP });
  await tab.goto(app.url());
  await expect
    .poll(async () => JSON.stringify((await server.tool('get_status')).structuredContent))
    .toContain(app.url());
});
