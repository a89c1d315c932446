// The CI script on all kinds of pages: what arrived at the server.
import { WebSocketServer } from 'ws';
import { AWKWARD_PAGES, expectAwkwardRequests } from '../support/pages/awkward.js';
import { expect, html, inject, messages, SCRIPT, test, type Way } from '../support/browser/ci.js';

test('a binding with a third parameter gets what a driver may act on', async ({
  chromium,
  site,
}) => {
  const shop = await site({
    '/': html(`console.log({level: 'error'}); console.error('no tea'); fetch('/api')`),
    '/api': { status: 503, body: '{}' },
  });
  const received: [path: string, body: string, facts: string | undefined][] = [];
  const context = await chromium.newContext();
  await context.exposeBinding('__facts', (_source, path: string, body: string, facts?: string) => {
    received.push([path, body, facts]);
  });
  await context.addInitScript(`window.__GASOLINE__ = { binding: '__facts' };`);
  await context.addInitScript({ path: SCRIPT });
  const page = await context.newPage();
  await page.goto(shop.url('/'));
  const factsAt = (path: string) =>
    received.filter(([at]) => at === path).flatMap(([, , facts]) => JSON.parse(facts ?? '[]'));
  await expect.poll(() => factsAt('/network-bodies').length).toBeGreaterThan(0);
  await expect.poll(() => factsAt('/logs').length).toBeGreaterThan(0);
  const script = shop.url('/');
  expect(factsAt('/logs')).toEqual([0, [expect.any(String), 'console', 'no tea', [script]]]);
  expect(factsAt('/network-bodies')).toEqual([[expect.any(String), 'GET', shop.url('/api'), 503]]);
  expect(received.map(([, body]) => body).join()).not.toContain('"facts"');
  await context.close();
});

const WAYS: Way[] = ['http', 'binding'];

