// The shop that the sample project tests: each page breaks in its own way, and says which.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';

export interface Shop {
  url: string;
  close(): Promise<void>;
}

/** What a page does, by its name. `other` is the same shop under another origin. */
const PAGES: Record<string, (other: string) => string> = {
  healthy: () => `
    <h1>Shop</h1><button id="buy">Buy</button><output></output>
    <script>
      buy.onclick = async () => {
        const answer = await fetch('/api/orders', { method: 'POST', body: '{"item":1}' });
        document.querySelector('output').textContent = (await answer.json()).state;
      };
    </script>`,
  'api-500': () => `
    <script>
      fetch('/api/cause-api-500').then(async (answer) => {
        if (answer.ok) document.body.append(Object.assign(document.createElement('p'), { id: 'total' }));
      });
    </script>`,
  handler: () => `
    <button id="pay">Pay</button>
    <script>pay.onclick = () => { const order = undefined; order.cause_handler = 1; };</script>`,
  rejection: () => `
    <script>Promise.reject(new Error('cause-rejection: the session is gone'));</script>`,
  'script-404': () => `
    <script src="/missing/cause-script-404.js"></script><div id="cart"></div>`,
  cors: (other) => `
    <script>
      fetch('${other}/api/cause-cors').then(() => {
        document.body.innerHTML = '<p id="rates">rates</p>';
      });
    </script>`,
  socket: () => `
    <p id="feed"></p>
    <script>
      const feed = new WebSocket(location.origin.replace('http', 'ws') + '/cause-socket');
      feed.onmessage = ({ data }) => { document.getElementById('feed').textContent = data; };
    </script>`,
  console: () => `
    <script>console.error('cause-console: the price list could not be read', { list: 7 });</script>`,
  pending: () => `
    <script>fetch('/api/never/cause-pending').then(() => { document.title = 'done'; });</script>`,
  'wrong-data': () => `
    <p id="sum"></p>
    <script>
      fetch('/api/cause-wrong-data').then(async (answer) => {
        document.getElementById('sum').textContent = (await answer.json()).total;
      });
    </script>`,
  dialog: () => `
    <button id="remove">Remove</button>
    <script>
      remove.onclick = () => {
        if (confirm('cause-dialog: remove the order?')) document.body.innerHTML = '<p id="gone">gone</p>';
      };
    </script>`,
  csp: () => `
    <script nonce="shop">
      addEventListener('load', () => { throw new Error('cause-csp: no theme'); });
    </script>`,
  opener: () => `
    <button id="open">Terms</button>
    <script>open_ = () => window.open('/popup');
      document.getElementById('open').onclick = open_;</script>`,
  popup: () => `<script>throw new RangeError('cause-popup: page 7 of 3');</script>`,
  worker: () => `
    <script>
      const text = "setTimeout(() => Promise.reject(new Error('cause-worker: no stock')), 20)";
      new Worker(URL.createObjectURL(new Blob([text])));
    </script>`,
  flaky: () => `
    <script>
      fetch('/api/flaky').then(async (answer) => {
        if (answer.ok) document.body.innerHTML = '<p id="ready">ready</p>';
      });
    </script>`,
};

const POLICY = "default-src 'none'; script-src 'nonce-shop'; connect-src 'none'";

export async function openShop(): Promise<Shop> {
  const sockets = new Set<Socket>();
  let isWarm = false;
  let other = '';
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = new URL(request.url ?? '/', 'http://shop').pathname;
    const json = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (path.startsWith('/api/never/')) return;
    if (path === '/api/orders') return json(200, { state: 'ordered' });
    if (path === '/api/cause-api-500') return json(500, { error: 'null pointer: user.address' });
    if (path === '/api/cause-wrong-data') return json(200, { total: 25, currency: 'EUR' });
    if (path === '/api/cause-cors') return json(200, { rates: [] });
    if (path === '/api/flaky') {
      const status = isWarm ? 200 : 503;
      isWarm = true;
      return json(status, { cause: 'cause-flaky: the cache is cold' });
    }
    const name = path.slice(1);
    const page = PAGES[name];
    if (!page) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page');
      return;
    }
    const policy = name === 'csp' ? { 'content-security-policy': POLICY } : {};
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...policy });
    // With a body before the scripts: a fast response must not come before there is one.
    response.end(
      `<!doctype html><title>${name}</title><link rel="icon" href="data:,"><body>${page(other)}`,
    );
  };
  const http = createServer(answer);
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  new WebSocketServer({ server: http }).on('connection', (socket) => {
    socket.close(4001, 'cause-socket: the feed is sold out');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  other = `http://localhost:${port}`;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
