// Source maps of scripts that the server may not fetch: the browser that had the error brings them.
import type { Page } from '@playwright/test';
import { CODE, diagnosis, shopPages } from '../support/pages/bundle.js';
import { expect, test } from '../support/browser/extension.js';
import type { Server } from '../support/server/server.js';
import type { Answer } from '../support/pages/site.js';

/** The shop's page with its script from elsewhere. */
function pageWith(script: string, attributes = ''): Record<string, Answer> {
  return {
    '/': `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><button>Buy</button>
          <script ${attributes} src="${script}"></script>`,
    '/api/cart': { status: 500, type: 'application/json', body: '{"error":"no cart"}' },
  };
}

/** The answers of `pages`, each noting path and cookie of who asks. */
function watched(pages: Record<string, Answer>, asked: string[]): Record<string, Answer> {
  return Object.fromEntries(
    Object.entries(pages).map(([path, answer]): [string, Answer] => [
      path,
      (request, response) => {
        asked.push(`${path} ${request.headers.cookie ?? 'no cookie'}`);
        const page = typeof answer === 'string' ? { body: answer } : answer;
        if (typeof page === 'function') return page(request, response);
        response
          .writeHead(page.status ?? 200, {
            'content-type': page.type ?? 'text/html',
            'set-cookie': 'session=1',
            ...page.headers,
          })
          .end(page.body);
      },
    ]),
  );
}

async function buy(tab: Page): Promise<void> {
  await tab.getByRole('button', { name: 'Buy' }).click();
}

/** Asserts that the source is told once the browser has brought its map, however busy the machine is. */
async function expectSource(server: Server): Promise<void> {
  await expect.poll(() => diagnosis(server)).toContain(CODE);
  // The request leaves in a batch of its own, which may come after that of the error.
  await expect.poll(() => diagnosis(server)).toContain('/api/cart');
  expect(await diagnosis(server)).toContain('src/cart.ts:6');
}

/** Why nothing is known of the source, once that is said. */
async function reason(server: Server): Promise<string> {
  let said = '';
  await expect
    .poll(async () => {
      said = (await server.tool('get_browser_errors')).structuredContent.errors[0]?.no_source_map;
      return typeof said;
    })
    .toBe('string');
  return said;
}

test('a page by HTTPS: the place in the source and the failed request are told', async ({
  tab,
  server,
  site,
}) => {
  const shop = await site(await shopPages(), 'https');
  await tab.goto(shop.url('/', 'shop.test'));
  await buy(tab);
  await expectSource(server);
});

test('the page does not notice: its policy, its timeline and its service worker pass nothing', async ({
  tab,
  server,
  site,
}) => {
  const asked: string[] = [];
  const pages = watched(await shopPages(), asked);
  pages['/'] = {
    headers: {
      'content-security-policy': "script-src 'self' 'unsafe-inline'; connect-src 'none'",
      'set-cookie': 'session=1',
    },
    body: `<!doctype html><link rel="icon" href="data:,"><button>Buy</button>
      <script>window.noticed = [];
      addEventListener('securitypolicyviolation', (event) => noticed.push(event.blockedURI));
      new PerformanceObserver((list) => noticed.push(...list.getEntries().map((entry) => entry.name)))
        .observe({ type: 'resource', buffered: true });
      navigator.serviceWorker.onmessage = (event) => noticed.push(event.data);
      </script><script src="/shop.js"></script>`,
  };
  pages['/worker.js'] = {
    type: 'text/javascript',
    body: `onactivate = (event) => event.waitUntil(clients.claim());
      onfetch = (event) => event.waitUntil(clients.matchAll().then((all) =>
        all.forEach((client) => client.postMessage(event.request.url))));`,
  };
  const shop = await site(pages, 'https');
  await tab.goto(shop.url('/', 'shop.test'));
  await tab.evaluate(async () => {
    const { serviceWorker } = navigator;
    const taken = new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve);
    });
    await serviceWorker.register('/worker.js');
    await taken;
  });
  await buy(tab);
  await expect.poll(() => asked).toContain('/shop.js.map session=1');
  await server.until(({ logs }) => logs.some(({ source }) => source === 'unhandledrejection'));
  await expect.poll(() => diagnosis(server)).toContain('src/shop.ts');

  // What the page does itself, it notices.
  await tab.evaluate(() => fetch('/last').catch(() => {}));
  const noticed = () => tab.evaluate(() => Reflect.get(window, 'noticed').join(' '));
  await expect.poll(noticed).toContain('/last');
  expect(await noticed()).not.toContain('.map');
  const { network_bodies: bodies } = await server.snapshot();
  expect(JSON.stringify(bodies)).not.toContain('shop.js');
});

