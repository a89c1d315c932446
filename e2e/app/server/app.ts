// An instance of the shop on a loopback port: as many at once as one likes, each with its own state and bugs.
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { ACCOUNT_ROUTES } from './accounts.js';
import { assets } from './assets.js';
import { Exchange, match, type Route } from './exchange.js';
import { GRAPHQL_ROUTES } from './graphql.js';
import { PAGE_ROUTES, shell } from './pages.js';
import { PRODUCT_ROUTES } from './products.js';
import { PURCHASE_ROUTES } from './purchases.js';
import { Shop } from './shop.js';

export interface AppOptions {
  /** 0, or nothing, for any that is free. */
  port?: number;
  bugs?: readonly string[];
  /** The backend is gone: pages and their files are served, every call and socket is cut off. */
  isBackendOff?: boolean;
}

const CALLS = /^\/(?:api|graphql|collect|live)\b/;

const TICK_MS = 600;

const CONTROL_ROUTES: readonly Route[] = [
  ['POST', '/__reset', ({ shop, response }) => void (shop.reset(), response.end('{}'))],
  [
    'POST',
    '/__bugs',
    async (exchange) => {
      const { bugs } = await exchange.body();
      try {
        exchange.shop.break(Array.isArray(bugs) ? bugs.map(String) : []);
        exchange.response.end(JSON.stringify({ bugs: exchange.shop.bugs }));
      } catch (error) {
        exchange.response.writeHead(400).end(JSON.stringify({ error: String(error) }));
      }
    },
  ],
];

const ROUTES: readonly Route[] = [
  ...CONTROL_ROUTES,
  ...ACCOUNT_ROUTES,
  ...PRODUCT_ROUTES,
  ...PURCHASE_ROUTES,
  ...GRAPHQL_ROUTES,
  ...PAGE_ROUTES,
];

export class App {
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly shop: Shop,
    private readonly http: HttpServer,
    private readonly live: WebSocketServer,
    private readonly files: Map<string, { type: string; body: string }>,
    private readonly isBackendOff: boolean,
  ) {
    http.on('request', (request, response) => {
      this.#answer(new Exchange(shop, request, response)).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    http.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    live.on('connection', (socket) => tick(shop, socket));
  }

  static async start({ port = 0, bugs = [], isBackendOff = false }: AppOptions = {}): Promise<App> {
    const shop = new Shop(bugs);
    const files = await assets();
    const http = createServer();
    const path = isBackendOff ? '/nowhere' : '/live';
    const live = new WebSocketServer({ server: http, path });
    const app = new App(shop, http, live, files, isBackendOff);
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(port, '127.0.0.1', resolve);
    });
    return app;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    this.live.close();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.http.close(resolve));
  }

  async #answer(exchange: Exchange): Promise<void> {
    const { method, url, response } = exchange;
    if (this.isBackendOff && CALLS.test(url.pathname)) return void response.destroy();
    const file = this.files.get(url.pathname);
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': file.type }).end(file.body);
      return;
    }
    let isKnown = false;
    for (const [wanted, pattern, handler] of ROUTES) {
      const params = match(pattern, url.pathname);
      if (params === undefined) continue;
      isKnown = true;
      if (wanted !== method) continue;
      exchange.params = params;
      return handler(exchange);
    }
    if (isKnown) return exchange.error(405, `${method} is not allowed here`);
    if (url.pathname.startsWith('/api/')) return exchange.error(404, 'There is no such thing.');
    shell(exchange);
  }
}

/** Tells what is left of one product after the other. */
function tick(shop: Shop, socket: WebSocket): void {
  let index = 0;
  const tell = () => {
    const { products } = shop.state;
    const product = products[index++ % products.length];
    if (product === undefined) return;
    const { slug, name, stock } = product;
    socket.send(JSON.stringify({ type: 'stock', slug, name, left: stock }));
    if (shop.broken('socket-drops')) socket.close(1011, 'the stock service ended');
  };
  tell();
  const timer = setInterval(tell, TICK_MS);
  socket.on('close', () => clearInterval(timer));
}
