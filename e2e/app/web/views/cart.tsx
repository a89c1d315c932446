// The cart: quantities, and a button to remove that shows only in the row pointed at.
import { useCallback, useEffect } from 'react';
import type { Cart as CartData, CartItem } from '../../model.js';
import { call } from '../api.js';
import { broken } from '../broken.js';
import { euro } from '../format.js';
import { useLoaded } from '../loaded.js';
import { Trouble } from '../parts/trouble.js';
import { Link, navigate } from '../router.js';
import { useSession } from '../session.js';

interface RowProps {
  item: CartItem;
  onQuantity(quantity: number): void;
  onRemove(): void;
}

function Row({ item, onQuantity, onRemove }: RowProps) {
  return (
    <li className={broken('remove-hidden') ? 'cart-row cart-row-still' : 'cart-row'}>
      <img src={`/media/${item.slug}-1.svg`} alt="" />
      <div>
        <Link to={`/products/${item.slug}`}>{item.name}</Link>
        <p className="variant">{item.variant}</p>
      </div>
      <div className="stepper">
        <button
          type="button"
          disabled={item.quantity <= 1}
          onClick={() => onQuantity(item.quantity - 1)}
        >
          −
        </button>
        <span className="quantity">{item.quantity}</span>
        <button type="button" onClick={() => onQuantity(item.quantity + 1)}>
          +
        </button>
      </div>
      <span className="price">{euro(item.price * item.quantity)}</span>
      <button type="button" className="remove" onClick={onRemove}>
        ×
      </button>
    </li>
  );
}

export function Cart() {
  const { user, counted, tell } = useSession();
  const load = useCallback(() => call<CartData>('GET', '/api/cart'), []);
  const { value: cart, error, again, set } = useLoaded(load);
  useEffect(() => {
    if (user === null) navigate('/login?next=/cart', 'replace');
  }, [user]);
  if (error) return <Trouble error={error} onRetry={again} />;
  if (cart === null) return <p className="loading">Loading…</p>;

  const change = async (item: CartItem, quantity: number) => {
    if (broken('quantity-not-sent')) return;
    const next = await call<CartData>('PATCH', `/api/cart/items/${item.id}`, { quantity });
    set(next);
    counted(next);
  };
  const remove = async (item: CartItem) => {
    const next = await call<CartData>('DELETE', `/api/cart/items/${item.id}`);
    set(next);
    counted(next);
    tell(`${item.name} removed`);
  };

  return (
    <>
      <h1>Your cart</h1>
      {cart.items.length === 0 ? (
        <p className="empty">
          Your cart is empty. <Link to="/products">Look around</Link>
        </p>
      ) : (
        <section className="card">
          <ul className="cart-rows" aria-label="Items">
            {cart.items.map((item) => (
              <Row
                key={item.id}
                item={item}
                onQuantity={(quantity) => void change(item, quantity)}
                onRemove={() => void remove(item)}
              />
            ))}
          </ul>
          <p className="total">
            Total <b data-testid="cart-total">{euro(cart.total)}</b>
          </p>
          {!broken('no-checkout-button') && (
            <button type="button" className="primary" onClick={() => navigate('/checkout')}>
              Checkout
            </button>
          )}
        </section>
      )}
    </>
  );
}