test('a module that a bundle evaluates is found in the scripts of the page', async ({
  tab,
  server,
  site,
}) => {
  const pages = await shopPages();
  const [script, map] = ['/shop.js', '/shop.js.map'].map(
    (path) => (pages[path] as { body: string }).body,
  );
  const inline = `data:application/json;base64,${Buffer.from(map ?? '').toString('base64')}`;
  const module = script?.replace(/\/\/# .*\n/, '').trim();
  const evaluated = `${module}\n//# sourceMappingURL=${inline}\n//# sourceURL=webpack-internal:///./src/shop.ts\n`;
  pages['/shop.js'] = { type: 'text/javascript', body: `eval(${JSON.stringify(evaluated)});` };
  delete pages['/shop.js.map'];
  const shop = await site(pages, 'https');
  await tab.goto(shop.url('/', 'shop.test'));
  await buy(tab);
  await expectSource(server);
});

test('a script of another origin that lets nobody read it is fetched by the worker, without cookies', async ({
  tab,
  server,
  site,
}) => {
  const asked: string[] = [];
  const shop = await shopPages();
  // Errors of such a script are told to nobody but the script itself.
  const own = String((shop['/shop.js'] as { body: string }).body);
  const caught = own.replace(/document\.title=String\((\w+)\(await (\w+)\.json\(\)\)\)/, (all) => {
    return `try{${all}}catch(error){console.error(error)}`;
  });
  expect(caught).not.toBe(own);
  shop['/shop.js'] = { type: 'text/javascript', body: caught };
  const cdn = await site(watched(shop, asked), 'https');
  const page = await site(pageWith(cdn.url('/shop.js', 'cdn.test')));
  await tab.goto(cdn.url('/', 'cdn.test'));
  await tab.goto(page.url('/', 'localhost'));
  asked.length = 0;
  await buy(tab);
  await server.until(({ logs }) => logs.some(({ level }) => level === 'error'));
  await expect
    .poll(async () => (await server.tool('get_browser_errors')).content[0].text)
    .toContain(CODE);
  expect(asked).toEqual(['/shop.js no cookie', '/shop.js.map no cookie']);
});

test('a bundle that was built anew is read anew', async ({ tab, server, site }) => {
  const shop = await site(await shopPages(), 'https');
  await tab.goto(shop.url('/', 'shop.test'));
  await buy(tab);
  await expectSource(server);

  // The bundle is the same but for its last line: the code moved, as far as the map is concerned.
  const rebuilt = await shopPages(3);
  const script = rebuilt['/shop.js'] as { type: string; body: string };
  Object.assign(shop.pages, rebuilt, {
    '/shop.js': { ...script, body: `${script.body}//# debugId=2\n` },
  });
  await expect
    .poll(async () => {
      await server.post('/clear', {});
      await tab.goto(shop.url('/?again', 'shop.test'));
      await buy(tab);
      return diagnosis(server);
    })
    .toContain('src/cart.ts:9');
});

test('a map that is not there is said to be so', async ({ tab, server, site }) => {
  const pages = await shopPages();
  delete pages['/shop.js.map'];
  const shop = await site(pages, 'https');
  await tab.goto(shop.url('/', 'shop.test'));
  await buy(tab);
  expect(await reason(server)).toBe(
    `\`${shop.url('/shop.js.map', 'shop.test')}\` is answered with 404`,
  );
  const { structuredContent: told } = await server.tool('get_browser_errors');
  expect(told.errors[0].message).toContain('is not iterable');
  expect(told.errors[0].stack).toContain('/shop.js:');
});

test('a map that is hostile is said to be so, and the error is told', async ({
  tab,
  server,
  site,
}) => {
  const pages = await shopPages();
  const shop = await site(pages, 'https');
  const { type, body } = pages['/shop.js.map'] as { type: string; body: string };
  const whole = JSON.parse(body);
  const cases: [string | Buffer, RegExp][] = [
    [body.slice(0, body.length / 2), /the map is no source map: EOF/],
    [JSON.stringify({ ...whole, mappings: 'g' }), /`mappings` have a segment that breaks off at 1/],
    [
      JSON.stringify({
        version: 3,
        sections: [{ offset: { line: 0, column: 0 }, url: 'shop.js.map' }],
      }),
      /the map is no source map: missing field `map`/,
    ],
    [Buffer.alloc(50_000_000, 'x'), /shop\.js\.map` is larger than 16777216 bytes/],
    [Buffer.from([0xff, 0xfe, 0]), /the map is no source map/],
  ];
  for (const [index, [map, expected]] of cases.entries()) {
    // Each has a script of its own, because what has failed is not asked for again at once.
    const script = pages['/shop.js'] as { type: string; body: string };
    const name = `/shop${index}.js`;
    shop.pages[name] = { ...script, body: script.body.replace('shop.js.map', `${name}.map`) };
    const headers = { 'content-length': String(Buffer.byteLength(map)) };
    shop.pages[`${name}.map`] = { type, body: map, headers };
    shop.pages['/'] = String(pages['/']).replace(/src="[^"]*"/, `src="${name}"`);
    await server.post('/clear', {});
    await tab.goto(shop.url(`/?${index}`, 'shop.test'));
    await buy(tab);
    expect((await reason(server)).replace(name, '/shop.js')).toMatch(expected);
    const { structuredContent: told } = await server.tool('get_browser_errors');
    expect(told.errors[0].message).toContain('is not iterable');
    expect(told.errors[0].stack).toContain(`${name}:1:`);
  }
});

test('what can be reached neither by the page nor by the worker is said to be so', async ({
  tab,
  server,
  site,
}) => {
  const page = await site({ '/': '<!doctype html><title>Forged</title>' });
  await tab.goto(page.url());
  await tab.evaluate(() => {
    const error = new Error('forged');
    error.stack = 'Error: forged\n    at pay (http://bank.example:1/private.js:1:1)';
    console.error(error);
  });
  await server.until(({ logs }) => logs.length > 0);
  expect(await reason(server)).toBe(
    '`http://bank.example:1/private.js` is of another origin and cannot be read by the page',
  );
});

test('in a frame of another site, the frame is asked and not the page', async ({
  tab,
  server,
  site,
}) => {
  const asked: string[] = [];
  const shop = await site(watched(await shopPages(), asked), 'https');
  const page = await site(
    {
      '/': `<!doctype html><title>Portal</title><iframe src="${shop.url('/', 'shop.test')}"></iframe>`,
    },
    'https',
  );
  await tab.goto(page.url('/', 'portal.test'));
  await tab.frameLocator('iframe').getByRole('button', { name: 'Buy' }).click();
  await expectSource(server);
});

test('a server that asks for what no error named, or of a page that is not captured, is refused', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const asked: string[] = [];
  const shop = await site(watched(await shopPages(), asked), 'https');
  await tab.goto(shop.url('/', 'shop.test'));
  const tabId = await extension.tabId(tab);
  const url = shop.url('/', 'shop.test');
  const claim = (path: string) =>
    server.post('/logs', {
      entries: [
        {
          level: 'error',
          message: 'claimed',
          url,
          tabId,
          stack: `Error\n    at a (${url}${path}:1:1)`,
        },
      ],
    });
  await claim('private.js');
  expect(await reason(server)).toBe(`\`${url}private.js\` was named by no error of tab ${tabId}`);

  await buy(tab);
  await expectSource(server);
  await extension.store({ domainExcludes: ['shop.test'] });
  await expect
    .poll(async () => {
      await server.post('/clear', {});
      await claim('shop.js');
      // What was found before is asked for again after a moment.
      return (await server.tool('get_browser_errors')).structuredContent.errors[0]?.no_source_map;
    })
    .toBe(`tab ${tabId} (\`shop.test:${shop.port}\`) is not captured`);
  expect(asked.filter((line) => line.startsWith('/private.js'))).toEqual([]);
});
