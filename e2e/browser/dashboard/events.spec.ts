// From a real page through real capture to the dashboard: events, diagnosis, bodies, what is copied.
import { execFileSync } from 'node:child_process';
import { CODE, shopPages } from '../support/pages/bundle.js';
import { html } from '../support/browser/ci.js';
import { expect, test } from '../support/server/dashboard.js';

test('an empty dashboard says how to connect', async ({ dashboard, server }) => {
  const { page, offences } = await dashboard();
  await expect(page.getByRole('heading', { name: 'Nothing has been captured yet' })).toBeVisible();
  await expect(
    page.getByText(`<script src="${server.url}/gasoline-ci.js"></script>`),
  ).toBeVisible();
  await expect(page.getByText('nobody is connected')).toBeVisible();
  expect(offences).toEqual([]);
});

test('a click on an error shows its diagnosis with the line of the source', async ({
  dashboard,
  open,
  site,
}) => {
  const shop = await site(await shopPages());
  const tab = await open({ way: 'http' });
  await tab.goto(shop.url());
  const board = await dashboard();
  // It is open before anything breaks: what shows came without a reload.
  await tab.getByRole('button', { name: 'Buy' }).click();
  const error = board.event(/error.*TypeError/);
  await error.click();
  const diagnosis = board.detail.getByRole('group', { name: 'Diagnosis' });
  await expect(diagnosis).toContainText('src/cart.ts:6');
  await expect(diagnosis).toContainText(CODE);
  await expect(diagnosis).toContainText('click button "Buy"');
  await expect(board.event(/action.*click button “Buy”/)).toBeVisible();
  await expect(board.page.getByText('1 page', { exact: true })).toBeVisible();

  const prompt = await board.copied('Copy as prompt');
  expect(prompt).toContain('Find the cause in the source and fix it');
  expect(prompt).toContain(CODE);
  const script = await board.copied('Copy as test');
  expect(script).toContain("import { test, expect } from '@playwright/test'");
  expect(script).toContain("getByRole('button', { name: 'Buy'");
  expect(board.offences).toEqual([]);
});

test('a request shows both bodies, masked, and is copied as curl that a shell reads back', async ({
  dashboard,
  open,
  site,
}) => {
  const secret = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
  const hostile = `it's $(touch /tmp/x) \`id\` "quoted" \\ back`;
  const body = JSON.stringify({ note: hostile, key: secret });
  const script = `fetch('/api/pay?x=[1-3]', { method: 'POST', headers: { 'content-type': 'application/json', 'x-note': "it's" }, body: ${JSON.stringify(body)} })`;
  const pages = await site({
    '/': html(script),
    '/api/pay': { status: 402, type: 'application/json', body: '{"error":"card was declined"}' },
  });
  const tab = await open({ way: 'http' });
  await tab.goto(pages.url());
  const board = await dashboard();
  await board.event(/request.*POST .*402/).click();
  const { detail } = board;
  await expect(detail.getByRole('group', { name: 'Request body' })).toContainText(
    '$(touch /tmp/x)',
  );
  await expect(detail.getByRole('group', { name: 'Response body' })).toContainText(
    '"error": "card was declined"',
  );
  await expect(detail).not.toContainText(secret);

  const command = await board.copied('Copy as curl');
  expect(command).not.toContain(secret);
  const said = execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`]);
  const words = said.toString().split('\0').slice(0, -1);
  expect(words[words.indexOf('--url') + 1]).toBe(pages.url('/api/pay?x=[1-3]'));
  expect(words).toContain("x-note: it's");
  const sent = JSON.parse(words[words.indexOf('--data-raw') + 1] ?? '') as { note: string };
  expect(sent.note).toBe(hostile);
  expect(board.offences).toEqual([]);
});

test('captured text is shown and never runs', async ({ dashboard, open, site }) => {
  const hostile = `</script><img src=x onerror=alert(1)><a href="javascript:alert(2)">x</a>`;
  const pages = await site({
    '/': html(`console.error(${JSON.stringify(hostile).replaceAll('<', '\\u003c')})`),
  });
  const tab = await open({ way: 'http' });
  await tab.goto(pages.url());
  const board = await dashboard();
  await board.event(/onerror=alert/).click();
  await expect(board.detail.getByRole('heading', { level: 2 })).toHaveText(hostile);
  await expect(board.detail.getByRole('group', { name: 'Diagnosis' })).toContainText(hostile);
  await expect(board.page.locator('img')).toHaveCount(0);
  await expect(board.page.locator('a')).toHaveCount(0);
  expect(board.offences).toEqual([]);
});

test('sockets, console lines and pictures have their lanes', async ({ dashboard, server }) => {
  await server.post('/websocket-events', {
    events: [{ event: 'close', id: 'ws-1', url: 'ws://localhost:1/live', code: 1006 }],
  });
  await server.post('/logs', { entries: [{ level: 'warn', message: 'the cart is slow' }] });
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  const dataUrl = `data:image/png;base64,${pixel}`;
  await server.post('/screenshots', { dataUrl, url: 'http://localhost:1/cart', trigger: 'error' });
  const board = await dashboard();
  await expect(board.event(/socket.*close ws:.*close 1006/)).toBeVisible();
  await expect(board.event(/console.*the cart is slow/)).toBeVisible();
  await board.page.getByRole('button', { name: /^screenshot \(error\)/ }).click();
  const picture = board.detail.getByRole('img', { name: /^screenshot \(error\)/ });
  await expect(picture).toHaveJSProperty('naturalWidth', 1);
  expect(board.offences).toEqual([]);
});
