// One shop: what it knows, what is broken in it, and what was asked of it.
import { randomBytes, randomInt } from 'node:crypto';
import { isBug, type BugName } from '../bugs.js';
import type { Cart, CartItem, Order, Product, User } from '../model.js';
import { ACCOUNTS, seedOrders, seedProducts } from './seeds.js';
import { shapeOf } from './shape.js';

/** One request as it was answered; bodies only by their shape, because their values vary. */
export interface Asked {
  method: string;
  path: string;
  status: number;
  shape: string;
}

export interface Return {
  id: string;
  order: string;
  reason: string;
  comment?: string;
}

interface State {
  products: Product[];
  orders: Order[];
  carts: Map<string, CartItem[]>;
  sessions: Map<string, User>;
  payments: Set<string>;
  returns: Map<string, Return>;
}

export class Shop {
  state: State = fresh();
  readonly asked: Asked[] = [];
  #bugs = new Set<BugName>();

  constructor(bugs: readonly string[]) {
    this.break(bugs);
  }

  reset(): void {
    this.state = fresh();
    this.asked.length = 0;
  }

  /** Exactly these are broken from here on. */
  break(bugs: readonly string[]): void {
    const unknown = bugs.filter((name) => !isBug(name));
    if (unknown.length > 0) throw new Error(`unknown bug \`${unknown.join('`, `')}\``);
    this.#bugs = new Set(bugs.filter(isBug));
  }

  broken(name: BugName): boolean {
    return this.#bugs.has(name);
  }

  get bugs(): BugName[] {
    return [...this.#bugs];
  }

  note(method: string, path: string, status: number, value: unknown): void {
    this.asked.push({ method, path, status, shape: shapeOf(value) });
  }

  enter(email: string, password: string): { token: string; user: User } | undefined {
    const isOpen = this.broken('any-password');
    const account = ACCOUNTS.find((it) => it.email === email);
    if (account === undefined || (account.password !== password && !isOpen)) return undefined;
    const { name, role } = account;
    const token = randomBytes(24).toString('base64url');
    const user: User = { name, email, role };
    this.state.sessions.set(token, user);
    return { token, user };
  }

  /** By its slug, or its id. */
  product(name: string): Product | undefined {
    return this.state.products.find((it) => it.slug === name || String(it.id) === name);
  }

  items(user: User): CartItem[] {
    const known = this.state.carts.get(user.email);
    if (known !== undefined) return known;
    const items: CartItem[] = [];
    this.state.carts.set(user.email, items);
    return items;
  }

  cart(user: User): Cart {
    const items = this.items(user);
    const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
    const times = (item: CartItem) => (this.broken('total-ignores-quantity') ? 1 : item.quantity);
    const total = items.reduce((sum, item) => sum + item.price * times(item), 0);
    return { items, count, total: Math.round(total * 100) / 100 };
  }

  orderNumber(): string {
    return `HG-${randomInt(200_000, 999_999)}`;
  }

  id(prefix: string): string {
    return `${prefix}_${randomBytes(8).toString('hex')}`;
  }
}

function fresh(): State {
  return {
    products: seedProducts(),
    orders: seedOrders(),
    carts: new Map(),
    sessions: new Map(),
    payments: new Set(),
    returns: new Map(),
  };
}