for (const way of WAYS) {
  test.describe(`by ${way}`, () => {
    test('everything on a plain page arrives, with client and test', async ({
      server,
      site,
      open,
    }) => {
      const shop = await site({
        '/': html(
          `console.warn('warned', {a: 1}); setTimeout(() => { throw new Error('thrown') });
             Promise.reject(new Error('rejected')); fetch('/api', {method: 'POST', body: '{"q":1}'});`,
          '<h1>Shop</h1><button onclick="console.error(\'clicked\')">Buy</button>',
        ),
        '/api': { status: 500, type: 'application/json', body: '{"why":"because"}' },
      });
      const page = await open({ way, config: { testId: 'shop › buys' } });
      await page.goto(shop.url('/'));
      await page.getByRole('button').click();
      const seen = await server.until(
        ({ logs, network_bodies, enhanced_actions }) =>
          messages(logs, 'clicked').length === 1 &&
          logs.length >= 4 &&
          network_bodies.length === 1 &&
          enhanced_actions.some(({ type }) => type === 'click'),
      );
      const bySource = seen.logs.map(({ source, level }) => `${String(source)} ${String(level)}`);
      expect(bySource.toSorted()).toEqual([
        'console error',
        'console warn',
        'exception error',
        'unhandledrejection error',
      ]);
      expect(seen.network_bodies[0]).toMatchObject({
        method: 'POST',
        url: shop.url('/api'),
        status: 500,
        requestBody: '{"q":1}',
        responseBody: '{"why":"because"}',
      });
      const clicked = seen.logs.find(({ message }) => message === 'clicked');
      expect(clicked?.['_actions']).toMatchObject([{ type: 'navigate' }, { type: 'click' }]);
      const all = [...seen.logs, ...seen.network_bodies, ...seen.enhanced_actions];
      expect(new Set(all.map(({ test_id }) => test_id))).toEqual(new Set(['shop › buys']));
    });

    test('what was typed the moment before the page is left arrives', async ({
      server,
      site,
      open,
    }) => {
      const shop = await site({ '/': html('', '<input aria-label="City">'), '/next': html('') });
      const page = await open({ way });
      await page.goto(shop.url('/'));
      await page.getByLabel('City').click();
      // In one event: no machine is slow enough for a rest in the middle of the word.
      await page.keyboard.insertText('Basel');
      await page.goto(shop.url('/next'));
      const { enhanced_actions } = await server.until((now) =>
        now.enhanced_actions.some(({ type }) => type === 'input'),
      );
      const typed = enhanced_actions.filter(({ type }) => type === 'input');
      expect(typed).toMatchObject([{ value: 'Basel' }]);
    });

    test('endless, enormous, opaque and aborted requests reach the page as ever', async ({
      server,
      site,
      open,
    }) => {
      await expectAwkwardRequests(await open({ way }), await site(AWKWARD_PAGES), server);
    });

    test('own traffic is not captured, and the second install does nothing', async ({
      server,
      site,
      open,
    }) => {
      const shop = await site({
        '/': html(`setInterval(() => console.log('tick'), 20)`),
        '/x': 'x',
      });
      const page = await open({ way });
      await page.context().addInitScript({ path: 'packages/gasoline-ci/gasoline-ci.js' });
      await page.goto(shop.url('/'));
      await page.evaluate(() => fetch('/x').then((answer) => answer.text()));
      await page.evaluate(() => console.log('only once'));
      await server.until(({ network_bodies, logs }) => {
        const isSaid = messages(logs, 'only once').length > 0;
        return isSaid && network_bodies.length > 0 && messages(logs, 'tick').length > 20;
      });
      const { network_bodies, logs } = await server.snapshot();
      expect(network_bodies.map((body) => body['url'])).toEqual([shop.url('/x')]);
      expect(messages(logs, 'only once')).toHaveLength(1);
      expect(
        await page.evaluate(() => Object.keys(window).filter((key) => /gasoline/.test(key))),
      ).toEqual([]);
    });

    test('an iframe of another origin and a popup are captured too', async ({
      server,
      site,
      open,
    }) => {
      const pages = {
        '/': html(`console.log('in the page'); window.open('/popup')`),
        '/popup': html(`console.log('in the popup')`),
        '/frame': html(`console.log('in the frame')`),
      };
      const shop = await site(pages);
      pages['/'] += `<iframe src="${shop.url('/frame', '127.0.0.1')}"></iframe>`;
      const page = await open({ way });
      await page.goto(shop.url('/'));
      const { logs } = await server.until(({ logs: all }) => messages(all, 'in the').length === 3);
      expect(messages(logs, 'in the').toSorted()).toEqual([
        'in the frame',
        'in the page',
        'in the popup',
      ]);
      const frame = logs.find(({ message }) => message === 'in the frame');
      expect(frame?.['url']).toBe(shop.url('/frame', '127.0.0.1'));
    });

    test('a page written anew with document.open is still captured', async ({
      server,
      site,
      open,
    }) => {
      const shop = await site({ '/': html(''), '/next': html('') });
      const page = await open({ way });
      await page.goto(shop.url('/'));
      await page.evaluate(() => {
        setTimeout(() => {
          document.open();
          document.write('<p>written</p>');
          document.close();
          console.log('after writing');
        });
      });
      await server.until(({ logs }) => messages(logs, 'after writing').length === 1);
      await page.evaluate(() => {
        setTimeout(() => {
          console.log('before going');
          window.location.href = '/next';
        });
      });
      await server.until(({ logs }) => messages(logs, 'before going').length === 1);
      // A browser that is closed on its way may take a minute to do so.
      await page.waitForURL(shop.url('/next'));
    });

    test('a request under way when the page is left did not fail', async ({
      server,
      site,
      open,
    }) => {
      const shop = await site({
        '/': html(`fetch('/never')`),
        '/never': () => {},
        '/next': html(`console.log('next')`),
      });
      const page = await open({ way });
      const asked = page.waitForRequest(shop.url('/never'));
      await page.goto(shop.url('/'));
      await asked;
      await page.goto(shop.url('/next'));
      const { network_bodies } = await server.until(
        ({ logs, network_bodies: all }) => messages(logs, 'next').length === 1 && all.length === 1,
      );
      expect(network_bodies[0]).toMatchObject({ url: shop.url('/never'), error: 'aborted' });
    });

    test('a page that wraps console and fetch itself gets along with us', async ({
      server,
      site,
      open,
    }) => {
      const shop = await site({
        '/': html(`
            const log = console.log; console.log = (...args) => log('[app]', ...args);
            const native = window.fetch; window.fetch = (...args) => native(...args).then((r) => r);
            Array.prototype.toJSON = Object.prototype.toJSON = () => 'spoilt';
            console.log('hello', [1, 2]); fetch('/data').then((r) => r.text()).then((text) => console.log(text));`),
        '/data': { type: 'text/plain', body: 'the data' },
      });
      const page = await open({ way });
      await page.goto(shop.url('/'));
      const seen = await server.until(
        ({ logs, network_bodies }) => logs.length === 2 && network_bodies.length === 1,
      );
      // Requests overtake each other.
      expect(messages(seen.logs).toSorted()).toEqual(['[app] hello [1, 2]', '[app] the data']);
    });

    test('an error before the first script of the page, and errors while it is left, arrive', async ({
      server,
      site,
      open,
    }) => {
      const shop = await site({
        '/': `<!doctype html><script>missing()</script><script>
            addEventListener('beforeunload', () => console.error('at beforeunload'));
            addEventListener('pagehide', () => console.error('at pagehide'));
            addEventListener('pagehide', () => { throw new Error('thrown at pagehide') });</script>`,
        '/next': html(''),
      });
      const page = await open({ way });
      await page.goto(shop.url('/'));
      await page.goto(shop.url('/next'));
      const found = await server.until(({ logs }) => logs.length === 4, 'four errors');
      expect(messages(found.logs).toSorted()).toEqual([
        'Uncaught Error: thrown at pagehide',
        'Uncaught ReferenceError: missing is not defined',
        'at beforeunload',
        'at pagehide',
      ]);
    });

    test('routes of a single-page application are navigations', async ({ server, site, open }) => {
      const shop = await site({ '/': html('') });
      const page = await open({ way });
      await page.goto(shop.url('/'));
      await page.evaluate(() => {
        history.pushState({}, '', '/cart');
        history.replaceState({}, '', '/cart?step=2');
        history.back();
      });
      // Loaded, and come back to; requests overtake each other, so the last to arrive may be any.
      const seen = await server.until(
        ({ enhanced_actions }) =>
          enhanced_actions.filter(({ toUrl }) => String(toUrl).includes('/cart')).length > 0 &&
          enhanced_actions.filter(({ toUrl }) => toUrl === shop.url('/')).length === 2,
      );
      expect(seen.enhanced_actions.every(({ type }) => type === 'navigate')).toBe(true);
    });

    test('a thousand socket messages a second neither block the page nor the way out', async ({
      server,
      site,
      open,
    }) => {
      const shop = await site({ '/': html('') });
      const sockets = new WebSocketServer({ server: shop.http });
      sockets.on('connection', (socket) => {
        let sent = 0;
        const timer = setInterval(() => {
          for (let n = 0; n < 20; n++) socket.send(`message ${sent++}`);
          if (sent < 3000) return;
          clearInterval(timer);
          socket.close(1000, 'done');
        }, 20);
      });
      const page = await open({ way });
      await page.goto(shop.url('/'));
      const got = await page.evaluate(
        (address) =>
          new Promise<number>((resolve) => {
            const socket = new WebSocket(address);
            let count = 0;
            socket.addEventListener('message', () => count++);
            socket.addEventListener('close', () => resolve(count));
          }),
        shop.url('/').replace('http', 'ws'),
      );
      expect(got).toBe(3000);
      const { websocket_events } = await server.until((seen) =>
        seen.websocket_events.some(({ event }) => event === 'close'),
      );
      expect(websocket_events.filter(({ event }) => event === 'message').length).toBeGreaterThan(
        10,
      );
      const { buffers } = await server.get('/health');
      expect(buffers.websocket_events.lost).toBe(0);
      sockets.close();
    });

    test('a fake clock, installed before us, does not keep events in the page', async ({
      server,
      site,
      chromium,
    }) => {
      const shop = await site({ '/': html(`console.log('under a fake clock')`) });
      const context = await chromium.newContext();
      await context.clock.install({ time: new Date('2020-02-02T10:00:00Z') });
      await inject(context, server, { way });
      const page = await context.newPage();
      await page.goto(shop.url('/'));
      await page.evaluate(() => console.log('and again'));
      await server.until(({ logs }) => logs.length === 2);
      await context.close();
    });
  });
}

test('a page that allows nothing is captured through the binding', async ({
  server,
  site,
  open,
}) => {
  const shop = await site({
    '/': {
      headers: {
        'content-security-policy':
          "default-src 'none'; script-src 'nonce-x'; require-trusted-types-for 'script'; trusted-types 'none'",
      },
      body: `<!doctype html><script nonce="x">console.error('behind a policy'); missing()</script>`,
    },
  });
  const page = await open({ way: 'binding' });
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/policy/i.test(message.text())) violations.push(message.text());
  });
  await page.goto(shop.url('/'));
  const { logs } = await server.until((seen) => seen.logs.length >= 2);
  expect(messages(logs)).toContain('behind a policy');
  expect(violations.filter((text) => text.includes(String(server.port)))).toEqual([]);
});

for (const address of ['data:text/html,<h1>data</h1>', 'about:blank']) {
  test(`${address.slice(0, 11)} is captured through the binding`, async ({ server, open }) => {
    const page = await open({ way: 'binding' });
    await page.goto(address);
    await page.evaluate(() => console.error('from nowhere'));
    const { logs } = await server.until((seen) => messages(seen.logs, 'from nowhere').length === 1);
    expect(logs[0]?.['url']).toBe(address);
  });
}
