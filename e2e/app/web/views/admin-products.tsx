// The administrators' table: prices edited in place, rows ticked and archived, deleted behind a question.
import { useCallback, useState, type KeyboardEvent } from 'react';
import type { Product, ProductPage } from '../../model.js';
import { call } from '../api.js';
import { broken } from '../broken.js';
import { euro } from '../format.js';
import { useLoaded } from '../loaded.js';
import { Dialog } from '../parts/dialog.js';
import { Trouble } from '../parts/trouble.js';
import { Link, navigate } from '../router.js';
import { useSession } from '../session.js';

/** A price that becomes a field when it is clicked; Enter saves, Escape gives up. */
function Price({ product }: { product: Product }) {
  const { tell } = useSession();
  const [price, setPrice] = useState(product.price);
  const [typed, setTyped] = useState<string | null>(null);
  const onKeyDown = async (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null);
    if (event.key !== 'Enter' || typed === null) return;
    const next = Number(typed);
    setTyped(null);
    setPrice(next);
    if (!broken('price-not-sent')) {
      await call('PATCH', `/api/products/${product.id}`, { price: next });
    }
    tell('Price saved');
  };
  if (typed === null) {
    return (
      <span className="editable" onClick={() => setTyped(String(price))}>
        {euro(price)}
      </span>
    );
  }
  return (
    <input
      className="inline"
      aria-label={`Price of ${product.name}`}
      autoFocus
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => void onKeyDown(event)}
      onBlur={() => setTyped(null)}
    />
  );
}

export function AdminProducts() {
  const { tell } = useSession();
  const [page, setPage] = useState(1);
  const [ticked, setTicked] = useState<number[]>([]);
  const [doomed, setDoomed] = useState<Product | null>(null);
  const load = useCallback(
    () => call<ProductPage>('GET', `/api/products?all=1&sort=newest&page=${page}`),
    [page],
  );
  const { value, error, again } = useLoaded(load);
  if (error) return <Trouble error={error} onRetry={again} />;
  if (value === null) return <p className="loading">Loading…</p>;

  const tick = (id: number) =>
    setTicked((all) => (all.includes(id) ? all.filter((it) => it !== id) : [...all, id]));
  const archive = async () => {
    const { archived } = await call<{ archived: number }>('POST', '/api/archive', { ids: ticked });
    tell(`${archived} products archived`);
    setTicked([]);
    again();
  };
  const remove = async ({ id, name }: Product) => {
    await call('DELETE', `/api/products/${id}`);
    setDoomed(null);
    tell(`${name} deleted`);
    again();
  };

  return (
    <>
      <div className="title">
        <h1>Products</h1>
        <button type="button" disabled={ticked.length === 0} onClick={() => void archive()}>
          Archive selected
        </button>
        <button type="button" className="primary" onClick={() => navigate('/admin/products/new')}>
          New product
        </button>
      </div>
      <table>
        <thead>
          <tr>
            <th aria-label="Selected" />
            <th>Name</th>
            <th>Category</th>
            <th>Price</th>
            <th>Stock</th>
            <th>State</th>
            <th aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
          {value.items.map((product) => (
            <tr key={product.id}>
              <td>
                <input
                  type="checkbox"
                  aria-label={`Select ${product.name}`}
                  checked={ticked.includes(product.id)}
                  onChange={() => tick(product.id)}
                />
              </td>
              <td>
                <Link to={`/products/${product.slug}`}>{product.name}</Link>
              </td>
              <td>{product.category}</td>
              <td>
                <Price key={product.price} product={product} />
              </td>
              <td>{product.stock}</td>
              <td className="state">{product.isArchived ? 'Archived' : 'On sale'}</td>
              <td className="row-buttons">
                <button
                  type="button"
                  className="quiet"
                  onClick={() => navigate(`/admin/products/${product.id}`)}
                >
                  Edit
                </button>
                <button type="button" className="quiet" onClick={() => setDoomed(product)}>
                  Delete
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <nav className="pages" aria-label="Pages">
        <button type="button" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          Previous
        </button>
        <span>
          Page {value.page} of {value.pages}
        </span>
        <button type="button" disabled={page >= value.pages} onClick={() => setPage(page + 1)}>
          Next
        </button>
      </nav>
      {doomed && (
        <Dialog title={`Delete ${doomed.name}?`} onClose={() => setDoomed(null)}>
          <p>This cannot be undone.</p>
          <div className="buttons">
            <button type="button" className="quiet" onClick={() => setDoomed(null)}>
              Keep it
            </button>
            <button
              type="button"
              className="danger"
              {...(broken('delete-dead') ? {} : { onClick: () => void remove(doomed) })}
            >
              Delete
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
