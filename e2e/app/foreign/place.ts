// A folder of an npm package on a loopback port, with a few answers of our own where a page needs them.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { APP } from '../folder.js';

/** Something that breaks an application, and the journey that meets it. */
export interface Breakage {
  journey: string;
  /** What stands in its text, and what shall. */
  from: string;
  to: string;
}

export interface Place {
  origin: string;
  stop(): Promise<void>;
}

export type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.map': 'application/json',
};

/** `answers` by the beginning of the path, the first that fits; all else are files of the package. */
export async function serve(
  folder: string,
  answers: readonly (readonly [string, Answer])[] = [],
): Promise<Place> {
  const root = join(APP, '../../node_modules', folder);
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://place');
    const own = answers.find(
      ([start]) => url.pathname === start || url.pathname.startsWith(`${start}/`),
    );
    if (own) return own[1](request, response, url);
    const path = join(root, normalize(url.pathname === '/' ? '/index.html' : url.pathname));
    if (!existsSync(path) || !statSync(path).isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' });
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** A file of a package with some of its text replaced, as a bug would have it. */
export function altered(path: string, from: string, to: string): Answer {
  const original = readFileSync(join(APP, '../../node_modules', path), 'utf8');
  if (!original.includes(from)) throw new Error(`${path} has no \`${from}\``);
  return text(
    TYPES[extname(path)] ?? 'text/plain',
    original.replace(from, () => to),
  );
}

export function text(type: string, body: string): Answer {
  return (_request, response) => void response.writeHead(200, { 'content-type': type }).end(body);
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
