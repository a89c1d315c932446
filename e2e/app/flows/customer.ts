// Journeys of a customer: signing in, looking around, buying, changing the cart.
import {
  ADA,
  addFromList,
  fillAddress,
  goToCheckout,
  overwrite,
  signIn,
  type,
  type Flow,
} from './hands.js';

export const login: Flow = async (page, origin) => {
  await page.goto(`${origin}/login`);
  await type(page.getByLabel('E-mail'), ADA.email);
  await type(page.getByLabel('Password'), 'wrong-horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').filter({ hasText: 'not right' }).waitFor();
  await overwrite(page.getByLabel('Password'), ADA.password);
  await page.keyboard.press('Enter');
  await page.getByText('Signed in as Ada Byron').waitFor();
  await page.getByRole('heading', { name: 'Products' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
};

export const browseAndSearch: Flow = async (page, origin) => {
  await page.goto(`${origin}/products`);
  const found = page.locator('.found');
  await found.filter({ hasText: '24 products' }).waitFor();
  await page.locator('.ticker').filter({ hasText: 'left' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('lantern');
  await found.filter({ hasText: '2 products' }).and(page.locator(':not(:text("24"))')).waitFor();
  await page.getByLabel('Search products').press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await found.filter({ hasText: '24 products' }).waitFor();
  await page.getByLabel('Category').selectOption('Textiles');
  await found.filter({ hasText: '6 products' }).waitFor();
  await page.getByLabel('Sort by').selectOption('price');
  await page.locator('.product').first().filter({ hasText: 'Tea towel' }).waitFor();
  await page.locator('.product').first().locator('.heart').click();
  await page.getByLabel('Category').selectOption('');
  await found.filter({ hasText: '24 products' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Page 2 of 4').waitFor();
  await page.goBack();
  await page.getByText('Page 1 of 4').waitFor();
};

export const buy: Flow = async (page, origin) => {
  await signIn(page, origin);
  await page.getByRole('link', { name: 'Enamel mug' }).click();
  await page.getByRole('heading', { name: 'Enamel mug' }).waitFor();
  await page.locator('.thumb').nth(1).click();
  await page.getByRole('img', { name: 'View 2' }).waitFor();
  await page.getByLabel('Navy').check();
  await overwrite(page.getByLabel('Quantity'), '2');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.locator('.toast').filter({ hasText: 'added to your cart' }).waitFor();
  await goToCheckout(page);
  await fillAddress(page);
  await page.getByLabel('Wrap it as a gift').check();
  await page.getByTestId('place-order').click();
  await page.getByText('Please accept the terms.').waitFor();
  await page.getByLabel('I accept the terms').check();
  await page.getByTestId('place-order').click();
  await page.getByTestId('order-number').waitFor();
};

export const cartEdit: Flow = async (page, origin) => {
  await signIn(page, origin);
  await addFromList(page, 'Enamel mug');
  await addFromList(page, 'Cast iron pan');
  await page.getByTestId('cart-count').filter({ hasText: '2' }).waitFor();
  await page.getByTestId('cart-link').click();
  const row = (name: string) => page.locator('.cart-row').filter({ hasText: name });
  await row('Enamel mug').getByRole('button', { name: '+' }).click();
  await row('Enamel mug').locator('.quantity').filter({ hasText: '2' }).waitFor();
  await row('Cast iron pan').hover();
  await row('Cast iron pan').locator('.remove').click();
  await row('Cast iron pan').waitFor({ state: 'detached' });
};

export const paymentFrame: Flow = async (page, origin) => {
  await signIn(page, origin);
  await addFromList(page, 'Bread knife');
  await goToCheckout(page);
  await fillAddress(page);
  await page.getByLabel('By card').check();
  const frame = page.frameLocator('iframe[title="Card payment"]');
  await type(frame.getByLabel('Card number'), '4242424242424242');
  await type(frame.getByLabel('Expires'), '12/29');
  await frame.getByRole('button', { name: 'Authorise card' }).click();
  await page.getByText('•••• 4242 authorised').waitFor();
  await page.getByLabel('I accept the terms').check();
  await page.getByTestId('place-order').click();
  await page.getByTestId('order-number').waitFor();
};

export const modalAndTabs: Flow = async (page, origin) => {
  await signIn(page, origin);
  await page.getByRole('link', { name: 'Pepper mill' }).click();
  await page.getByRole('heading', { name: 'Pepper mill' }).waitFor();
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await page.getByText('Exactly as described.').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Portugal').waitFor();
  await page.getByRole('button', { name: 'Write a review' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Write a review' }).click();
  await type(page.getByLabel('Your review'), 'Grinds as fine as I like.');
  await page.getByLabel('Stars').selectOption('4');
  await page.getByRole('button', { name: 'Send review' }).click();
  await page.locator('.toast').filter({ hasText: 'Thank you' }).waitFor();
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await page.getByText('Grinds as fine as I like.').waitFor();
};

export const multipageForm: Flow = async (page, origin) => {
  await page.goto(`${origin}/returns`);
  await type(page.getByLabel('Order number'), 'HG-100377');
  await page.getByLabel('Reason').selectOption('Damaged on arrival');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Tell us more' }).waitFor();
  await type(page.getByLabel('Comment'), 'The handle came off.');
  await page.getByLabel('Send a courier').check();
  await page.getByRole('button', { name: 'Send return' }).click();
  await page.getByRole('heading', { name: 'Return registered' }).waitFor();
};

export const helpPopup: Flow = async (page, origin) => {
  await page.goto(`${origin}/`);
  await page.getByRole('heading', { name: 'Products' }).waitFor();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Help' }).click();
  const popup = await opened;
  await popup.getByRole('button', { name: 'Returns' }).click();
  await popup.getByText('within 30 days').waitFor();
  await popup.close();
  await page.getByText('You asked about Returns').waitFor();
};
