// Requests of a real page: what is captured of them, and that they are not disturbed.
/* oxlint-disable unicorn/consistent-function-scoping, unicorn/prefer-add-event-listener, no-underscore-dangle -- what runs in the page is written as pages are. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/browser/browser.js';
import {
  capture,
  takeStored,
  until,
  type Caught,
  type HookOptions,
} from '../support/browser/page-hooks.js';
import { Site } from '../support/pages/site.js';

const MEGABYTE = 1_048_576;
/** Buffers of sockets and of the browser hold tens of them; a body that is pulled in whole stands out. */
const UNREAD_MEGABYTES = 1000;

let browser: Browser;
let site: Site;
let context: BrowserContext;
let page: Page;
let caught: Caught;
/** Bytes of `/large` that the browser was willing to take. */
let taken = 0;

function large(incoming: IncomingMessage, response: ServerResponse): void {
  const all = incoming.url === '/large' ? 100 : UNREAD_MEGABYTES;
  response.writeHead(200, { 'content-type': 'text/plain' });
  const chunk = Buffer.alloc(MEGABYTE, 'x');
  let count = 0;
  taken = 0;
  const more = (): void => {
    while (count < all) {
      count++;
      taken += chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  incoming.on('close', () => response.destroy());
  more();
}

test.beforeAll(async ({ chromium }) => {
  browser = chromium;
  site = await Site.open({
    '/': '<!doctype html><title>a page</title><body></body>',
    '/json': {
      type: 'application/json',
      headers: { 'set-cookie': 'a=b', 'x-mine': 'yes' },
      body: '{"a":1}',
    },
    '/xml': { type: 'text/xml', body: '<a><b>c</b></a>' },
    '/latin': { type: 'text/plain; charset=iso-8859-1', body: Buffer.from([0xe9]) },
    '/picture': {
      type: 'image/png',
      headers: { 'content-length': '4' },
      body: Buffer.from('PNG!'),
    },
    '/long': { type: 'text/plain', body: 'é'.repeat(20_000) },
    '/500': { status: 500, type: 'application/json', body: '{"error":"broken"}' },
    '/slow': () => {},
    '/large': large,
    '/announced': {
      type: 'text/plain',
      headers: { 'content-length': String(2 * MEGABYTE) },
      body: 'y'.repeat(2 * MEGABYTE),
    },
    '/stream': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('first part');
    },
    '/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let n = 1; n <= 7; n++) response.write(`data: message ${n}\n\n`);
    },
  });
});

