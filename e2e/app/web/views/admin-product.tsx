// The form that creates a product or changes one.
import { useCallback, useState, type FormEvent } from 'react';
import type { Product } from '../../model.js';
import { call } from '../api.js';
import { broken } from '../broken.js';
import { useLoaded } from '../loaded.js';
import { Trouble } from '../parts/trouble.js';
import { navigate } from '../router.js';
import { useSession } from '../session.js';

const CATEGORIES = ['Kitchen', 'Lighting', 'Textiles', 'Garden'];

function ProductForm({ product }: { product: Product | null }) {
  const { tell } = useSession();
  const [wrong, setWrong] = useState('');
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = {
      name: String(form.get('name')),
      category: String(form.get('category')),
      price: Number(form.get('price')),
      stock: Number(form.get('stock')),
    };
    try {
      if (product === null) await call('POST', '/api/products', body);
      else {
        const method = broken('update-by-post') ? 'POST' : 'PUT';
        await call(method, `/api/products/${product.id}`, body);
      }
      tell(product === null ? `${body.name} created` : `${body.name} saved`);
      navigate(broken('save-to-nowhere') ? '/admin/product-saved' : '/admin/products');
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form className="card" onSubmit={(event) => void save(event)}>
      <label>
        Name
        <input name="name" defaultValue={product?.name} />
      </label>
      <label>
        Category
        <select name="category" defaultValue={product?.category}>
          {CATEGORIES.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </select>
      </label>
      <div className="pair">
        <label>
          Price
          <input name="price" inputMode="decimal" defaultValue={product?.price} />
        </label>
        <label>
          Stock
          <input name="stock" type="number" defaultValue={product?.stock ?? 0} />
        </label>
      </div>
      {wrong !== '' && (
        <p className="field-error" role="alert">
          {wrong}
        </p>
      )}
      <div className="buttons">
        <button type="button" className="quiet" onClick={() => history.back()}>
          Back
        </button>
        <button type="submit" className="primary">
          Save
        </button>
      </div>
    </form>
  );
}

export function AdminProduct({ id }: { id: string }) {
  const load = useCallback(async () => {
    return id === 'new' ? null : call<Product>('GET', `/api/products/${id}`);
  }, [id]);
  const { value, error, isLoading } = useLoaded(load);
  if (error) return <Trouble error={error} />;
  if (isLoading) return <p className="loading">Loading…</p>;
  return (
    <>
      <h1>{value === null ? 'New product' : `Edit ${value.name}`}</h1>
      <ProductForm key={id} product={value} />
    </>
  );
}
