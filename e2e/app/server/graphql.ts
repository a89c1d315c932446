// Orders over GraphQL: the operations the front end knows, by their names.
import type { Order, User } from '../model.js';
import { forUser, type Exchange, type Route } from './exchange.js';

type Operation = (exchange: Exchange, user: User, variables: Record<string, unknown>) => unknown;

const brief = ({ number, status, placedAt, total }: Order) => ({ number, status, placedAt, total });

const OPERATIONS: Record<string, Operation> = {
  Orders({ shop }, user, { status }) {
    const all = shop.state.orders.filter(({ customer }) => customer === user.email);
    const nodes = all.filter((it) => status === null || it.status === status).map(brief);
    return { orders: { totalCount: nodes.length, nodes } };
  },
  Order({ shop }, user, { number }) {
    const order = shop.state.orders.find((it) => it.number === number);
    return { order: order?.customer === user.email ? order : null };
  },
  CancelOrder({ shop }, user, { number }) {
    const order = shop.state.orders.find((it) => it.number === number);
    if (order === undefined || order.customer !== user.email) return { cancelOrder: null };
    if (!shop.broken('cancel-ignored')) order.status = 'CANCELLED';
    return { cancelOrder: brief(order) };
  },
};

async function graphql(exchange: Exchange, user: User): Promise<void> {
  const { operationName, variables } = await exchange.body();
  const name = String(operationName);
  const operation = OPERATIONS[name];
  // The path names the operation in what is noted, as all of them share one address.
  exchange.url.pathname += `/${name}`;
  if (operation === undefined) {
    return exchange.json(400, { errors: [{ message: `unknown operation ${name}` }] });
  }
  if (name === 'Orders' && exchange.shop.broken('graphql-errors')) {
    const errors = [{ message: 'Cannot read the ledger', path: ['orders'] }];
    return exchange.json(200, { errors, data: null });
  }
  exchange.json(200, { data: operation(exchange, user, { ...Object(variables) }) });
}

export const GRAPHQL_ROUTES: readonly Route[] = [['POST', '/graphql', forUser(graphql)]];
