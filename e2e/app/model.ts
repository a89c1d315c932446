// What the shop's server and its pages tell each other.

export interface User {
  name: string;
  email: string;
  role: 'admin' | 'customer';
}

export interface Review {
  author: string;
  stars: number;
  text: string;
  writtenAt: string;
}

export interface Product {
  id: number;
  slug: string;
  name: string;
  category: string;
  price: number;
  stock: number;
  isArchived: boolean;
  variants: string[];
  description: string;
  specification: Record<string, string>;
  reviews: Review[];
}

/** One page of a search. */
export interface ProductPage {
  items: Product[];
  total: number;
  page: number;
  pages: number;
}

export interface CartItem {
  id: string;
  slug: string;
  name: string;
  variant: string;
  quantity: number;
  price: number;
}

export interface Cart {
  items: CartItem[];
  count: number;
  total: number;
}

export interface Address {
  name: string;
  street: string;
  city: string;
  postcode: string;
  country: string;
}

/** What the checkout form sends. */
export interface Purchase {
  address: Address;
  deliveryDate: string;
  giftWrap: boolean;
  terms: boolean;
  payment: 'invoice' | 'card';
  paymentToken?: string;
}

export interface Order {
  number: string;
  customer: string;
  status: 'PAID' | 'OPEN' | 'CANCELLED';
  placedAt: string;
  deliveryDate: string;
  giftWrap: boolean;
  total: number;
  items: CartItem[];
}

/** What the shell page says to the front end before it starts. */
export interface Settings {
  bugs: string[];
}
