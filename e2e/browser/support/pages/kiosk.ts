// A small shop with a switch for every way it can break: what a generated test must notice.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './site.js';

/** How the shop can be broken. */
export type Bug =
  | 'login-500'
  | 'login-goes-nowhere'
  | 'cart-forgets'
  | 'counter-stuck'
  | 'order-twice'
  | 'order-throws'
  | 'heading-gone'
  | 'price-is-text'
  | 'no-request';

const PAGE = `<!doctype html><title>Kiosk</title><link rel="icon" href="data:,">
<style>.row .remove{visibility:hidden}.row:hover .remove{visibility:visible}</style>
<main></main>
<script type="module">
const main = document.querySelector('main');
const bug = 'NONE';
const api = async (method, path, body) => {
  const answer = await fetch(path, { method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) });
  if (!answer.ok) { console.error('The kiosk says ' + answer.status); return null; }
  return answer.json();
};
const go = (path) => { history.pushState(null, '', path); show(); };
const heading = (text) => bug === 'heading-gone' && text === 'Goods' ? '' : '<h1>' + text + '</h1>';

async function show() {
  const path = location.pathname;
  if (path === '/') {
    main.innerHTML = '<h1>Sign in</h1><form><label>Email <input name="email" type="email"></label>' +
      '<label>Password <input name="password" type="password"></label>' +
      '<label><input type="checkbox" name="stay"> Stay signed in</label><button>Sign in</button></form>';
    main.querySelector('form').addEventListener('submit', async (event) => {
      event.preventDefault();
      const signedIn = await api('POST', '/api/login', { email: event.target.email.value });
      if (signedIn && bug !== 'login-goes-nowhere') go('/goods');
    });
  } else if (path === '/goods') {
    const { goods } = await api('GET', '/api/goods?sort=name');
    main.innerHTML = heading('Goods') + '<p data-testid="count">0 in the cart</p><ul>' +
      goods.map(({ id, name }) => '<li class="row">' + name + ' <button data-id="' + id + '">Add</button> <button class="remove">Remove</button></li>').join('') +
      '</ul><button id="order">Order</button>';
    const counted = ({ count }) => {
      if (bug !== 'counter-stuck') main.querySelector('[data-testid=count]').textContent = count + ' in the cart';
    };
    for (const row of main.querySelectorAll('.row')) {
      const [add, remove] = row.querySelectorAll('button');
      add.onclick = async () => {
        if (bug === 'no-request') return;
        counted(await api('POST', '/api/cart', { good: add.dataset.id }));
      };
      remove.onclick = async () => counted(await api('DELETE', '/api/cart/' + add.dataset.id));
    }
    main.querySelector('#order').onclick = async () => {
      if (bug === 'order-throws') throw new TypeError('nothing to order');
      if (bug === 'order-twice') api('POST', '/api/orders');
      const { id } = await api('POST', '/api/orders');
      go('/orders/' + id);
    };
  } else {
    const id = path.split('/').pop();
    const { total } = await api('GET', '/api/orders/' + id);
    main.innerHTML = '<h1>Order ' + id + '</h1><p data-testid="total">' + total + ' EUR</p>';
  }
}
addEventListener('popstate', show);
show();
</script>`;

/** Tags say that nothing changed, as those of real servers do. */
const json = (response: ServerResponse, status: number, body: unknown) => {
  const headers = {
    'content-type': 'application/json',
    etag: `"${JSON.stringify(body).length}"`,
  };
  response.writeHead(status, headers).end(JSON.stringify(body));
};

const take = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, string>;
};

/** Its orders count up for ever, like real ones. */
export function kiosk(bug?: Bug): Record<string, Answer> {
  let cart: string[] = [];
  let order = 1000 + Math.floor(Math.random() * 8000);
  const page: Answer = (request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/api/orders/')) {
      const total = bug === 'price-is-text' ? '12' : 12;
      return json(response, 200, { id: Number(path.split('/').pop()), total });
    }
    if (path.startsWith('/api/cart/')) {
      cart = cart.filter((good) => good !== path.split('/').pop());
      return json(response, 200, { count: cart.length });
    }
    if (path === '/') cart = [];
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE.replace('NONE', bug ?? ''));
  };
  return {
    '*': page,
    '/api/login': (_request, response) => {
      if (bug === 'login-500') return json(response, 500, { error: 'no' });
      return json(response, 200, {
        token: 'abcdefghijklmnopqrstuvwxyz0123456789',
        user: { name: 'Ada' },
      });
    },
    '/api/goods': (_request, response) => {
      const goods = [
        { id: 1, name: 'Milk' },
        { id: 2, name: 'Bread', note: 'fresh' },
      ];
      return json(response, 200, { goods });
    },
    '/api/cart': async (request, response) => {
      const { good = '' } = await take(request);
      if (bug !== 'cart-forgets') cart.push(good);
      json(response, 201, { count: cart.length });
    },
    '/api/orders': (_request, response) => json(response, 201, { id: ++order }),
  };
}
