// The product list: search while typing, category, order, pages; all of it in the address.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Cart, Product, ProductPage } from '../../model.js';
import { call } from '../api.js';
import { broken } from '../broken.js';
import { euro } from '../format.js';
import { useLoaded } from '../loaded.js';
import { Trouble } from '../parts/trouble.js';
import { Link, navigate, useAddress } from '../router.js';
import { useSession } from '../session.js';

const DEBOUNCE_MS = 400;
const CATEGORIES = ['Kitchen', 'Lighting', 'Textiles', 'Garden'];

/** Adds one to the cart, or asks to sign in first. */
export function useAdd(): (product: Product, variant: string, quantity: number) => Promise<void> {
  const { user, counted, tell } = useSession();
  return async (product, variant, quantity) => {
    if (user === null) return navigate(`/login?next=${encodeURIComponent(location.pathname)}`);
    // What a refactoring leaves behind: the price list that used to be handed in.
    if (broken('add-throws')) {
      const { priceList } = product as Product & { priceList?: { current: number } };
      Reflect.set(product, 'price', (priceList as { current: number }).current);
    }
    const body = { slug: product.slug, variant, quantity };
    counted(await call<Cart>('POST', '/api/cart/items', body));
    tell(`${broken('toast-undefined') ? undefined : product.name} added to your cart`);
  };
}

function Card({ product }: { product: Product }) {
  const add = useAdd();
  const [isLiked, setLiked] = useState(false);
  return (
    <li className="product">
      <span className={isLiked ? 'heart heart-on' : 'heart'} onClick={() => setLiked(!isLiked)}>
        {isLiked ? '♥' : '♡'}
      </span>
      <Link to={`/products/${product.slug}`}>
        <img src={`/media/${product.slug}-1.svg`} alt="" />
        <h3>{product.name}</h3>
      </Link>
      <p className="category">{product.category}</p>
      <p className="price">{euro(product.price)}</p>
      <button type="button" onClick={() => void add(product, product.variants[0] ?? 'Standard', 1)}>
        Add to cart
      </button>
    </li>
  );
}

function Pages({ page, pages, go }: { page: number; pages: number; go: (page: number) => void }) {
  return (
    <nav className="pages" aria-label="Pages">
      <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
        Previous
      </button>
      <span>
        Page {page} of {pages}
      </span>
      <button type="button" disabled={page >= pages} onClick={() => go(page + 1)}>
        Next
      </button>
    </nav>
  );
}

/** Changes one word of the query; a search in progress does not fill the history. */
function change(name: string, to: string): void {
  const next = new URLSearchParams(location.search);
  if (name !== 'page') next.delete('page');
  if (to === '') next.delete(name);
  else next.set(name, to);
  navigate(`/products?${next}`, name === 'search' ? 'replace' : 'push');
}

export function Products() {
  const query = useAddress().split('?')[1] ?? '';
  const params = new URLSearchParams(query);
  const [words, setWords] = useState(params.get('search') ?? '');
  const field = useRef<HTMLInputElement>(null);
  const load = useCallback(async () => {
    const page = await call<ProductPage>('GET', `/api/products?${query}`);
    if (query.includes('search=') && broken('search-rejects')) {
      void Promise.reject(new Error('The search cannot be remembered'));
    }
    return page;
  }, [query]);
  const { value, error, isLoading, again } = useLoaded(load);

  useEffect(() => {
    if (words === (new URLSearchParams(location.search).get('search') ?? '')) return;
    if (broken('search-ignored')) return;
    const timer = setTimeout(() => change('search', words), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [words]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      if (broken('shortcut-dead')) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <h1>Products</h1>
      <div className="filters">
        <input
          ref={field}
          type="search"
          placeholder="Search products  ( / )"
          aria-label="Search products"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <label>
          Category
          <select
            value={params.get('category') ?? ''}
            onChange={(event) => change('category', event.target.value)}
          >
            <option value="">All</option>
            {CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </select>
        </label>
        <label>
          Sort by
          <select
            value={params.get('sort') ?? ''}
            onChange={(event) => change('sort', event.target.value)}
          >
            <option value="">Our choice</option>
            <option value="price">Price, low to high</option>
            <option value="name">Name</option>
            <option value="newest">Newest</option>
          </select>
        </label>
      </div>
      {error && <Trouble error={error} onRetry={again} />}
      {!error && value === null && <p className="loading">Loading…</p>}
      {!error && value && (
        <>
          <p className="found" role="status">
            {value.total} products
          </p>
          <ul className="grid" aria-busy={isLoading}>
            {value.items.map((product) => (
              <Card key={product.id} product={product} />
            ))}
          </ul>
          {!broken('no-pagination') && (
            <Pages {...value} go={(page) => change('page', String(page))} />
          )}
        </>
      )}
    </>
  );
}
