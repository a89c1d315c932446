// One request and its answer, in the words the routes use.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { User } from '../model.js';
import type { Shop } from './shop.js';

export type Handler = (exchange: Exchange) => void | Promise<void>;

/** Method, path with `:names`, and what answers. */
export type Route = readonly [method: string, pattern: string, handler: Handler];

export class Exchange {
  readonly method: string;
  readonly url: URL;
  params: Record<string, string> = {};

  constructor(
    readonly shop: Shop,
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    this.method = request.method ?? 'GET';
    this.url = new URL(request.url ?? '/', 'http://shop');
  }

  param(name: string): string {
    return this.params[name] ?? '';
  }

  query(name: string): string {
    return this.url.searchParams.get(name) ?? '';
  }

  async text(): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.request) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString();
  }

  /** The body as an object; anything else counts as an empty one. */
  async body(): Promise<Record<string, unknown>> {
    try {
      const value: unknown = JSON.parse(await this.text());
      return typeof value === 'object' && value !== null ? { ...value } : {};
    } catch {
      return {};
    }
  }

  /** Who asks: by token, as the front end does, or by cookie, as plain pages do. */
  user(): User | undefined {
    const bearer = /^Bearer (.+)$/.exec(this.request.headers.authorization ?? '')?.[1];
    const cookie = /(?:^|;\s*)session=([^;]+)/.exec(this.request.headers.cookie ?? '')?.[1];
    return this.shop.state.sessions.get(bearer ?? cookie ?? '');
  }

  json(status: number, value: unknown, headers: Record<string, string> = {}): void {
    this.shop.note(this.method, this.url.pathname, status, value);
    this.response.writeHead(status, { 'content-type': 'application/json', ...headers });
    this.response.end(status === 204 ? '' : JSON.stringify(value));
  }

  error(status: number, error: string): void {
    this.json(status, { error });
  }

  html(text: string, status = 200): void {
    this.shop.note(this.method, this.url.pathname, status, 'page');
    this.response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text);
  }

  redirect(location: string): void {
    this.shop.note(this.method, this.url.pathname, 303, 'redirect');
    this.response.writeHead(303, { location }).end();
  }

  /** For as long as nobody gives up; the process does not wait for it. */
  async hold(milliseconds: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
  }
}

/** A handler for those who signed in. */
export function forUser(
  handler: (exchange: Exchange, user: User) => void | Promise<void>,
): Handler {
  return (exchange) => {
    const user = exchange.user();
    if (user === undefined) return exchange.error(401, 'sign in first');
    return handler(exchange, user);
  };
}

/** A handler for those who run the shop. */
export function forAdmin(handler: Handler): Handler {
  return forUser((exchange, user) => {
    if (user.role !== 'admin') return exchange.error(403, 'only for administrators');
    return handler(exchange);
  });
}

/** The names' values where the path is as the pattern says. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const actual = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(actual);
    else if (part !== actual) return undefined;
  }
  return params;
}
