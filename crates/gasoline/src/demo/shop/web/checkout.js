// The order.
import { post } from './api.js';
import { cart, showCart } from './cart.js';

export async function placeOrder(email) {
  const bill = { email, total: cart.total };
  const { order } = await post('/api/checkout', bill);
  thank(order.number);
  await showCart();
}

function thank(number) {
  document.querySelector('#thanks').textContent = `Thank you! Order ${number} is on its way.`;
}
