// Errors and failed requests that a page reports, and others like them that only the driver sees.
import { expect, test } from '@playwright/test';

const WORKER = `
  setTimeout(() => Promise.reject(new Error('Boom')));
  setTimeout(() => Promise.reject('no stock'));
`;

const PAGE = `<!doctype html><title>seen</title><link rel="icon" href="data:,"><body><script>
  console.error('Error: Boom, says the page');
  setTimeout(() => { throw 'sold out'; });
  setTimeout(() => { throw new Error(''); });
  setTimeout(() => { throw { total: 25 }; });
  fetch('/down').catch(() => {});
  const script = new Blob([${JSON.stringify(WORKER)}]);
  new Worker(URL.createObjectURL(script));
</script>`;

test('sees what its page reports, and more', async ({ page }) => {
  await page.route('http://seen.test/**', (route) =>
    new URL(route.request().url()).pathname === '/down'
      ? route.fulfill({ status: 503, json: { error: 'down' } })
      : route.fulfill({ contentType: 'text/html', body: PAGE }),
  );
  let errors = 0;
  page.on('pageerror', () => errors++);
  const failed = page.waitForResponse('**/down');
  await page.goto('http://seen.test/');
  await failed;
  await expect.poll(() => errors, { timeout: 120_000 }).toBe(5);
  await page.goto('http://seen.test/down');
  expect(await page.title()).toBe('up again');
});
