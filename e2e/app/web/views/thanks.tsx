// The confirmation of an order.
import { useCallback } from 'react';
import type { Order } from '../../model.js';
import { call } from '../api.js';
import { day, euro } from '../format.js';
import { useLoaded } from '../loaded.js';
import { Trouble } from '../parts/trouble.js';
import { Link } from '../router.js';

export function Thanks({ number }: { number: string }) {
  const load = useCallback(() => call<Order>('GET', `/api/orders/${number}`), [number]);
  const { value: order, error, again } = useLoaded(load);
  if (error) return <Trouble error={error} onRetry={again} />;
  if (order === null) return <p className="loading">Loading…</p>;
  return (
    <section className="card thanks">
      <h1>Thank you for your order</h1>
      <p>
        Order <b data-testid="order-number">{order.number}</b>, placed on {day(order.placedAt)}
      </p>
      <ul>
        {order.items.map((item) => (
          <li key={item.id}>
            {item.quantity} × {item.name} ({item.variant})
          </li>
        ))}
      </ul>
      <dl>
        <div>
          <dt>Delivery</dt>
          <dd>{day(order.deliveryDate)}</dd>
        </div>
        <div>
          <dt>Gift wrap</dt>
          <dd>{order.giftWrap ? 'Yes' : 'No'}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd>{euro(order.total)}</dd>
        </div>
      </dl>
      <Link to="/orders">All orders</Link>
    </section>
  );
}
