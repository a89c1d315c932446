// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 18.0 s, on http://localhost:3000.
// 11 actions, 2 requests, 0 errors; from /notes.
import { test, expect } from '@playwright/test';

test('/notes: click button "Lock"', async ({ page }) => {
  // `Failed to load resource` only repeats a status; those are asserted below.
  const consoleErrors = new Array();
  page.on('console', (message) => {
    const isFailedLoad = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isFailedLoad) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  const sent = new Array();
  page.on('request', (request) => {
    sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });

  // An answer may take five times as long as it was recorded to take, and five seconds in any
  // case: a busy machine passes, an application that keeps its users waiting does not.

  // 1. Open /notes
  await page.goto('http://localhost:3000/notes');

  // 2. Click button "Rename"
  const answer1 = page.waitForResponse(
    (response) =>
      response.request().method() === 'PATCH' &&
      new URL(response.url()).pathname === '/api/notes/7',
    { timeout: 15000 },
  );
  const dialog1 = page.waitForEvent('dialog');
  page.once('dialog', (dialog) => dialog.accept('Bob\'s note'));
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  // confidence: high — the browser said "What's its name?" (prompt)
  expect((await dialog1).type()).toBe('prompt');
  expect((await dialog1).message()).toBe('What\'s its\nname?');
  // confidence: high — PATCH /api/notes/7 answered 200
  const response1 = await answer1;
  expect(response1.status()).toBe(200);
  expect(response1.request().timing().responseStart).toBeLessThan(5000);

  // 3. Click button "Share"
  const dialog2 = page.waitForEvent('dialog');
  page.once('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  // confidence: high — the browser said "Share it with everybody?" (confirm)
  expect((await dialog2).type()).toBe('confirm');
  expect((await dialog2).message()).toBe('Share it with everybody?');

  // 4. Click button "Delete"
  const answer2 = page.waitForResponse(
    (response) =>
      response.request().method() === 'DELETE' &&
      new URL(response.url()).pathname === '/api/notes/7',
    { timeout: 15000 },
  );
  const dialog3 = page.waitForEvent('dialog');
  const dialog4 = dialog3.then(() => page.waitForEvent('dialog'));
  const dialog5 = dialog4.then(() => page.waitForEvent('dialog'));
  page.once('dialog', (dialog) => {
    page.once('dialog', (dialog) => {
      page.once('dialog', (dialog) => dialog.accept());
      return dialog.accept(process.env.GASOLINE_PROMPT ?? '[user-provided]');
    });
    return dialog.accept();
  });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  // confidence: high — the browser said "Delete Bob's note?" (confirm)
  expect((await dialog3).type()).toBe('confirm');
  expect((await dialog3).message()).toBe('Delete Bob\'s note?');
  // confidence: high — the browser said "Your password, please" (prompt)
  expect((await dialog4).type()).toBe('prompt');
  expect((await dialog4).message()).toBe('Your password, please');
  // confidence: medium — the browser showed a dialog (alert); its text varies
  expect((await dialog5).type()).toBe('alert');
  // confidence: high — DELETE /api/notes/7 answered 204
  const response2 = await answer2;
  expect(response2.status()).toBe(204);
  expect(response2.request().timing().responseStart).toBeLessThan(5000);

  // 5. Click button "Lock"
  const dialog6 = page.waitForEvent('dialog');
  page.once('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  // confidence: high — the browser said "For how long?" (prompt)
  expect((await dialog6).type()).toBe('prompt');
  expect((await dialog6).message()).toBe('For how long?');

  // What a page does after the last act or answer, it does within a moment.
  await page.waitForTimeout(250);

  // confidence: high — what changes something was sent this often, no more
  expect(sent.filter((call) => call === 'PATCH /api/notes/7')).toHaveLength(1);
  expect(sent.filter((call) => call === 'DELETE /api/notes/7')).toHaveLength(1);

  // confidence: high — the recording had no errors
  expect(consoleErrors).toHaveLength(0);
});
