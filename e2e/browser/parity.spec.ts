// One page through the extension and through the CI script: the same JSON but for ids and times.
import type { BrowserContext, Page } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { inject } from './support/browser/ci.js';
import { expect, html, test } from './support/browser/extension.js';
import { Server, type Snapshot } from './support/server/server.js';
import type { Site } from './support/pages/site.js';

const STEPS = ['console', 'throw', 'reject', 'fetch', 'missing', 'xhr', 'image', 'socket'];

const PAGE = html(
  `const step = (id, act) => { document.getElementById(id).onclick = async () => { await act(); document.title = id; }; };
   step('console', () => {
     console.log('plain', 1, null, undefined, true);
     console.info('%s is %d years, %o', 'Ada', 36, {a: {b: [1, 2]}});
     console.warn(new Map([['k', 1]]), new Set([1]), Symbol('s'), 10n, () => 1);
     console.debug(document.body, new Date(0), /x/g);
     console.error(new RangeError('logged', {cause: new Error('the cause')}));
     const loop = {}; loop.self = loop; console.log(loop);
   });
   step('throw', () => new Promise((done) => { setTimeout(() => { setTimeout(done); throw new TypeError('thrown'); }); }));
   step('reject', () => { Promise.reject(new Error('rejected')); });
   step('fetch', () => fetch('/api?x=1', {method: 'POST', headers: {'content-type': 'application/json', authorization: 'Bearer t'}, body: '{"q":1}'}).then((answer) => answer.json()));
   step('missing', () => fetch('/missing').then((answer) => answer.text()));
   step('xhr', () => new Promise((done) => { const x = new XMLHttpRequest(); x.open('PUT', '/api'); x.onloadend = done; x.send('body'); }));
   step('image', () => new Promise((done) => { const i = document.createElement('img'); i.onerror = done; i.src = '/no.png'; document.body.append(i); }));
   step('socket', () => new Promise((done) => { const s = new WebSocket(location.origin.replace('http', 'ws'));
     s.onopen = () => s.send('hello'); s.onmessage = () => s.close(1000, 'bye'); s.onclose = done; }));
   step('route', () => { history.pushState({}, '', '/route'); });`,
  `<h1>Parity</h1>
   ${[...STEPS, 'route']
     .map((id) => `<button id="${id}" data-testid="${id}">${id}</button>`)
     .join('')}
   <label>Name <input name="name"></label><label>Password <input type="password" name="pw"></label>
   <label>Size <select name="size"><option value="s">small</option><option value="l">large</option></select></label>
   <label><input type="checkbox" name="ok"> Agree</label>`,
);

/** Does everything once, each step after the last one has ended. */
async function walk(page: Page, server: Server, url: string): Promise<void> {
  await page.goto(url);
  // Its outline and its performance are taken a moment after it has loaded.
  await server.until(
    (now) => list(now, 'dom_snapshots').length >= 1 && list(now, 'performance').length >= 1,
  );
  const press = async (id: string) => {
    await page.getByTestId(id).click();
    await expect(page).toHaveTitle(id);
    // Batches of one step are not to mix with those of the next.
    await server.until((now) => clicked(now, id));
  };
  for (const id of STEPS) await press(id);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password').fill('secret');
  await page.getByLabel('Size').selectOption('l');
  await page.getByLabel('Agree').check();
  await page.getByLabel('Name').press('Enter');
  // The outline of a route is always taken, and the last: none is due when the page is closed.
  await press('route');
  await server.until((now) => list(now, 'dom_snapshots').length >= 2);
}

function clicked({ enhanced_actions }: Snapshot, testId: string): boolean {
  return enhanced_actions.some(({ type, selectors }) => {
    return type === 'click' && Object(selectors)['testId'] === testId;
  });
}

async function capture(
  context: BrowserContext,
  server: Server,
  site: Site,
): Promise<Record<string, unknown>> {
  const page = await context.newPage();
  await walk(page, server, site.url());
  // The load and the route; what is told when the page is left does not always survive a binding.
  await server.until((now) => list(now, 'performance').length >= 2);
  await page.close();
  const snapshot = await server.until(
    (now) => now.enhanced_actions.length >= 14 && now.logs.length >= 9,
  );
  return {
    logs: comparable(snapshot.logs),
    network: comparable(snapshot.network_bodies),
    sockets: comparable(snapshot.websocket_events),
    actions: comparable(snapshot.enhanced_actions),
    outlines: comparable(list(snapshot, 'dom_snapshots')),
    performance: shapes(list(snapshot, 'performance')),
  };
}

function list(snapshot: Snapshot, name: string): Record<string, unknown>[] {
  const value = snapshot[name];
  return Array.isArray(value) ? value : [];
}

/** What differs between two runs of anything: ids, times, who saw it, and what there was no time for. */
const DIFFERENT =
  'id seq received_at timestamp ts tabId frameId test_id duration client date locator matches index'.split(
    ' ',
  );

function time({ timestamp }: Record<string, unknown>): number {
  return typeof timestamp === 'number' ? timestamp : Date.parse(String(timestamp));
}

/** In the order things happened: batches may overtake each other on their way. */
function comparable(events: Record<string, unknown>[]): unknown[] {
  const inOrder = events.toSorted((a, b) => time(a) - time(b));
  return JSON.parse(
    JSON.stringify(inOrder, (key, value: unknown) => (DIFFERENT.includes(key) ? undefined : value)),
  );
}

/**
 * Timings differ, and with them what was loaded by then; what is told of it does not. The load and
 * the route may be told in one moment, and overtake each other.
 */
function shapes(events: Record<string, unknown>[]): unknown[] {
  const texts = events.map((event) => JSON.stringify(event, shape));
  return texts.toSorted().map((text) => JSON.parse(text));
}

function shape(key: string, value: unknown): unknown {
  if (key === 'batch_id' || DIFFERENT.includes(key)) return undefined;
  if (key === 'network') return Object.keys(Object(value));
  // Told once more when the page is left, which a binding does not always survive.
  if (key === 'interactionToNextPaint') return undefined;
  return typeof value === 'object' ? value : typeof value;
}

test.describe('parity', () => {
  for (const way of ['http', 'binding'] as const) {
    test(`the extension and the CI script by ${way} tell the same`, async ({
      tab,
      server,
      extension,
      chromium,
      site,
    }) => {
      const app = await site({
        '/': PAGE,
        '/api': { type: 'application/json', body: '{"answer":42}' },
      });
      const sockets = new WebSocketServer({ server: app.http });
      sockets.on('connection', (socket) => socket.on('message', () => socket.send('heard')));
      await tab.close();
      const byExtension = await capture(extension.context, server, app);

      const other = await Server.start();
      const context = await chromium.newContext();
      await inject(context, other, { way });
      const byScript = await capture(context, other, app);
      await context.close();
      await other.stop();
      sockets.close();

      for (const kind of Object.keys(byExtension)) {
        expect(byScript[kind], kind).toEqual(byExtension[kind]);
        expect(JSON.stringify(byExtension[kind]).length, kind).toBeGreaterThan(20);
      }
    });
  }
});
