// What hands do in every journey: type key by key, write over, sign in.
import type { Locator, Page } from '@playwright/test';

/** A user's journey. It waits until the page shows the result of each step, and asserts no more. */
export type Flow = (page: Page, origin: string) => Promise<void>;

export const ADA = { email: 'ada@example.com', password: 'correct-horse' };

/** Clicks into a field and types. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.pressSequentially(text);
}

/** Types over what a field holds. */
export async function overwrite(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

/** Opens the shop and signs in; the product list is shown then. */
export async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await type(page.getByLabel('E-mail'), ADA.email);
  await type(page.getByLabel('Password'), ADA.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Signed in as').waitFor();
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
}

/** Adds a product from the list: its button is one of many of the same name. */
export async function addFromList(page: Page, name: string): Promise<void> {
  const card = page.locator('.product').filter({ hasText: name });
  await card.getByRole('button', { name: 'Add to cart' }).click();
  await page.locator('.toast').filter({ hasText: 'added to your cart' }).last().waitFor();
}

/** From the list to the checkout form, with one thing in the cart. */
export async function goToCheckout(page: Page): Promise<void> {
  await page.getByTestId('cart-link').click();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('heading', { name: 'Checkout' }).waitFor();
}

/** Everything of the checkout form but payment and terms. */
export async function fillAddress(page: Page): Promise<void> {
  await type(page.getByLabel('Full name'), 'Ada Byron');
  await type(page.getByLabel('Street'), '12 St James Square');
  await type(page.getByLabel('Postcode'), '1100-148');
  await type(page.getByLabel('City'), 'Lisbon');
  await page.getByLabel('Country').selectOption('PT');
  await page.getByText('Arrives within 2 days').waitFor();
  // A calendar sets the day at once; nobody types one key by key.
  await page.getByLabel('Delivery date').fill(inDays(10));
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
