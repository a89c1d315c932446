// A page cannot tell that it is watched: every answer of its natives is the same with and without us.
import type { Browser } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { expect, test } from '../support/browser/browser.js';
import { capture, type Caught } from '../support/browser/page-hooks.js';
import { probe, type Findings } from '../support/browser/probe.js';
import { Site } from '../support/pages/site.js';

let browser: Browser;
let site: Site;
let sockets: WebSocketServer;

test.beforeAll(async ({ chromium }) => {
  browser = chromium;
  site = await Site.open({
    '/': '<!doctype html><title>probe</title><body></body>',
    '/json': { type: 'application/json', body: '{"a":1}' },
    '/204': { status: 204 },
    '/redirect': { status: 302, headers: { location: '/json' } },
    '/slow': () => {},
  });
  sockets = new WebSocketServer({ server: site.http, path: '/socket' });
  sockets.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  });
});

test.afterAll(async () => {
  sockets.close();
  await site.close();
});

async function findings(isHooked: boolean): Promise<Findings> {
  const context = await browser.newContext();
  const page = await context.newPage();
  let caught: Caught | undefined;
  if (isHooked) caught = await capture(context);
  else {
    // A binding of Playwright's leaves traces of its own: both pages get one.
    await context.exposeBinding('__sink', () => {});
    await context.addInitScript('delete window.__sink');
  }
  await page.goto(site.url('/'));
  const found = await page.evaluate(probe, site.url('', '127.0.0.1'));
  await context.close();
  if (caught !== undefined) expect(caught.network('/json').length).toBeGreaterThan(10);
  return found;
}

test('the natives of a watched page answer like those of any other', async () => {
  const native = await findings(false);
  const watched = await findings(true);
  expect(Object.keys(native).length).toBeGreaterThan(250);
  const differing = Object.keys({ ...native, ...watched }).filter(
    (question) => native[question] !== watched[question],
  );
  const differences = differing.map((question) => [question, native[question], watched[question]]);
  expect(differences).toEqual([]);
});
