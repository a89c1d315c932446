// Products over REST: what customers look for, and what administrators change.
import type { Product } from '../model.js';
import { forAdmin, forUser, type Exchange, type Route } from './exchange.js';
import { slugOf } from './seeds.js';
import type { Shop } from './shop.js';

const PAGE_SIZE = 6;
const ADMIN_PAGE_SIZE = 10;

function found(shop: Shop, exchange: Exchange): Product[] {
  const words = exchange.query('search').toLowerCase();
  const category = shop.broken('category-ignored') ? '' : exchange.query('category');
  const isAdmin = exchange.query('all') === '1';
  const products = shop.state.products.filter(
    (it) =>
      it.name.toLowerCase().includes(words) &&
      (category === '' || it.category === category) &&
      (isAdmin || !it.isArchived),
  );
  const direction = shop.broken('sort-reversed') ? -1 : 1;
  switch (exchange.query('sort')) {
    case 'price':
      return products.toSorted((a, b) => direction * (a.price - b.price));
    case 'name':
      return products.toSorted((a, b) => a.name.localeCompare(b.name));
    case 'newest':
      return products.toSorted((a, b) => b.id - a.id);
    default:
      return products;
  }
}

function list(exchange: Exchange): void {
  const { shop } = exchange;
  if (shop.broken('products-500')) return exchange.error(500, 'the catalogue cannot be read');
  const size = exchange.query('all') === '1' ? ADMIN_PAGE_SIZE : PAGE_SIZE;
  const products = found(shop, exchange);
  const pages = Math.max(1, Math.ceil(products.length / size));
  const page = Math.min(pages, Math.max(1, Number(exchange.query('page')) || 1));
  const items = products.slice((page - 1) * size, page * size);
  const said = shop.broken('price-string')
    ? items.map((item) => ({ ...item, price: String(item.price) }))
    : items;
  exchange.json(200, { items: said, total: products.length, page, pages });
}

function one(exchange: Exchange): void {
  const { shop } = exchange;
  const product = shop.product(exchange.param('slug'));
  if (product === undefined || shop.broken('product-404')) {
    return exchange.error(404, 'There is no such product.');
  }
  exchange.json(200, shop.broken('variants-null') ? { ...product, variants: null } : product);
}

async function review(exchange: Exchange, author: string): Promise<void> {
  const { shop } = exchange;
  const product = shop.product(exchange.param('slug'));
  if (product === undefined) return exchange.error(404, 'There is no such product.');
  const { stars, text } = await exchange.body();
  const written = {
    author,
    stars: Number(stars),
    text: String(text),
    writtenAt: new Date().toISOString(),
  };
  if (!shop.broken('review-lost')) product.reviews.push(written);
  exchange.json(201, written);
}

/** Takes what was sent where it makes sense, and says what does not. */
function change(product: Product, given: Record<string, unknown>): string | undefined {
  const { name, category, price, stock } = given;
  if (name !== undefined) {
    if (typeof name !== 'string' || name.trim() === '') return 'A product needs a name.';
    product.name = name;
  }
  if (price !== undefined) {
    if (typeof price !== 'number' || !(price > 0)) return 'The price must be above zero.';
    product.price = price;
  }
  if (typeof category === 'string') product.category = category;
  if (typeof stock === 'number') product.stock = stock;
  return undefined;
}

async function create(exchange: Exchange): Promise<void> {
  const { shop } = exchange;
  const given = await exchange.body();
  if (shop.broken('create-500')) return exchange.error(500, 'the catalogue cannot be written');
  const { products } = shop.state;
  const product: Product = {
    id: Math.max(0, ...products.map(({ id }) => id)) + 1,
    slug: slugOf(String(given['name'])),
    name: '',
    category: 'Kitchen',
    price: 1,
    stock: 0,
    isArchived: false,
    variants: ['Standard'],
    description: String(given['description'] ?? ''),
    specification: {},
    reviews: [],
  };
  const wrong = change(product, { name: '', ...given });
  if (wrong !== undefined) return exchange.error(422, wrong);
  products.push(product);
  exchange.json(shop.broken('create-200') ? 200 : 201, product);
}

async function update(exchange: Exchange): Promise<void> {
  const { shop } = exchange;
  const product = shop.state.products.find(({ id }) => id === Number(exchange.param('id')));
  const isGone = exchange.method === 'PUT' && shop.broken('update-404');
  if (product === undefined || isGone) return exchange.error(404, 'There is no such product.');
  const wrong = change(product, await exchange.body());
  if (wrong !== undefined) return exchange.error(422, wrong);
  exchange.json(200, product);
}

function remove(exchange: Exchange): void {
  const { products } = exchange.shop.state;
  const index = products.findIndex(({ id }) => id === Number(exchange.param('id')));
  if (index < 0) return exchange.error(404, 'There is no such product.');
  products.splice(index, 1);
  exchange.json(204, null);
}

async function archive(exchange: Exchange): Promise<void> {
  const { ids } = await exchange.body();
  const wanted = Array.isArray(ids) ? ids : [];
  const isIgnored = exchange.shop.broken('archive-ignored');
  for (const product of exchange.shop.state.products) {
    if (wanted.includes(product.id) && !isIgnored) product.isArchived = true;
  }
  exchange.json(200, { archived: wanted.length });
}

export const PRODUCT_ROUTES: readonly Route[] = [
  ['GET', '/api/products', list],
  ['GET', '/api/products/:slug', one],
  ['POST', '/api/products/:slug/reviews', forUser((exchange, user) => review(exchange, user.name))],
  ['POST', '/api/products', forAdmin(create)],
  ['POST', '/api/archive', forAdmin(archive)],
  ['PUT', '/api/products/:id', forAdmin(update)],
  ['PATCH', '/api/products/:id', forAdmin(update)],
  ['DELETE', '/api/products/:id', forAdmin(remove)],
];
