// The dashboard while things change: pausing, clearing, a server that is started anew, who is there.
import { expect, Dashboard, test } from '../support/server/dashboard.js';
import { Server } from '../support/server/server.js';
import { Site } from '../support/pages/site.js';

const say = (server: Server, message: string) =>
  server.post('/logs', { entries: [{ level: 'error', message }] });

const isStream = (request: { url(): string }) => request.url().endsWith('/live');

/** Something that waits until it is let go. */
class Gate {
  open!: () => void;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
}

test('what happens while updates are paused shows when they go on', async ({
  dashboard,
  server,
}) => {
  await say(server, 'before');
  const board = await dashboard();
  await expect(board.event('before')).toBeVisible();
  await board.page.getByRole('button', { name: 'Pause' }).click();
  await say(server, 'meanwhile');
  await expect(board.page.getByText('paused, more is waiting')).toBeVisible();
  await expect(board.event('meanwhile')).toHaveCount(0);
  await board.page.getByRole('button', { name: 'Go on' }).click();
  await expect(board.event('meanwhile')).toBeVisible();
  await expect(board.event('before')).toBeVisible();
});

test('clearing is asked for twice, and empties server and page', async ({ dashboard, server }) => {
  await say(server, 'to be forgotten');
  const board = await dashboard();
  await expect(board.event('to be forgotten')).toBeVisible();
  await board.page.getByRole('button', { name: 'Clear …' }).click();
  await board.page.getByRole('button', { name: 'Keep it' }).click();
  expect((await server.snapshot()).logs).toHaveLength(1);
  await board.page.getByRole('button', { name: 'Clear …' }).click();
  await board.page.getByRole('button', { name: 'Forget it' }).click();
  await expect(board.page.getByText('Nothing has been captured yet')).toBeVisible();
  expect((await server.snapshot()).logs).toHaveLength(0);
  await say(server, 'after');
  await expect(board.event('after')).toBeVisible();
});

test('what an agent clears is gone from the page too', async ({ dashboard, server }) => {
  await say(server, 'to be forgotten');
  const board = await dashboard();
  await expect(board.event('to be forgotten')).toBeVisible();
  await server.tool('clear_browser_logs');
  await expect(board.event('to be forgotten')).toHaveCount(0);
});

test('a server that is started anew is found again, and what the old one had is gone', async ({
  chromium,
}) => {
  const first = await Server.start();
  await say(first, 'of the first');
  const board = await Dashboard.open(chromium, first);
  await expect(board.event('of the first')).toBeVisible();
  await first.stop();
  await expect(board.page.getByText('the server is gone')).toBeVisible();
  await expect(board.event('of the first')).toBeVisible();
  const second = await Server.start({ port: first.port });
  await say(second, 'of the second');
  await expect(board.event('of the second')).toBeVisible();
  await expect(board.event('of the first')).toHaveCount(0);
  await expect(board.page.getByText('live', { exact: true })).toBeVisible();
  await board.close();
  await second.stop();
});

test('a dashboard is no editor: asking for a diagnosis leaves no client behind', async ({
  dashboard,
  server,
}) => {
  await say(server, 'broken');
  const board = await dashboard();
  await board.event('broken').click();
  await expect(board.detail.getByRole('group', { name: 'Diagnosis' })).toContainText('broken');
  await expect
    .poll(async () => ((await server.get('/health')) as { clients: { mcp: number } }).clients.mcp)
    .toBe(0);
});

test('a diagnosis is shown though more happens while it is asked for', async ({
  dashboard,
  server,
}) => {
  await say(server, 'broken');
  const board = await dashboard();
  const [first, later] = [new Gate(), new Gate()];
  let asked = 0;
  await board.page.route('**/mcp', async (route) => {
    if (route.request().postData()?.includes('get_browser_errors')) {
      asked += 1;
      await (asked === 1 ? first : later).opened;
    }
    await route.continue();
  });
  await board.event('broken').click();
  await expect(board.detail.getByText('Asking …')).toBeVisible();
  await expect.poll(() => asked).toBe(1);
  await say(server, 'meanwhile');
  await expect(board.event('meanwhile')).toBeVisible();
  first.open();
  await expect(board.detail.getByRole('group', { name: 'Diagnosis' })).toContainText('broken');
  later.open();
  await board.page.unrouteAll({ behavior: 'wait' });
});

test('tests are asked for when something about them has changed', async ({ dashboard, server }) => {
  const boundary = (action: string) =>
    server.post('/test-boundary', { test_id: 'a', action, title: 'pays', status: 'passed' });
  await boundary('start');
  const board = await dashboard();
  await expect(board.tab('Tests')).toContainText('1');
  let [tests, looks] = [0, 0];
  board.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/tests') tests += 1;
    if (pathname === '/health') looks += 1;
  });
  for (const message of ['one', 'two']) {
    const before = looks;
    await server.post('/logs', { entries: [{ level: 'info', message }] });
    await expect(board.event(message)).toBeVisible();
    // One for the change, and one more: whatever is asked for with the first was asked for.
    await expect.poll(() => looks).toBeGreaterThan(before + 1);
  }
  expect(tests).toBe(0);
  await boundary('end');
  await board.tab('Tests').click();
  await expect(board.page.getByText('1 test: 0 failed, 1 passed')).toBeVisible();
});

test('a dashboard that nobody sees holds no connection, and is up to date when it is seen', async ({
  dashboard,
  server,
}) => {
  await say(server, 'before');
  const board = await dashboard();
  await expect(board.event('before')).toBeVisible();
  const show = (state: string) =>
    board.page.evaluate((told) => {
      Object.defineProperty(document, 'visibilityState', { value: told, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const ended = board.page.waitForEvent('requestfailed', isStream);
  await show('hidden');
  await ended;
  await say(server, 'unseen');
  const begun = board.page.waitForRequest(isStream);
  await show('visible');
  await begun;
  await expect(board.event('unseen')).toBeVisible();
  await expect(board.event('before')).toBeVisible();
});

test('a script that is here before the rest of the page draws it all the same', async ({
  chromium,
  server,
}) => {
  const of = async (path: string) => {
    const headers = { accept: 'text/html' };
    return (await fetch(server.url + path, { headers })).text();
  };
  const [head = '', body = ''] = (await of('/')).split(/(?=<body>)/);
  const script = await of('/dashboard.js');
  let goOn: (() => void) | undefined;
  const slow = await Site.open({
    '/': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(head);
      goOn = () => response.end(body);
    },
    '/dashboard.js': { type: 'text/javascript', body: script },
  });
  const page = await chromium.newPage();
  const here = page.waitForEvent('requestfinished', (it) => it.url().endsWith('/dashboard.js'));
  const loaded = page.goto(slow.url());
  await here;
  // If the script may run, it has by now.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  goOn?.();
  await loaded;
  await expect(page.getByRole('tab', { name: 'Status' })).toBeVisible();
  await page.close();
  await slow.close();
});