test.afterAll(async () => {
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

/** Ids count up in the order of the requests. */
const number = ({ id }: Record<string, unknown>) => Number(String(id).split('-').at(-1));

const request = (words: string) => until(() => caught.network(words)[0], words);

test('a fetch has both bodies, safe headers and its place', async () => {
  await page.evaluate(() =>
    fetch('json?one', {
      method: 'post',
      headers: { Authorization: 'Bearer secret', 'X-Mine': 'a' },
      body: JSON.stringify({ query: 'mutation Pay { pay }' }),
    }),
  );
  const record = await request('?one');
  expect(record).toMatchObject({
    method: 'POST',
    url: site.url('/json?one'),
    status: 200,
    statusText: 'OK',
    requestBody: '{"query":"mutation Pay { pay }"}',
    responseBody: '{"a":1}',
    contentType: 'application/json',
    requestHeaders: { authorization: '[redacted]', 'x-mine': 'a' },
    hasAuthHeader: true,
    pageUrl: site.url('/'),
    initiator: 'fetch',
    graphql: { operationName: 'Pay', type: 'mutation' },
  });
  expect(record['responseHeaders']).toMatchObject({ 'x-mine': 'yes' });
  expect(Number.isInteger(record['duration'])).toBe(true);
  expect(JSON.stringify(caught.events)).not.toContain('Bearer');
});

test('a fetch tells whether cookies went along, where the page said so', async () => {
  await page.evaluate(() => fetch('json?bare', { credentials: 'omit' }));
  await page.evaluate(() => fetch('json?usual'));
  expect((await request('?bare'))['credentials']).toBe('omit');
  expect((await request('?usual'))['credentials']).toBeUndefined();
});

test('a Request of a frame is recorded as the request it is', async () => {
  await page.evaluate(async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const { Request } = frame.contentWindow as unknown as typeof globalThis;
    await fetch(new Request('/json?framed', { method: 'post', headers: { 'X-Mine': 'b' } }));
  });
  expect(await request('?framed')).toMatchObject({
    method: 'POST',
    url: site.url('/json?framed'),
    status: 200,
    requestHeaders: { 'x-mine': 'b' },
  });
});

test('a method is recorded as it is sent', async () => {
  await page.evaluate(async () => {
    await fetch('json?lower', { method: 'put' });
    await fetch('json?own', { method: 'foo' });
    const xhr = new XMLHttpRequest();
    xhr.open('patch', 'json?xhr');
    xhr.send();
  });
  expect((await request('?lower'))['method']).toBe('PUT');
  expect((await request('?own'))['method']).toBe('foo');
  expect((await request('?xhr'))['method']).toBe('patch');
});

test('every kind of request body is told, and none is touched', async () => {
  const streamed = await page.evaluate(async () => {
    const form = new FormData();
    form.set('user', 'ann');
    form.set('password', 'hunter2');
    form.set('photo', new File(['12345'], 'a.png', { type: 'image/png' }));
    const post = (name: string, body: BodyInit) => fetch(`/json?${name}`, { method: 'POST', body });
    await post('form', form);
    await post('params', new URLSearchParams({ a: '1' }));
    await post('blob', new Blob(['123'], { type: 'text/css' }));
    await post('buffer', new Uint8Array(7));
    await fetch(new Request('/json?request', { method: 'PUT', body: 'in a request' }));
    const kept = new Request('/json?clone', { method: 'PUT', body: 'in a clone' });
    await fetch(kept.clone());
    await fetch(new Request(kept, { headers: { a: 'b' } }));
    await fetch(new URL('/json?url', location.href), { body: null });
    const body = new ReadableStream({ start: (c) => c.close() });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const stream = new Request('/json?stream', init);
    const before = stream.bodyUsed;
    await fetch(stream).catch(() => {});
    return before;
  });
  expect(streamed).toBe(false);
  await expect.poll(() => caught.network('/json?').length).toBe(9);
  // Records leave when their response was read: the order of the requests is in their times.
  const records = caught.network('/json?');
  records.sort((one, other) => number(one) - number(other));
  const bodies = records.map(({ url, method, requestBody }) => [
    String(url).split('?')[1],
    method,
    requestBody,
  ]);
  expect(bodies).toEqual([
    ['form', 'POST', 'user=ann&password=[redacted]&photo=[File: a.png, 5 bytes]'],
    ['params', 'POST', 'a=1'],
    ['blob', 'POST', '[Binary: 3 bytes, text/css]'],
    ['buffer', 'POST', '[Binary: 7 bytes]'],
    ['request', 'PUT', 'in a request'],
    ['clone', 'PUT', 'in a clone'],
    ['clone', 'PUT', 'in a clone'],
    ['url', 'GET', undefined],
    ['stream', 'POST', '[Stream]'],
  ]);
});

test('responses are kept up to the limit, and left alone with a reason', async () => {
  const lengths = await page.evaluate(async () => {
    const read = async (path: string) => (await (await fetch(path)).arrayBuffer()).byteLength;
    await fetch('/json?opaque', { mode: 'no-cors' });
    const all: number[] = [];
    for (const path of ['/latin', '/picture', '/long', '/announced', '/500']) {
      all.push(await read(path));
    }
    return all;
  });
  expect(lengths).toEqual([1, 4, 40_000, 2 * MEGABYTE, 18]);
  expect(await request('/latin')).toMatchObject({ responseBody: 'é' });
  expect(await request('/picture')).toMatchObject({ responseBody: '[Binary: 4 bytes, image/png]' });
  const long = await request('/long');
  expect(long).toMatchObject({ responseTruncated: true });
  expect(long['responseBody']).toHaveLength(8192);
  expect(await request('/announced')).toMatchObject({ responseBody: '[Skipped: 2097152 bytes]' });
  expect(await request('/500')).toMatchObject({ status: 500, responseBody: '{"error":"broken"}' });
});

test('100 MB reach the page whole, and nothing of them is pulled in for us', async () => {
  const length = await page.evaluate(async () => {
    const reader = (await fetch('/large')).body?.getReader();
    let bytes = 0;
    for (;;) {
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) return bytes;
      bytes += chunk.value.length;
    }
  });
  expect(length).toBe(100 * MEGABYTE);
  const record = await request('/large');
  expect(record).toMatchObject({ responseTruncated: true });
  // What comes last may be half a secret.
  expect(record['responseBody']).toHaveLength(16_384 - 512);

  // A page that does not read takes what fits into buffers. A copy read to its end takes all.
  await page.evaluate(async () => {
    (window as unknown as { kept: unknown }).kept = await fetch('/large?unread');
  });
  await request('/large?unread');
  let last = -1;
  const isAtRest = () => {
    const before = last;
    last = taken;
    return last === before;
  };
  await expect.poll(isAtRest, { intervals: [300] }).toBe(true);
  expect(last).toBeLessThan(UNREAD_MEGABYTES * MEGABYTE);
});

