// Orders, by GraphQL: a list whose rows look alike, the details of one, and cancelling it.
import { useCallback, useState } from 'react';
import type { Order } from '../../model.js';
import { graphql } from '../api.js';
import { broken } from '../broken.js';
import { day, euro } from '../format.js';
import { useLoaded } from '../loaded.js';
import { Trouble } from '../parts/trouble.js';
import { useSession } from '../session.js';

type Brief = Pick<Order, 'number' | 'status' | 'placedAt' | 'total'>;

const ORDERS = `query Orders($status: OrderStatus) {
  orders(status: $status) { totalCount nodes { number status placedAt total } }
}`;

const ORDER = `query Order($number: ID!) {
  order(number: $number) { number status placedAt deliveryDate giftWrap total items { name quantity } }
}`;

const CANCEL = `mutation CancelOrder($number: ID!) {
  cancelOrder(number: $number) { number status placedAt total }
}`;

function Details({ number }: { number: string }) {
  const load = useCallback(
    () => graphql<{ order: Order | null }>('Order', ORDER, { number }),
    [number],
  );
  const { value } = useLoaded(load);
  if (!value?.order) return <p className="loading">Loading…</p>;
  const { deliveryDate, giftWrap } = value.order;
  return (
    <p className="order-details">
      Delivery on {day(deliveryDate)}, {giftWrap ? 'wrapped as a gift' : 'without gift wrap'}
    </p>
  );
}

export function Orders() {
  const { tell } = useSession();
  const [status, setStatus] = useState('');
  const [shown, setShown] = useState('');
  const load = useCallback(
    () =>
      graphql<{ orders: { totalCount: number; nodes: Brief[] } }>('Orders', ORDERS, {
        status: status === '' ? null : status,
      }),
    [status],
  );
  const { value, error, again } = useLoaded(load);
  const cancel = async (number: string) => {
    await graphql('CancelOrder', CANCEL, { number });
    tell(`Order ${number} was cancelled`);
    again();
  };
  return (
    <>
      <h1>{broken('orders-heading') ? 'Invoices' : 'Your orders'}</h1>
      <label className="filters">
        Status
        <select value={status} onChange={(event) => setStatus(event.target.value)}>
          <option value="">All</option>
          <option value="OPEN">Open</option>
          <option value="PAID">Paid</option>
          <option value="CANCELLED">Cancelled</option>
        </select>
      </label>
      {error && <Trouble error={error} onRetry={again} />}
      {!error && value && (
        <>
          <p className="found" role="status">
            {value.orders.totalCount} orders
          </p>
          <ul className="orders">
            {value.orders.nodes.map((order) => (
              <li key={order.number} className="order">
                <span className="order-number">{order.number}</span>
                <span>{day(order.placedAt)}</span>
                <span className={`status status-${order.status}`}>{order.status}</span>
                <span className="price">{euro(order.total)}</span>
                <button type="button" className="quiet" onClick={() => setShown(order.number)}>
                  Details
                </button>
                {order.status === 'OPEN' && (
                  <button
                    type="button"
                    className="quiet"
                    {...(broken('cancel-dead') ? {} : { onClick: () => void cancel(order.number) })}
                  >
                    Cancel order
                  </button>
                )}
                {shown === order.number && <Details number={order.number} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
