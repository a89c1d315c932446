// The cart at the side.
import { get } from './api.js';

export let cart = { items: [], total: 0 };

export function asPrice(amount) {
  return `${amount.toFixed(2)} EUR`;
}

export async function showCart() {
  cart = await get('/api/cart');
  const lines = cart.items.map(({ name, quantity }) => {
    const line = document.createElement('li');
    line.textContent = `${quantity} × ${name}`;
    return line;
  });
  document.querySelector('#items').replaceChildren(...lines);
  document.querySelector('#count').textContent = cart.items.length;
  document.querySelector('#total').textContent = asPrice(cart.total);
}
