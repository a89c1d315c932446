// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 1.7 s, on http://localhost:3000.
// 8 actions, 2 requests, 2 errors; from /it's.
import { test, expect } from '@playwright/test';
import { mock } from './x-script.fixture.js';

test('\'"`${x}\\ <\/script>', async ({ page }) => {
  // `Failed to load resource` only repeats a status; those are asserted below.
  const consoleErrors = new Array();
  page.on('console', (message) => {
    const isFailedLoad = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isFailedLoad) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  const sent = new Array();
  page.on('request', (request) => {
    sent.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`);
  });
  await mock(page);

  // An answer may take five times as long as it was recorded to take, and five seconds in any
  // case: a busy machine passes, an application that keeps its users waiting does not.

  // 1. Open /it's
  await page.goto('http://localhost:3000/it\'s?q=\'"`${x}\\ <\/script>\u2028\u2029\r */ // \u202e👋\u0000\'); process.exit(1); (\'');

  // 2. Click button "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('"
  const answer1 = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/graphql' &&
      /(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)'"`\$\{x\}\\ <\/script>\u2028\u2029\r\n\*\/ \/\/ \u202e👋\u0000'\); process\.exit\(1\); \('\b/.test(response.request().postData() ?? ''),
    { timeout: 15000 },
  );
  const read1 = answer1.then((response) => response.json());
  await page.getByTestId('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'').click();
  // confidence: high — POST /graphql '"`${x}\ </script> * / // 👋 '); process.exit(1); (' answered 200
  const response1 = await answer1;
  expect(response1.status()).toBe(200);
  expect(response1.request().timing().responseStart).toBeLessThan(5000);
  // confidence: medium — the types that POST /graphql '"`${x}\ </script> * / // 👋 '); process.exit(1); (' answered, not its values
  const body1 = await read1;
  expect(body1).toHaveProperty('ok', expect.any(Boolean));
  expect(body1).toHaveProperty(['\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'']);
  // confidence: medium — the heading "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('" was shown
  await expect(page.getByRole('heading', { name: '\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'', exact: true, level: 1 }).first()).toBeVisible();
  // confidence: low — `'"`${x}\ </script> * / // 👋 '); process.exit(1); ('` read "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('"
  await expect(page.getByTestId('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'')).toHaveText('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'');
  // confidence: low — `plain` read "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('"
  await expect(page.getByTestId('plain')).toHaveText('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'');

  // 3. Fill "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('"
  await page.getByLabel('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'', { exact: true }).fill('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'');

  // 4. Select "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('" in #'"`${x}\ </script> * / // 👋 '); process.exit(1); ('
  await page.locator('[id="\'\\"`${x}\\\\ <\/script>\u2028\u2029\\d \\a */ // \u202e👋\u0000\'); process.exit(1); (\'"]').selectOption('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'');

  // Press '"`${x}\ </script> * / // 👋

  // 5. Choose a file for '"`${x}\ </script> * / // 👋 '); process.exit(1); ('
  await page.locator('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'').setInputFiles([{ name: '\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'', mimeType: 'application/octet-stream', buffer: Buffer.from('content of the test') }]);

  // 6. Click '"`${x}\ </script> * / // 👋 '); process.exit(1); (' "'"`${x}\ </script> * / // 👋 '); process.exit(1); ('"
  await page.frameLocator('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'').getByTestId('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'').hover();
  await page.frameLocator('\'"`${x}\\ <\/script>\u2028\u2029\r\n*/ // \u202e👋\u0000\'); process.exit(1); (\'').locator('b').click();

  // 7. Click '"`${x}\ </script> * / // 👋 '); process.exit(1); ('
  await page.locator('[data-testid="\'\\"`${x}\\\\ <\/script>\u2028\u2029\\d \\a */ // \u202e👋\u0000\'); process.exit(1); (\'"]').nth(1).click();

  // What a page does after the last act or answer, it does within a moment.
  await page.waitForTimeout(250);

  // confidence: high — what changes something was sent this often, no more
  expect(sent.filter((call) => /^POST \/graphql [^]*(?:"operationName":\s*"|(?:query|mutation|subscription)\s+)'"`\$\{x\}\\ <\/script>\u2028\u2029\r\n\*\/ \/\/ \u202e👋\u0000'\); process\.exit\(1\); \('\b/.test(call))).toHaveLength(1);

  // confidence: high — no errors beyond these, which the recording had
  const knownErrors = [
    /^'"`\$\{x\}\\ <\/script>(?:\r?\n|$)/,
    /^%s '"`\$\{x\}\\ <\/script>/,
  ];
  const isKnown = (text = '') => knownErrors.some((known) => known.test(text));
  expect(consoleErrors.filter((text) => !isKnown(text))).toHaveLength(0);
});