test('a stream without end is told after a moment, and an event stream at once', async () => {
  const text = await page.evaluate(async () => {
    const response = await fetch('/stream');
    await fetch('/events');
    const chunk = await response.body?.getReader().read();
    return new TextDecoder().decode(chunk?.value);
  });
  expect(text).toBe('first part');
  expect(await request('/events')).toMatchObject({ responseBody: '[Skipped: text/event-stream]' });
  // A last word may be half a secret.
  expect(await request('/stream')).toMatchObject({
    responseBody: 'first ',
    responseTruncated: true,
  });
});

test('failures have their reason, and opaque responses are none', async () => {
  await page.evaluate(
    async (other) => {
      const controller = new AbortController();
      const aborted = fetch('/slow?aborted', { signal: controller.signal });
      controller.abort('enough');
      await aborted.catch(() => {});
      await fetch('/slow?timeout', { signal: AbortSignal.timeout(30) }).catch(() => {});
      await fetch('http://127.0.0.1:1/refused').catch(() => {});
      await fetch(`${other}?cors`).catch(() => {});
      await fetch(`${other}?opaque`, { mode: 'no-cors' });
      await fetch('http://own.test:7890/logs').catch(() => {});
    },
    site.url('/json', '127.0.0.1'),
  );
  expect(await request('?aborted')).toMatchObject({ status: 0, error: 'aborted' });
  expect(await request('?timeout')).toMatchObject({ status: 0, error: 'timeout' });
  expect(await request('/refused')).toMatchObject({ status: 0, error: 'network' });
  expect(await request('?cors')).toMatchObject({ status: 0, error: 'network' });
  const opaque = await request('?opaque');
  expect(opaque).toMatchObject({
    status: 0,
    statusText: 'opaque',
    responseBody: '[Skipped: opaque]',
  });
  expect(opaque).not.toHaveProperty('error');
  expect(caught.network('own.test')).toEqual([]);
});

