// The front page: what is for sale, and what the buttons do.
import { get, post } from './api.js';
import { showCart } from './cart.js';
import { placeOrder } from './checkout.js';
import { followStock } from './live.js';

async function start() {
  const config = await get('/api/config');
  for (const product of await get('/api/products')) {
    document.querySelector('#goods').append(row(product, config.currency));
  }
  await showCart();
  followStock();
}

function row(product, currency) {
  const line = document.createElement('li');
  const add = document.createElement('button');
  add.textContent = `Add ${product.name}`;
  add.addEventListener('click', async () => {
    await post('/api/cart', { product: product.id });
    await showCart();
  });
  line.append(product.name, ` ${product.price.toFixed(2)} ${currency}`, add);
  return line;
}

document.querySelector('#apply').addEventListener('click', async () => {
  await post('/api/voucher', { code: document.querySelector('#voucher').value });
  await showCart();
});

document.querySelector('#save-for-later')?.addEventListener('click', async () => {
  await post('/api/saved', {});
  document.querySelector('#saved').textContent = 'Saved. It waits for you here.';
});

document.querySelector('#checkout').addEventListener('submit', (event) => {
  event.preventDefault();
  placeOrder(document.querySelector('#email').value);
});

start();
