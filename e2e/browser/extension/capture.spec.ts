// What arrives at the server from pages of every kind.
import { WebSocketServer } from 'ws';
import { OUTLINE_AFTER_ACTION_MS } from '../../../packages/capture/src/limits.js';
import { AWKWARD_PAGES, expectAwkwardRequests } from '../support/pages/awkward.js';
import type { Answer, Server } from '../support/server/server.js';
import { expect, html, test } from '../support/browser/extension.js';

function told(logs: Record<string, unknown>[]): string[] {
  return logs.map(({ message }) => String(message));
}

/** Waits until these messages are in the log, and returns all messages. */
async function messages(server: Server, ...expected: string[]): Promise<string[]> {
  const { logs } = await server.until((now) => {
    const all = told(now.logs);
    return expected.every((wanted) => all.some((message) => message.includes(wanted)));
  }, expected.join(', '));
  return told(logs);
}

const isTotal = (snapshot: Answer) => JSON.stringify(snapshot.elements).includes('12 EUR');

test('a plain page: console, exceptions, requests and actions, each with its tab', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site({
    '/': html(
      `console.warn('careful', {total: 3});
       fetch('/api', {method: 'POST', body: '{"a":1}'});
       setTimeout(() => { throw new TypeError('broken'); });`,
      '<button data-testid="buy">Buy</button>',
    ),
    '/api': { status: 500, type: 'application/json', body: '{"error":"no"}' },
  });
  await tab.goto(app.url());
  await tab.getByTestId('buy').click();

  const snapshot = await server.until(
    (now) =>
      now.logs.length >= 2 &&
      now.network_bodies.length >= 1 &&
      now.enhanced_actions.some(({ type }) => type === 'click'),
  );
  const tabId = await extension.tabId(tab);
  expect(snapshot.logs).toEqual([
    expect.objectContaining({ level: 'warn', source: 'console', tabId, url: app.url() }),
    expect.objectContaining({
      level: 'error',
      source: 'exception',
      message: expect.stringContaining('broken'),
      stack: expect.stringContaining('TypeError: broken'),
      tabId,
    }),
  ]);
  expect(snapshot.logs[0]?.['message']).toContain('careful');
  expect(snapshot.network_bodies).toEqual([
    expect.objectContaining({
      method: 'POST',
      url: app.url('/api'),
      status: 500,
      requestBody: '{"a":1}',
      responseBody: '{"error":"no"}',
      tabId,
    }),
  ]);
});

test('a policy that forbids everything does not silence it', async ({ tab, server, site }) => {
  const app = await site({
    '/': {
      body: `<!doctype html><title>Strict</title><p>no script runs here</p><button onclick="x()">go</button>`,
      headers: {
        'content-security-policy':
          "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      },
    },
    '/scripts': {
      body: html(`console.error('under a policy')`),
      headers: {
        'content-security-policy':
          "default-src 'none'; script-src 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types 'none'",
      },
    },
  });
  await tab.goto(app.url());
  await tab.getByRole('button').click();
  const { enhanced_actions, logs } = await server.until(
    (now) => now.enhanced_actions.some(({ type }) => type === 'click') && now.logs.length > 0,
  );
  expect(enhanced_actions.map(({ type }) => type)).toContain('click');
  expect(logs[0]).toMatchObject({ source: 'csp' });
  await tab.goto(app.url('/scripts'));

  await messages(server, 'under a policy');
});

test('frames of other origins are captured too, and tell which frame they are', async ({
  tab,
  server,
  site,
}) => {
  const inner = await site({ '/': html(`console.log('from the other origin')`) });
  const app = await site({
    '/': html(
      `console.log('from the page')`,
      `<iframe src="${inner.url('/', '127.0.0.1')}"></iframe>
       <iframe srcdoc="<script>console.log('from srcdoc')</script>"></iframe>
       <iframe sandbox="allow-scripts" srcdoc="<script>console.log('from the sandbox')</script>"></iframe>`,
    ),
  });
  await tab.goto(app.url());

  await messages(
    server,
    'from the page',
    'from the other origin',
    'from srcdoc',
    'from the sandbox',
  );
  const { logs } = await server.snapshot();
  const byMessage = (text: string) => logs.find(({ message }) => message === text);
  expect(byMessage('from the page')).not.toHaveProperty('frameId');
  const other = byMessage('from the other origin');
  expect(other?.['frameId']).toBeGreaterThan(0);
  expect(other?.['url']).toBe(inner.url('/', '127.0.0.1'));
  expect(other?.['tabId']).toBe(byMessage('from the page')?.['tabId']);
});

test('an app that routes by history tells where it went', async ({ tab, server, site }) => {
  const app = await site({
    '/': html(
      `document.querySelector('button').onclick = () => {
         history.pushState({}, '', '/orders');
         console.error('orders failed');
       };`,
      '<button>Orders</button>',
    ),
  });
  await tab.goto(app.url());
  await tab.getByRole('button').click();

  const { enhanced_actions, logs } = await server.until(
    (now) =>
      now.enhanced_actions.some(({ toUrl }) => toUrl === app.url('/orders')) && now.logs.length > 0,
  );
  expect(enhanced_actions.at(-1)).toMatchObject({ type: 'navigate', fromUrl: app.url() });
  expect(logs[0]).toMatchObject({ url: app.url('/orders') });
  expect(logs[0]?.['_actions']).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'click' })]),
  );
});

