// `fetch`: the page's call, its response and its failures stay its own.
/* oxlint-disable promise/no-promise-in-callback -- a fake `fetch` gives promises. */
import { expect, test } from 'vitest';
import { fixture, type Fixture } from '../fixture.js';
import { hookFetch } from './fetch.js';

const json = (body: string, init: ResponseInit = {}) =>
  new Response(body, {
    ...init,
    headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
  });

function hooked(native: (...args: unknown[]) => unknown): Fixture & { uninstall: () => void } {
  const made = fixture({ fetch: native });
  return { ...made, uninstall: hookFetch(made.context, made.exchanges) };
}

test('the page gets the very response, and its whole body', async () => {
  const response = json('{"a":1}');
  const { page, of } = hooked(() => Promise.resolve(response));
  const got = await page.fetch('/api', { method: 'post', body: 'sent' });
  expect(got).toBe(response);
  expect(await got.text()).toBe('{"a":1}');
  await expect.poll(() => of('network')).toHaveLength(1);
  expect(of('network')[0]).toMatchObject({
    method: 'POST',
    url: 'http://localhost/api',
    status: 200,
    requestBody: 'sent',
    responseBody: '{"a":1}',
    initiator: 'fetch',
    pageUrl: 'http://localhost/page',
    timestamp: '2026-01-02T03:04:05.006Z',
    duration: 0,
  });
});

test('the page gets the very reason of a failure, and it is told', async () => {
  const reason = new TypeError('Failed to fetch');
  const { page, of, pass } = hooked(() => Promise.reject(reason));
  await expect(page.fetch('/api')).rejects.toBe(reason);
  pass(0);
  expect(of('network')).toMatchObject([{ status: 0, error: 'network' }]);
});

test.each([
  ['aborted', new DOMException('x', 'AbortError'), undefined],
  ['timeout', new DOMException('x', 'TimeoutError'), undefined],
  ['aborted', 'any reason', AbortSignal.abort()],
])('a request may be %s', async (error, reason, signal) => {
  const { page, of } = hooked(() => Promise.reject(reason));
  await page.fetch('/api', signal ? { signal } : {}).catch(() => {});
  expect(of('network')).toMatchObject([{ status: 0, error }]);
});

test('a failure that the content policy explains is blocked', async () => {
  const { page, of, happen, pass } = hooked(() => Promise.reject(new TypeError('x')));
  await page.fetch('http://other/api?a').catch(() => {});
  happen('securitypolicyviolation', {
    blockedURI: 'http://other/api',
    effectiveDirective: 'connect-src',
    disposition: 'enforce',
  });
  pass(0);
  expect(of('network')).toMatchObject([{ error: 'blocked' }]);
});

test.each(['beforeunload', 'pagehide'])(
  'a request that ends after %s did not fail; one of a page that stays may',
  async (event) => {
    const { page, of, happen, pass } = hooked(() =>
      Promise.reject(new TypeError('Failed to fetch')),
    );
    happen(event, {});
    await page.fetch('/under-way').catch(() => {});
    pass(5000);
    await page.fetch('/back-again').catch(() => {});
    pass(0);
    expect(of('network')).toMatchObject([{ error: 'aborted' }, { error: 'network' }]);
  },
);

test('requests under way are counted', async () => {
  const { page, context } = hooked(() => Promise.resolve(json('1')));
  const promise = page.fetch('/api');
  expect(context.pending.count).toBe(1);
  await promise;
  expect(context.pending).toEqual({ count: 0, answeredAt: context.now() });
});

test('values of secret headers stay in the page', async () => {
  const { page, events, of } = hooked(() => Promise.resolve(json('1')));
  const headers = { Authorization: 'Bearer hidden', 'X-Api-Key': 'hidden', Accept: 'a' };
  await page.fetch('/one', { headers });
  await page.fetch('/two', { headers: new Headers(headers) });
  await page.fetch('/three', { headers: Object.entries(headers) });
  await expect.poll(() => of('network')).toHaveLength(3);
  for (const record of of('network')) {
    expect(record).toMatchObject({
      hasAuthHeader: true,
      requestHeaders: { authorization: '[redacted]', 'x-api-key': '[redacted]', accept: 'a' },
    });
  }
  expect(JSON.stringify(events)).not.toContain('hidden');
});

test('whether cookies go along is told where the page said so', async () => {
  const { page, of } = hooked(() => Promise.resolve(json('1')));
  await page.fetch('/own');
  await page.fetch('/own', { credentials: 'omit' });
  await page.fetch('http://other/api', { credentials: 'include' });
  await expect.poll(() => of('network')).toHaveLength(3);
  const said = of('network').map((record) => record.credentials);
  expect(said).toEqual([undefined, 'omit', 'include']);
});

test('own traffic, bad addresses and fetches that give no promise are left alone', async () => {
  const { page, events } = hooked(() => 'not a promise');
  for (const address of ['http://own.test:7890/logs', 'http://[']) {
    expect(page.fetch(address) as unknown).toBe('not a promise');
  }
  expect(events).toEqual([]);
});

test('opaque responses are told without being read', async () => {
  const opaque = { status: 0, type: 'opaque', statusText: '', headers: new Headers() };
  const { page, of } = hooked(() => Promise.resolve(opaque));
  await page.fetch('/api', { mode: 'no-cors' });
  expect(of('network')).toMatchObject([
    { status: 0, statusText: 'opaque', responseBody: '[Skipped: opaque]' },
  ]);
  expect(of('network')[0]).not.toHaveProperty('error');
});

test('uninstalling restores the native', () => {
  const { page, uninstall } = hooked(json as never);
  uninstall();
  expect(page.fetch).toBe(json);
});
