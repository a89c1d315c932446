// From the cart to the order: items, the card, the shipping estimate, the confirmation.
import type { Order, User } from '../model.js';
import { forUser, type Exchange, type Route } from './exchange.js';

/** Longer than anybody waits for a click to show something. */
const SLOW_MS = 10_000;

const ESTIMATE_MS = 300;

async function cart(exchange: Exchange, user: User): Promise<void> {
  const { shop } = exchange;
  if (shop.broken('cart-401')) return exchange.error(401, 'sign in first');
  if (shop.broken('cart-slow')) await exchange.hold(SLOW_MS);
  const { total, ...rest } = shop.cart(user);
  exchange.json(200, shop.broken('cart-total-missing') ? rest : { ...rest, total });
}

async function add(exchange: Exchange, user: User): Promise<void> {
  const { shop } = exchange;
  const { slug, variant, quantity } = await exchange.body();
  const { products } = shop.state;
  const index = products.findIndex((it) => it.slug === slug);
  const product = products[shop.broken('wrong-item') ? index + 1 : index];
  if (index < 0 || product === undefined) return exchange.error(404, 'There is no such product.');
  const items = shop.items(user);
  const same = items.find((it) => it.slug === product.slug && it.variant === variant);
  if (same) same.quantity += Number(quantity);
  else {
    items.push({
      id: shop.id('item'),
      slug: product.slug,
      name: product.name,
      variant: String(variant),
      quantity: Number(quantity),
      price: product.price,
    });
  }
  exchange.json(201, shop.cart(user));
}

async function change(exchange: Exchange, user: User): Promise<void> {
  const item = exchange.shop.items(user).find(({ id }) => id === exchange.param('id'));
  if (item === undefined) return exchange.error(404, 'There is no such item.');
  const { quantity } = await exchange.body();
  if (!(Number(quantity) >= 1)) return exchange.error(422, 'The quantity must be at least one.');
  item.quantity = Number(quantity);
  exchange.json(200, exchange.shop.cart(user));
}

function remove(exchange: Exchange, user: User): void {
  const items = exchange.shop.items(user);
  const index = items.findIndex(({ id }) => id === exchange.param('id'));
  if (index < 0) return exchange.error(404, 'There is no such item.');
  items.splice(index, 1);
  exchange.json(200, exchange.shop.cart(user));
}

async function estimate(exchange: Exchange): Promise<void> {
  const country = exchange.query('country');
  await exchange.hold(ESTIMATE_MS);
  exchange.json(200, { country, days: country === 'PT' ? 2 : 5 });
}

async function authorise(exchange: Exchange): Promise<void> {
  const { shop } = exchange;
  const { card } = await exchange.body();
  const digits = String(card).replaceAll(/\D/g, '');
  if (digits.length !== 16) return exchange.error(422, 'A card number has 16 digits.');
  if (shop.broken('payment-slow')) await exchange.hold(SLOW_MS);
  const paymentToken = shop.id('pay');
  shop.state.payments.add(paymentToken);
  exchange.json(201, { paymentToken, lastDigits: digits.slice(-4) });
}

async function place(exchange: Exchange, user: User): Promise<void> {
  const { shop } = exchange;
  const { deliveryDate, giftWrap, terms, payment, paymentToken } = await exchange.body();
  const { items, total } = shop.cart(user);
  if (items.length === 0) return exchange.error(409, 'The cart is empty.');
  if (terms !== true && !shop.broken('terms-optional')) {
    return exchange.error(422, 'The terms must be accepted.');
  }
  if (payment === 'card' && !shop.state.payments.has(String(paymentToken))) {
    return exchange.error(422, 'The card was not authorised.');
  }
  if (shop.broken('order-422')) return exchange.error(422, 'The delivery date is not possible.');
  const placed: Order = {
    number: shop.orderNumber(),
    customer: user.email,
    status: payment === 'card' ? 'PAID' : 'OPEN',
    placedAt: new Date().toISOString(),
    deliveryDate: String(deliveryDate),
    giftWrap: giftWrap === true && !shop.broken('gift-wrap-lost'),
    total,
    items,
  };
  shop.state.orders.unshift(placed);
  shop.state.carts.delete(user.email);
  const { number, ...rest } = placed;
  exchange.json(201, shop.broken('order-number-missing') ? rest : { number, ...rest });
}

function order(exchange: Exchange, user: User): void {
  const known = exchange.shop.state.orders.find(
    ({ number, customer }) => number === exchange.param('number') && customer === user.email,
  );
  if (known === undefined) return exchange.error(404, 'There is no such order.');
  exchange.json(200, known);
}

export const PURCHASE_ROUTES: readonly Route[] = [
  ['GET', '/api/cart', forUser(cart)],
  ['POST', '/api/cart/items', forUser(add)],
  ['PATCH', '/api/cart/items/:id', forUser(change)],
  ['DELETE', '/api/cart/items/:id', forUser(remove)],
  ['GET', '/api/shipping-estimate', estimate],
  ['POST', '/api/payments', forUser(authorise)],
  ['POST', '/api/orders', forUser(place)],
  ['GET', '/api/orders/:number', forUser(order)],
];