test('XMLHttpRequest is captured with every response type, twice on one object', async () => {
  await page.evaluate(async () => {
    const xhr = new XMLHttpRequest();
    const get = (path: string, type: XMLHttpRequestResponseType, method = 'GET') =>
      new Promise((resolve) => {
        xhr.open(method, path);
        xhr.responseType = type;
        xhr.setRequestHeader('X-Token', 'secret');
        xhr.onloadend = resolve;
        xhr.send(method === 'GET' ? null : 'sent');
      });
    await get('/json?text', '');
    await get('/json?json', 'json', 'POST');
    await get('/json?blob', 'blob');
    await get('/json?buffer', 'arraybuffer');
    await get('/xml?document', 'document');
    await get('/picture?blob', 'blob');
    await get('http://127.0.0.1:1/xhr-refused', '');
    const sync = new XMLHttpRequest();
    sync.open('GET', '/json?sync', false);
    sync.send();
    xhr.open('GET', '/slow?timeout');
    xhr.timeout = 20;
    await new Promise((resolve) => {
      xhr.onloadend = resolve;
      xhr.send();
    });
    xhr.open('GET', '/slow?abort');
    xhr.timeout = 0;
    xhr.send();
    xhr.abort();
    xhr.open('GET', '/slow?reopened');
    xhr.send();
    xhr.open('GET', '/json?last');
    xhr.send();
  });
  await request('?last');
  await request('xhr-refused');
  // The beginning of a blob is read in its own time.
  await expect.poll(() => caught.network().length).toBe(12);
  const told = Object.fromEntries(
    caught.network().map((record) => [
      String(record['url'])
        .split(/\?|1\//)
        .at(-1),
      record,
    ]),
  );
  expect(told['text']).toMatchObject({
    initiator: 'xhr',
    status: 200,
    responseBody: '{"a":1}',
    requestHeaders: { 'x-token': '[redacted]' },
  });
  expect(told['json']).toMatchObject({
    responseBody: '{"a":1}',
    requestBody: 'sent',
    method: 'POST',
  });
  expect(told['buffer']).toMatchObject({ responseBody: '{"a":1}' });
  expect(told['document']).toMatchObject({ responseBody: '<a><b>c</b></a>' });
  expect(told['sync']).toMatchObject({ responseBody: '{"a":1}', status: 200 });
  expect(told['xhr-refused']).toMatchObject({ status: 0, error: 'network' });
  expect(told['timeout']).toMatchObject({ status: 0, error: 'timeout' });
  expect(told['abort']).toMatchObject({ status: 0, error: 'aborted' });
  expect(told['reopened']).toMatchObject({ status: 0, error: 'aborted' });
  const blobs = caught.network('?blob').map(({ responseBody }) => responseBody);
  expect(blobs).toEqual(expect.arrayContaining(['{"a":1}', '[Binary: 4 bytes, image/png]']));
});

test('an XMLHttpRequest opened anew in its own load listener is two requests that went well', async () => {
  await page.evaluate(async () => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', '/json?first');
    await new Promise((resolve) => {
      xhr.onload = () => {
        xhr.onload = resolve;
        xhr.open('GET', '/json?second');
        xhr.send();
      };
      xhr.send();
    });
  });
  expect(await request('?first')).toMatchObject({ status: 200, responseBody: '{"a":1}' });
  expect(await request('?second')).toMatchObject({ status: 200, responseBody: '{"a":1}' });
});

test('modes: errors only, and no bodies at all', async () => {
  await start({ settings: { mode: 'errors-only' } });
  const ask = () =>
    page.evaluate(async () => {
      const init = { method: 'POST', body: 'sent', headers: { a: 'b' } };
      await (await fetch('/json', init)).text();
      await (await fetch('/500', init)).text();
    });
  await ask();
  const well = await request('/json');
  expect(well).toMatchObject({ status: 200 });
  for (const member of ['requestBody', 'responseBody', 'requestHeaders', 'responseHeaders']) {
    expect(well).not.toHaveProperty(member);
  }
  expect(await request('/500')).toMatchObject({
    requestBody: 'sent',
    requestHeaders: { a: 'b' },
    responseBody: '{"error":"broken"}',
  });
  await start({ settings: { networkBodies: false } });
  await ask();
  const bare = await request('/500');
  expect(bare).toMatchObject({ requestHeaders: { a: 'b' } });
  expect(bare).not.toHaveProperty('responseBody');
  expect(bare).not.toHaveProperty('requestBody');
});

test('a response that is being read when the page is left is not lost', async () => {
  await start({ stored: true });
  await page.evaluate(async () => {
    const reader = (await fetch('/stream')).body?.getReader();
    await reader?.read();
    void reader?.read();
  });
  await page.goto(site.url('/'));
  await takeStored(page, caught);
  expect(await request('/stream')).toMatchObject({
    status: 200,
    responseBody: 'first ',
    responseTruncated: true,
  });
});
