// The CI script and its server: configuration, origins, and a server that is not always there.
import { pathToFileURL } from 'node:url';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BATCH_WAIT_MS } from '../../../packages/capture/src/protocol.generated.js';
import { expect, failure, html, messages, test, type Way } from '../support/browser/ci.js';
import { Server } from '../support/server/server.js';

const WAYS: Way[] = ['http', 'binding'];
const lines = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, n) => `line ${from + n}`);

for (const way of WAYS) {
  test.describe(`by ${way}`, () => {
    test('a server that starts late gets everything once', async ({ server, site, open }) => {
      const shop = await site({
        '/': html(`for (let n = 0; n < 120; n++) console.log('line ' + n)`),
      });
      const page = await open({ way });
      await server.stop();
      const away = failure(page);
      await page.goto(shop.url('/'));
      await away;
      const late = await Server.start({ port: server.port });
      try {
        await late.until(({ logs }) => messages(logs, 'line ').length >= 120);
        await page.evaluate(() => console.log('the last one'));
        const { logs } = await late.until((seen) => messages(seen.logs, 'the last').length > 0);
        expect(messages(logs, 'line ').toSorted()).toEqual(lines(120).toSorted());
      } finally {
        await late.stop();
      }
    });

    test('a server that is restarted misses nothing that happened in between', async ({
      server,
      site,
      open,
    }) => {
      const shop = await site({ '/': html('') });
      const page = await open({ way });
      await page.goto(shop.url('/'));
      const log = (from: number) =>
        page.evaluate((first) => {
          for (let n = first; n < first + 10; n++) console.log(`line ${n}`);
        }, from);
      await log(0);
      await server.until(({ logs }) => messages(logs, 'line ').length === 10);
      await server.stop('SIGKILL');
      const away = failure(page);
      await log(10);
      await away;
      await log(20);
      const second = await Server.start({ port: server.port });
      try {
        await log(30);
        const { logs } = await second.until((seen) => messages(seen.logs, 'line ').length === 30);
        expect(messages(logs, 'line ').toSorted()).toEqual(lines(30, 10).toSorted());
      } finally {
        await second.stop();
      }
    });

    test('what a page could not send, the next page of the origin does', async ({
      server,
      site,
      open,
    }) => {
      const shop = await site({
        '/': html(`for (let n = 0; n < 70; n++) console.log('line ' + n)`),
        '/next': html(''),
      });
      const page = await open({ way });
      await server.stop();
      const away = failure(page);
      await page.goto(shop.url('/'));
      await away;
      await page.goto(shop.url('/next'));
      const late = await Server.start({ port: server.port });
      try {
        const { logs } = await late.until((seen) => messages(seen.logs, 'line ').length === 70);
        expect(new Set(logs.map(({ url }) => url))).toEqual(new Set([shop.url('/')]));
        expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
      } finally {
        await late.stop();
      }
    });

    test('what had to be given up is counted', async ({ server, site, open }) => {
      const shop = await site({ '/': html('') });
      const page = await open({ way });
      await page.goto(shop.url('/'));
      await server.stop();
      const away = failure(page);
      await page.evaluate(() => console.log('finds nobody'));
      await away;
      // A task that is due after the one that ends the gathering of the last lines.
      await page.evaluate(async (wait) => {
        for (let n = 0; n < 2600; n++) console.log(`line ${n}`);
        await new Promise((resolve) => setTimeout(resolve, 2 * wait));
      }, BATCH_WAIT_MS);
      const late = await Server.start({ port: server.port });
      try {
        await late.until(({ logs }) => messages(logs, 'line 2599').length === 1);
        await expect
          .poll(async () => (await late.get('/health')).buffers.logs.lost)
          .toBeGreaterThanOrEqual(601);
      } finally {
        await late.stop();
      }
    });

    test('in the mode errors-only, only failed requests have bodies', async ({
      server,
      site,
      open,
    }) => {
      const shop = await site({
        '/': html(`fetch('/good'); fetch('/bad')`),
        '/good': { type: 'text/plain', body: 'good body' },
        '/bad': { status: 500, type: 'text/plain', body: 'bad body' },
      });
      const page = await open({ way, config: { mode: 'errors-only' } });
      await page.goto(shop.url('/'));
      const seen = await server.until(({ network_bodies }) => network_bodies.length === 2);
      const body = (path: string) =>
        seen.network_bodies.find(({ url }) => url === shop.url(path))?.['responseBody'];
      expect([body('/good'), body('/bad')]).toEqual([undefined, 'bad body']);
    });

    test('two tests at a time keep their events apart', async ({ server, site, open }) => {
      const shop = await site({ '/': html(`console.log('mine')`) });
      const pages = [
        await open({ way, config: { testId: 'first' } }),
        await open({ way, config: { testId: 'second' } }),
      ];
      await Promise.all(pages.map((page) => page.goto(shop.url('/'))));
      await server.until(({ logs }) => logs.length === 2);
      for (const name of ['first', 'second']) {
        const { logs } = await server.get(`/snapshot?test_id=${name}`);
        expect(messages(logs)).toEqual(['mine']);
      }
    });
  });
}

test('a page links the script from the server, and it knows where it came from', async ({
  server,
  site,
  chromium,
}) => {
  const source = `${server.url}/gasoline-ci.js?test_id=linked&mode=errors-only`;
  const shop = await site({
    '/': `<!doctype html><script src="${source}"></script>${html(`console.log('linked'); fetch('/data')`)}`,
    '/data': { type: 'text/plain', body: 'data' },
  });
  const page = await chromium.newPage();
  await page.goto(shop.url('/'));
  const seen = await server.until(
    ({ logs, network_bodies }) => logs.length === 1 && network_bodies.length === 1,
  );
  expect(seen.logs[0]).toMatchObject({ message: 'linked', test_id: 'linked' });
  expect(seen.network_bodies[0]?.['responseBody']).toBeUndefined();
  await page.close();
});

test('the text the server serves works when it is injected', async ({ server, site, chromium }) => {
  const text = await (await fetch(`${server.url}/gasoline-ci.min.js?test_id=injected`)).text();
  const shop = await site({ '/': html(`console.log('injected')`) });
  const context = await chromium.newContext();
  await context.addInitScript(text);
  const page = await context.newPage();
  await page.goto(shop.url('/'));
  const { logs } = await server.until((seen) => seen.logs.length === 1);
  expect(logs[0]?.['test_id']).toBe('injected');
  await context.close();
});

/** A page in a file of the test's own, and its address. */
function write(): string {
  const file = test.info().outputPath('page.html');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html(`console.log('from a file')`));
  return pathToFileURL(file).href;
}

test.describe('a page without an origin', () => {
  test.describe('with --ci', () => {
    test.use({ flags: ['--ci'] });
    test('is heard', async ({ server, open }) => {
      const page = await open({ way: 'http' });
      await page.goto(write());
      await server.until(({ logs }) => messages(logs, 'from a file').length === 1);
    });
  });

  test('is not heard otherwise, and does not notice', async ({ server, open }) => {
    const page = await open({ way: 'http' });
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    const refused = failure(page);
    await page.goto(write());
    await refused;
    expect((await server.snapshot()).logs).toEqual([]);
    expect(errors).toEqual([]);
  });
});
