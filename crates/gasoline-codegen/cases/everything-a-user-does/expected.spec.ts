// Recorded by Gasoline at 2026-01-02T03:04:05.000Z, 13.9 s, on http://localhost:3000.
// 26 actions, 0 requests, 0 errors; from /editor.
import { test, expect } from '@playwright/test';

test('every action', async ({ page }) => {
  // `Failed to load resource` only repeats a status; those are asserted below.
  const consoleErrors = new Array();
  page.context().on('console', (message) => {
    const isFailedLoad = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isFailedLoad) consoleErrors.push(message.text());
  });
  page.context().on('weberror', (event) => consoleErrors.push(event.error().message));

  // 1. Open /editor
  await page.goto('http://localhost:3000/editor');

  // 2. Fill textbox "Title"
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Hello');

  // 3. Press Tab
  await page.getByRole('textbox', { name: 'Title', exact: true }).press('Tab');

  // 4. Check checkbox "Publish at once"
  await page.getByRole('checkbox', { name: 'Publish at once', exact: true }).check();

  // 5. Uncheck checkbox "Notify"
  await page.getByRole('checkbox', { name: 'Notify', exact: true }).uncheck();

  // 6. Select "Red" in combobox "Colour"
  await page.getByRole('combobox', { name: 'Colour', exact: true }).selectOption('red');

  // 7. Select "A, B" in listbox "Tags"
  await page.getByRole('listbox', { name: 'Tags', exact: true }).selectOption(['a', 'b']);

  // User scrolled to y=320

  // 8. Double-click button "Edit"
  await page.getByRole('button', { name: 'Edit', exact: true }).dblclick();

  // 9. Click button "Delete"
  await page.getByRole('listitem', { name: 'Milk', exact: true }).hover();
  await page.getByRole('listitem').filter({ hasText: 'Milk' }).getByRole('button', { name: 'Delete', exact: true }).click();

  // 10. Press Escape
  await page.getByRole('textbox', { name: 'Title', exact: true }).press('Escape');

  // 11. Press Shift+Tab
  await page.getByRole('textbox', { name: 'Title', exact: true }).press('Shift+Tab');

  // 12. Choose a file for #file
  await page.locator('#file').setInputFiles([{ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('content of the test') }, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('content of the test') }]);

  // 13. Fill textbox "Card"
  await page.frameLocator('iframe[name="pay"]').getByRole('textbox', { name: 'Card', exact: true }).fill('4242');

  // 14. Click link "Preview"
  const popup1Opened = page.waitForEvent('popup');
  await page.locator('[data-cy="preview"]').click();
  const popup1 = await popup1Opened;

  // A new page opens
  // confidence: high — it led to /preview
  await expect(popup1).toHaveURL(/^http:\/\/localhost:3000\/preview(?:[?#]|$)/);
  // confidence: medium — the heading "Preview" was shown
  await expect(popup1.getByRole('heading', { name: 'Preview', exact: true, level: 1 }).first()).toBeVisible();

  // 15. Click button "Close"
  await popup1.getByRole('button', { name: 'Close', exact: true }).click();

  // 16. Fill searchbox "Find"
  await page.getByRole('searchbox', { name: 'Find', exact: true }).fill('milk');

  // 17. Press Enter
  await page.getByRole('searchbox', { name: 'Find', exact: true }).press('Enter');
  // confidence: high — it led to /editor
  await expect(page).toHaveURL(/^http:\/\/localhost:3000\/editor\?(?=(?:[^#]*&)?q=milk(?:[&#]|$))/);

  // What a page does after the last act or answer, it does within a moment.
  await page.waitForTimeout(250);

  // confidence: high — the recording had no errors
  expect(consoleErrors).toHaveLength(0);
});
