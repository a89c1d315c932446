// WebSockets and event streams of a real page: their life, their messages, and a flood of them.
/* oxlint-disable unicorn/prefer-add-event-listener, no-underscore-dangle -- what runs in the page is written as pages are. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { expect, test } from '../support/browser/browser.js';
import { capture, until, type Caught, type HookOptions } from '../support/browser/page-hooks.js';
import { Site } from '../support/pages/site.js';

let browser: Browser;
let site: Site;
let sockets: WebSocketServer;
let context: BrowserContext;
let page: Page;
let caught: Caught;

test.beforeAll(async ({ chromium }) => {
  browser = chromium;
  site = await Site.open({
    '/': '<!doctype html><title>a page</title><body></body>',
    '/json': { type: 'application/json', body: '{}' },
    '/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let n = 1; n <= 7; n++) response.write(`data: message ${n}\n\n`);
    },
  });
  sockets = new WebSocketServer({ server: site.http, path: '/socket' });
  sockets.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => {
      if (String(data) !== 'flood') return socket.send(data, { binary: isBinary });
      let sent = 0;
      const timer = setInterval(() => {
        for (let n = 0; n < 10; n++) socket.send(JSON.stringify({ price: sent++ }));
        if (sent === 1500) socket.send('{"never":"seen before"}');
        if (sent >= 2000) {
          clearInterval(timer);
          socket.close(4000, 'enough');
        }
      }, 10);
    });
  });
});

test.afterAll(async () => {
  sockets.close();
  await site.close();
});

test.beforeEach(() => start());
test.afterEach(() => context.close());

async function start(options: HookOptions = {}): Promise<void> {
  await context?.close();
  context = await browser.newContext();
  caught = await capture(context, options);
  page = await context.newPage();
  await page.goto(site.url('/'));
}

test('a socket tells its life, its text and its bytes', async () => {
  await page.evaluate(
    async (url) => {
      const socket = new WebSocket(url);
      socket.binaryType = 'arraybuffer';
      await new Promise((resolve) => (socket.onopen = resolve));
      const echo = (data: string | Uint8Array<ArrayBuffer>) =>
        new Promise((resolve) => {
          socket.onmessage = resolve;
          socket.send(data);
        });
      await echo('é');
      await echo(new Uint8Array([1, 255]));
      await echo('x'.repeat(5000));
      socket.close(3001, 'bye');
      await new Promise((resolve) => (socket.onclose = resolve));
    },
    site.url('/socket').replace('http', 'ws'),
  );
  await until(() => caught.of('websocket').find(({ event }) => event === 'close'), 'close');
  const events = caught
    .of('websocket')
    .map(({ event, direction, data, size, binary, truncated }) =>
      [event, direction, String(data ?? '').slice(0, 25), size, binary, truncated].filter(Boolean),
    );
  expect(events).toEqual([
    ['connecting'],
    ['open'],
    ['message', 'outgoing', 'é', 2],
    ['message', 'incoming', 'é', 2],
    ['message', 'outgoing', '[Binary: 2 bytes] 01 ff', 2, true],
    ['message', 'incoming', '[Binary: 2 bytes] 01 ff', 2, true],
    ['message', 'outgoing', 'x'.repeat(25), 5000, true],
    ['message', 'incoming', 'x'.repeat(25), 5000, true],
    ['close'],
  ]);
  const [first] = caught.of('websocket');
  expect(caught.of('websocket').every(({ id }) => id === first?.['id'])).toBe(true);
  expect(caught.of('websocket').at(-1)).toMatchObject({ code: 3001, reason: 'bye' });
});

test('a flood of 1,000 messages a second is sampled, but a new shape is kept', async () => {
  const received = await page.evaluate(
    async (url) => {
      const socket = new WebSocket(url);
      let count = 0;
      socket.onmessage = () => count++;
      await new Promise((resolve) => (socket.onopen = resolve));
      socket.send('flood');
      await new Promise((resolve) => (socket.onclose = resolve));
      return count;
    },
    site.url('/socket').replace('http', 'ws'),
  );
  expect(received).toBe(2001);
  await until(() => caught.of('websocket').find(({ event }) => event === 'close'), 'close');
  const messages = caught.of('websocket').filter(({ direction }) => direction === 'incoming');
  expect(messages.length).toBeGreaterThan(5);
  // Even at the lowest rate at which the flood ends before the test does, ten of 33 a second are kept.
  expect(messages.length).toBeLessThan(received / 2);
  expect(messages.map(({ data }) => data)).toContain('{"never":"seen before"}');
  const { sampled } = messages.at(-1) as { sampled: Record<string, unknown> };
  expect(sampled).toEqual({ rate: expect.any(Number), logged: expect.any(String), window: '1s' });
});

test('a socket opened while paused is told when capture resumes', async () => {
  await start({ exposed: true, settings: { paused: true } });
  await page.evaluate(
    async (url) => {
      const { settings } = (window as unknown as { __hooks: { settings: Record<string, unknown> } })
        .__hooks;
      const socket = new WebSocket(url);
      await new Promise((resolve) => (socket.onopen = resolve));
      settings['paused'] = false;
      socket.send('resumed');
    },
    site.url('/socket').replace('http', 'ws'),
  );
  await until(() => caught.of('websocket').find(({ data }) => data === 'resumed'), 'the message');
  expect(
    caught
      .of('websocket')
      .slice(0, 2)
      .map(({ event }) => event),
  ).toEqual(['open', 'message']);
});

test('an EventSource is one record with its first messages, and its failure one of its own', async () => {
  await page.evaluate(async () => {
    const source = new EventSource('/events');
    await new Promise((resolve) => {
      source.onmessage = ({ data }) => data === 'message 7' && resolve(undefined);
    });
    source.close();
    const failing = new EventSource('/json?no-stream');
    await new Promise((resolve) => {
      failing.onerror = resolve;
    });
  });
  expect(await until(() => caught.network('/events')[0], 'the stream')).toMatchObject({
    initiator: 'eventsource',
    status: 200,
    contentType: 'text/event-stream',
    responseBody: [1, 2, 3, 4, 5].map((n) => `data: message ${n}`).join('\n'),
  });
  expect(await until(() => caught.network('no-stream')[0], 'the failure')).toMatchObject({
    status: 0,
    error: 'network',
  });
  expect(caught.network('/events')).toHaveLength(1);
});
