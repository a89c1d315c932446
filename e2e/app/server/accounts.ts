// Signing in and out, and what the header asks for all the time.
import type { Exchange, Route } from './exchange.js';
import { forUser } from './exchange.js';

async function login(exchange: Exchange): Promise<void> {
  const { shop } = exchange;
  const { email, password } = await exchange.body();
  if (shop.broken('login-500')) return exchange.error(500, 'the account service is not there');
  const entered = shop.enter(String(email), String(password));
  if (entered === undefined || shop.broken('login-rejects')) {
    return exchange.error(401, 'E-mail or password is not right.');
  }
  const { token, user } = entered;
  const { name, ...others } = user;
  const said = shop.broken('user-name-renamed') ? { fullName: name, ...others } : user;
  const cookie = `session=${token}; Path=/; HttpOnly; SameSite=Lax`;
  exchange.json(200, { token, user: said }, { 'set-cookie': cookie });
}

function logout(exchange: Exchange): void {
  const bearer = exchange.request.headers.authorization?.replace('Bearer ', '') ?? '';
  exchange.shop.state.sessions.delete(bearer);
  exchange.json(204, null, { 'set-cookie': 'session=; Path=/; Max-Age=0' });
}

/** Asked for every second by every page. */
function notifications(exchange: Exchange): void {
  const open = exchange.shop.state.orders.filter(({ status }) => status === 'OPEN').length;
  exchange.json(200, { unread: open, serverTime: new Date().toISOString() });
}

async function collect(exchange: Exchange): Promise<void> {
  await exchange.text();
  exchange.json(204, null);
}

export const ACCOUNT_ROUTES: readonly Route[] = [
  ['POST', '/api/login', login],
  ['POST', '/api/logout', logout],
  ['GET', '/api/me', forUser((exchange, user) => exchange.json(200, user))],
  ['GET', '/api/notifications', notifications],
  ['POST', '/collect', collect],
];