test('a DOM snapshot after an action leaves the page time to show the response', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({
    '/': html(
      `document.querySelector('button').onclick = async () => {
         const response = await fetch('/api');
         document.querySelector('p').textContent = await response.text();
       };`,
      '<button>Load</button><p data-testid="total"></p>',
    ),
    '/api': (_request, response) => void setTimeout(() => response.end('12 EUR'), 200),
  });
  await tab.goto(app.url());
  await tab.getByRole('button').click();
  const { network_bodies: bodies, dom_snapshots: snapshots } = await server.until(
    (now) =>
      now.network_bodies.some(({ url }) => url === app.url('/api')) &&
      (now['dom_snapshots'] as Answer[]).some(isTotal),
  );
  const body = bodies.find(({ url }) => url === app.url('/api')) as Answer;
  const shown = (snapshots as Answer[]).find(isTotal);
  const waited = Date.parse(shown.timestamp) - Date.parse(body.timestamp) - body.duration;
  // Times and durations are rounded to milliseconds.
  expect(waited).toBeGreaterThanOrEqual(OUTLINE_AFTER_ACTION_MS - 2);
});

test('a page that wraps console and fetch itself keeps its wrappers, and each call counts once', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({
    '/': html(
      `const log = console.log; const get = window.fetch;
       console.log = (...args) => log.call(console, '[app]', ...args);
       window.fetch = (...args) => get(...args).then((answer) => { console.log('fetched'); return answer; });
       console.log('hello');
       fetch('/api').then(() => { document.title = 'done'; });`,
    ),
    '/api': { type: 'application/json', body: '{}' },
  });
  await tab.goto(app.url());
  await expect(tab).toHaveTitle('done');

  const all = await messages(server, '[app] hello', '[app] fetched');
  expect(all).toHaveLength(2);
  const { network_bodies } = await server.until((now) => now.network_bodies.length > 0);
  expect(network_bodies).toHaveLength(1);
});

test('an error in the very first script is seen', async ({ tab, server, site }) => {
  const app = await site({
    '/': `<script>throw new Error('at the very start')</script><!doctype html><title>x</title>`,
    '/syntax': `<script>this is not javascript</script>`,
  });
  await tab.goto(app.url());
  await tab.goto(app.url('/syntax'));

  await messages(server, 'at the very start', 'SyntaxError');
});

test('an error while the page is being left arrives', async ({ tab, server, site }) => {
  const app = await site({
    '/': html(
      `addEventListener('pagehide', () => { console.error('last words'); });
       addEventListener('beforeunload', () => { throw new Error('thrown at the end'); });`,
      '<a href="/next">next</a>',
    ),
    '/next': html(`console.log('next page')`),
  });
  await tab.goto(app.url());
  await tab.getByRole('link').click();

  await messages(server, 'last words', 'thrown at the end', 'next page');
});

test('a thousand messages a second are sampled, and the page keeps up', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({
    '/': html(
      `const socket = new WebSocket(location.href.replace('http', 'ws'));
       let heard = 0;
       socket.onmessage = () => { if (++heard === 2000) { socket.close(); document.title = 'heard all'; } };`,
    ),
  });
  const sockets = new WebSocketServer({ server: app.http });
  sockets.on('connection', (socket) => {
    let sent = 0;
    const timer = setInterval(() => {
      for (let burst = 0; burst < 10; burst++) socket.send(JSON.stringify({ tick: sent++ }));
      if (sent >= 2000) clearInterval(timer);
    }, 10);
  });
  await tab.goto(app.url());
  await expect(tab).toHaveTitle('heard all');

  const { websocket_events } = await server.until((now) =>
    now.websocket_events.some(({ event }) => event === 'close'),
  );
  const kept = websocket_events.filter(({ event }) => event === 'message');
  expect(kept.length).toBeGreaterThanOrEqual(5);
  expect(kept.length).toBeLessThan(500);
  expect(websocket_events.some(({ event }) => event === 'open')).toBe(true);
  expect(kept.some(({ sampled }) => sampled !== undefined)).toBe(true);
  sockets.close();
});

test('endless, enormous, opaque and aborted requests reach the page as ever', async ({
  tab,
  server,
  site,
}) => {
  await expectAwkwardRequests(tab, await site(AWKWARD_PAGES), server);
});
