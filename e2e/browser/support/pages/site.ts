// A website made for one test: pages and answers by path (`*` for all others), on a loopback port.
import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { selfSigned } from './certificate.js';

export type Answer =
  | string
  | { status?: number; type?: string; headers?: Record<string, string>; body?: string | Buffer }
  | ((request: IncomingMessage, response: ServerResponse) => void);

export class Site {
  readonly http: HttpServer;
  readonly #sockets = new Set<Socket>();

  /** The pages by path; what is changed here is served from then on. */
  private constructor(
    readonly pages: Record<string, Answer>,
    private readonly scheme: 'http' | 'https',
  ) {
    const answer = (request: IncomingMessage, response: ServerResponse) =>
      this.#answer(request, response);
    this.http = scheme === 'http' ? createServer(answer) : createSecureServer(selfSigned(), answer);
    this.http.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async open(
    pages: Record<string, Answer>,
    scheme: 'http' | 'https' = 'http',
  ): Promise<Site> {
    const site = new Site(pages, scheme);
    await new Promise<void>((resolve) => site.http.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  /** The address by name; `localhost` and `127.0.0.1` are two origins of one site. */
  url(path = '/', host = 'localhost'): string {
    return `${this.scheme}://${host}:${this.port}${path}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.http.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const answer = this.pages[path] ?? this.pages['*'];
    if (typeof answer === 'function') return answer(request, response);
    if (answer === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page');
      return;
    }
    const page = typeof answer === 'string' ? { body: answer } : answer;
    const headers = { 'content-type': page.type ?? 'text/html; charset=utf-8', ...page.headers };
    response.writeHead(page.status ?? 200, headers).end(page.body ?? '');
  }
}
