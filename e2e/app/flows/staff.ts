// Journeys of those who run the shop.
import { overwrite, signIn, type, type Flow } from './hands.js';

export const adminCreateEditDelete: Flow = async (page, origin) => {
  const toast = (text: string) => page.locator('.toast').filter({ hasText: text }).waitFor();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await signIn(page, origin);
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('button', { name: 'New product' }).click();
  await type(page.getByLabel('Name'), 'Oak stool');
  await page.getByLabel('Category').selectOption('Garden');
  await type(page.getByLabel('Price'), '79');
  await overwrite(page.getByLabel('Stock'), '4');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast('Oak stool created');

  await row('Oak stool').locator('.editable').click();
  await overwrite(page.getByLabel('Price of Oak stool'), '84.5');
  await page.keyboard.press('Enter');
  await toast('Price saved');

  await row('Oak stool').getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('heading', { name: 'Edit Oak stool' }).waitFor();
  await overwrite(page.getByLabel('Name'), 'Oak bench');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast('Oak bench saved');

  await page.getByLabel('Select Jute twine').check();
  await page.getByLabel('Select Clay pot').check();
  await page.getByRole('button', { name: 'Archive selected' }).click();
  await row('Clay pot').filter({ hasText: 'Archived' }).waitFor();

  await row('Oak bench').getByRole('button', { name: 'Delete' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row('Oak bench').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row('Oak bench').waitFor({ state: 'detached' });
};

export const ordersGraphql: Flow = async (page, origin) => {
  const row = (number: string) => page.locator('.order').filter({ hasText: number });
  await signIn(page, origin);
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByText('6 orders').waitFor();
  await row('HG-100398').getByRole('button', { name: 'Details' }).click();
  await page.getByText('without gift wrap').waitFor();
  await row('HG-100398').getByRole('button', { name: 'Cancel order' }).click();
  await row('HG-100398').filter({ hasText: 'CANCELLED' }).waitFor();
  await page.getByLabel('Status').selectOption('OPEN');
  await page.getByText('1 orders').waitFor();
};

/** Meets a failure on the healthy shop: the old ledger is closed. */
export const reports: Flow = async (page, origin) => {
  await signIn(page, origin);
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'Sales' }).click();
  await page.getByText('6 orders').waitFor();
  await page.getByRole('button', { name: 'Old ledger' }).click();
  await page.getByText('The old ledger is closed.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The old ledger is closed.').waitFor();
};
