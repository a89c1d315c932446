// The worker is ended, the server restarts: nothing is lost, nothing is doubled.
import type { Page } from '@playwright/test';
import { expect, Extension, html, isConnected, test } from '../support/browser/extension.js';
import { Server } from '../support/server/server.js';

const PAGES = {
  '/': html(
    `let n = 0; window.say = (count) => { while (count--) console.log('line ' + n++); }`,
    '<button>Click me</button>',
  ),
};

/** Logs so many lines more. */
function say(tab: Page, count: number): Promise<void> {
  return tab.evaluate((more) => (window as unknown as { say(n: number): void }).say(more), count);
}

/** Ends the worker as Chrome would, in the middle of whatever it does. */
async function endWorker(extension: Extension, tab: Page): Promise<void> {
  const session = await extension.context.newCDPSession(tab);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

async function lines(server: Server): Promise<string[]> {
  const { logs } = await server.snapshot();
  return logs.map(({ message }) => String(message)).filter((text) => text.startsWith('line '));
}

/** Lines that the worker has written down: those outlive it. */
async function written(extension: Extension): Promise<number> {
  const worker = await extension.worker();
  return worker.evaluate(async () => {
    const items: unknown[] = Object.values(await chrome.storage.session.get(null));
    const saved = items as { delivery?: { kind: string; count: number } }[];
    const logs = saved.flatMap(({ delivery }) => (delivery?.kind === 'log' ? [delivery] : []));
    return logs.reduce((sum, { count }) => sum + count, 0);
  });
}

async function expectLines(server: Server, count: number): Promise<void> {
  const expected = Array.from({ length: count }, (_, index) => `line ${index}`);
  await expect.poll(async () => (await lines(server)).length).toBe(count);
  expect(new Set(await lines(server))).toEqual(new Set(expected));
}

test('a worker that is ended again and again loses and doubles nothing', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site(PAGES);
  await tab.goto(app.url());
  for (let round = 0; round < 8; round++) {
    await say(tab, 25);
    // Different moments of a batch's way: before it is sent, under way, received.
    await tab.waitForTimeout(round * 25);
    await endWorker(extension, tab);
  }
  await say(tab, 25);

  await expectLines(server, 225);
});

test('a worker that is ended comes back by itself while a page is open', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site(PAGES);
  await tab.goto(app.url());
  await server.until((now) => now.enhanced_actions.length > 0);
  await endWorker(extension, tab);
  // Nobody but the page wakes it, and only a worker that lives answers. That it is away may be over
  // before anybody looks: what the page has to send wakes it at once.
  await expect.poll(async () => Boolean((await server.tool('get_page_info')).isError)).toBe(false);
  // Whoever leaves finds it there: a message to a worker that must be started first is lost with its page.
  await say(tab, 120);
  await tab.close();

  await expectLines(server, 120);
});

test('a reloaded extension goes on with the pages that are open', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site(PAGES);
  await tab.goto(app.url());
  await say(tab, 5);
  await expectLines(server, 5);
  const manager = await extension.context.newPage();
  await manager.goto('chrome://extensions');
  const nextWorker = extension.context.waitForEvent('serviceworker');
  await manager.evaluate(async (id) => {
    const { developerPrivate } = chrome as unknown as {
      developerPrivate: Record<string, (...given: unknown[]) => Promise<void>>;
    };
    // An unpacked extension comes back only in developer mode.
    await developerPrivate['updateProfileConfiguration']?.({ inDeveloperMode: true });
    await developerPrivate['reload']?.(id, { failQuietly: true });
  }, extension.id);
  await nextWorker;
  await isConnected(server);
  await expect
    .poll(async () => {
      await say(tab, 1);
      return (await lines(server)).length;
    })
    .toBeGreaterThan(5);
  // Both lives see the click; the earlier one finds that it is over, and takes nothing with it.
  await server.post('/clear', {});
  await tab.getByRole('button').click();
  await server.until((now) => now.enhanced_actions.length > 0);
  await say(tab, 3);
  const { enhanced_actions } = await server.until((now) => now.logs.length >= 3);
  expect(enhanced_actions.map(({ type }) => type)).toEqual(['click']);
  const arrived = await lines(server);
  expect(new Set(arrived).size).toBe(arrived.length);
});

test('another browser is told that it is not the paired one, and its events go by HTTP', async ({
  tab,
  server,
  site,
}) => {
  const app = await site(PAGES);
  await tab.goto(app.url());
  const other = await Extension.launch();
  await other.reset(server.url);
  const page = await other.context.newPage();
  await page.goto(app.url());
  const popup = await other.popup(page);
  await expect(popup.getByRole('status')).toContainText('Another browser is paired');
  await expect.poll(() => other.badge(page)).toBe('!');
  await say(page, 30);

  await expectLines(server, 30);
  await other.close();
});

test('what happens while the server is away arrives when it is back', async ({
  site,
  extension,
}) => {
  const app = await site(PAGES);
  let server = await Server.start();
  const { port } = server;
  await extension.reset(server.url);
  await isConnected(server);
  const tab = await extension.context.newPage();
  await tab.goto(app.url());
  await say(tab, 10);
  await expectLines(server, 10);
  await server.stop();
  await say(tab, 300);
  await expect.poll(() => written(extension)).toBe(300);
  // The page and the worker are gone before the server is back.
  await tab.goto('about:blank');
  await endWorker(extension, tab);
  server = await Server.start({ port });
  // Chrome wakes the worker by its alarm, within half a minute; the user is quicker.
  await extension.page('popup.html');
  await isConnected(server);

  await expect.poll(async () => (await lines(server)).length).toBe(300);
  await server.stop();
  await tab.close();
});

test('a server that is killed in the middle of a flood gets every line once', async ({
  site,
  extension,
}) => {
  const app = await site(PAGES);
  let server = await Server.start();
  const { port } = server;
  await extension.reset(server.url);
  await isConnected(server);
  const tab = await extension.context.newPage();
  await tab.goto(app.url());
  await say(tab, 200);
  const before = new Set<string>();
  for (const line of await lines(server)) before.add(line);
  await server.stop('SIGKILL');
  await say(tab, 200);
  server = await Server.start({ port });
  await say(tab, 200);
  await isConnected(server);

  // What the first server acknowledged died with it; all the rest is here, once.
  await expect.poll(() => lines(server)).toContain('line 599');
  await expect
    .poll(async () => (await lines(server)).filter((line) => Number(line.slice(5)) >= 200).length)
    .toBe(400);
  const arrived = await lines(server);
  expect(new Set(arrived).size).toBe(arrived.length);
  await server.stop();
  await tab.close();
});
