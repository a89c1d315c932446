// What a fresh shop has on its shelves, and who may enter it.
import type { Order, Product, User } from '../model.js';

export interface Account extends User {
  password: string;
}

export const ACCOUNTS: readonly Account[] = [
  { name: 'Ada Byron', email: 'ada@example.com', password: 'correct-horse', role: 'admin' },
  {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    password: 'battery-staple',
    role: 'customer',
  },
];

const DAY_MS = 86_400_000;

/** Name, category, price, stock, variants. */
const SHELF: readonly [string, string, number, number, string][] = [
  ['Enamel mug', 'Kitchen', 12.5, 42, 'White,Navy,Rust'],
  ['Cast iron pan', 'Kitchen', 59, 8, '20 cm,24 cm,28 cm'],
  ['Bread knife', 'Kitchen', 34.9, 17, 'Oak,Walnut'],
  ['Pepper mill', 'Kitchen', 27, 25, 'Beech,Walnut'],
  ['Linen apron', 'Kitchen', 39.5, 12, 'Natural,Olive'],
  ['Stoneware bowl', 'Kitchen', 18, 60, 'Small,Large'],
  ['Desk lamp', 'Lighting', 89, 9, 'Brass,Black'],
  ['Paper lantern', 'Lighting', 24, 31, 'Round,Oval'],
  ['Storm lantern', 'Lighting', 46, 14, 'Red,Green'],
  ['Candle holder', 'Lighting', 15.5, 48, 'Brass,Iron'],
  ['Wall sconce', 'Lighting', 72, 6, 'Left,Right'],
  ['Beeswax candles', 'Lighting', 9.8, 120, 'Pair,Dozen'],
  ['Wool blanket', 'Textiles', 119, 11, 'Grey,Moss,Ochre'],
  ['Tea towel', 'Textiles', 8.5, 90, 'Stripe,Check'],
  ['Linen sheets', 'Textiles', 149, 5, 'Single,Double'],
  ['Cotton rug', 'Textiles', 95, 7, 'Runner,Square'],
  ['Cushion cover', 'Textiles', 22, 33, 'Sand,Teal'],
  ['Bath towel', 'Textiles', 29, 40, 'White,Slate'],
  ['Garden trowel', 'Garden', 19.9, 28, 'Ash,Oak'],
  ['Watering can', 'Garden', 44, 13, 'Zinc,Green'],
  ['Seed tray', 'Garden', 7.9, 75, 'Half,Full'],
  ['Pruning shears', 'Garden', 52, 10, 'Left-handed,Right-handed'],
  ['Clay pot', 'Garden', 11, 66, '12 cm,18 cm'],
  ['Jute twine', 'Garden', 4.5, 140, 'Natural,Green'],
];

export function seedProducts(): Product[] {
  return SHELF.map(([name, category, price, stock, variants], index) => ({
    id: index + 1,
    slug: slugOf(name),
    name,
    category,
    price,
    stock,
    isArchived: false,
    variants: variants.split(','),
    description: `${name}, made to be used every day and to be repaired when it breaks.`,
    specification: { Material: 'As shown', Origin: 'Portugal', 'Delivery time': '3 days' },
    reviews: [
      { author: 'Mary S.', stars: 5, text: 'Exactly as described.', writtenAt: daysAgo(40) },
      { author: 'Alan T.', stars: 4, text: 'Good, but the box was dented.', writtenAt: daysAgo(9) },
    ],
  }));
}

function row(number: string, days: number, status: Order['status'], total: number): Order {
  return {
    number,
    customer: 'ada@example.com',
    status,
    placedAt: daysAgo(days),
    deliveryDate: daysAgo(days - 3).slice(0, 10),
    giftWrap: false,
    total,
    items: [],
  };
}

export function seedOrders(): Order[] {
  return [
    row('HG-100431', 2, 'OPEN', 25),
    row('HG-100398', 6, 'OPEN', 59),
    row('HG-100377', 11, 'PAID', 148.9),
    row('HG-100350', 19, 'PAID', 25),
    row('HG-100312', 33, 'CANCELLED', 72),
    row('HG-100287', 47, 'PAID', 25),
  ];
}

export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}
