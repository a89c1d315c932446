// An app as Vite serves it while it is being written, and as Vite builds it.
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Vite from 'vite';
import { appPage, APPS, NO_STOCK, SOURCES, type Mode } from './app.js';
import { ROOT } from '../../server/binary.js';
import { builtOnce } from '../../server/built.js';
import type { Answer } from '../site.js';

/**
 * The project's own Vite, and its own React: nearer to here lie those that the MCP Inspector brings,
 * and two Reacts in one page do not work.
 */
const ourVite = (): Promise<typeof Vite> =>
  import(pathToFileURL(join(ROOT, 'node_modules/vite/dist/node/index.js')).href);

const alias = Object.fromEntries(
  ['react', 'react-dom', 'react-redux', '@reduxjs/toolkit'].map((name) => [
    name,
    join(ROOT, 'node_modules', name),
  ]),
);

const CONFIG = {
  configFile: false,
  root: APPS,
  resolve: { alias },
  logLevel: 'error',
  cacheDir: join(ROOT, 'node_modules/.vite/enrich'),
  esbuild: { jsx: 'automatic' },
} satisfies Vite.InlineConfig;

const LIBRARIES = [
  'react',
  'react/jsx-dev-runtime',
  'react-dom/client',
  'react-redux',
  '@reduxjs/toolkit',
];

/** Vite chooses builds by the environment, which a test runner has set for itself. */
async function as<T>(mode: Mode, make: () => Promise<T>): Promise<T> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = mode;
  try {
    return await make();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

export interface Served {
  url: string;
  close: () => Promise<void>;
}

/** A development server: modules one by one, each with its map inside. */
export async function serveByVite(file: string): Promise<Served> {
  const http = createHttpServer();
  const { createServer } = await ourVite();
  const server = await as('development', () =>
    createServer({
      ...CONFIG,
      appType: 'custom',
      server: { middlewareMode: true, hmr: { server: http } },
      // Found out beforehand: a library found late reloads the page.
      optimizeDeps: { include: LIBRARIES, noDiscovery: true },
      plugins: [
        {
          name: 'pages',
          configureServer({ middlewares, transformIndexHtml }) {
            middlewares.use('/api/order', (_request, response) => {
              response
                .writeHead(NO_STOCK.status, { 'content-type': 'application/json' })
                .end(NO_STOCK.body);
            });
            middlewares.use((request, response, next) => {
              if (request.url !== '/') return next();
              const page = appPage(`<script type="module" src="/${file}"></script>`);
              const send = (html: string) =>
                response.writeHead(200, { 'content-type': 'text/html' }).end(html);
              transformIndexHtml('/', page).then(send, next);
            });
          },
        },
      ],
    }),
  );
  http.on('request', server.middlewares);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    http.closeAllConnections();
    http.close();
    await server.close();
  };
  return { url: `http://localhost:${(http.address() as AddressInfo).port}/`, close };
}

/** The pages of a site that serves what Vite built, once, however many tests open it. */
export function pagesByVite(file: string): Promise<Record<string, Answer>> {
  return builtOnce([file, 'vite'], SOURCES, () => buildPages(file));
}

async function buildPages(file: string): Promise<Record<string, Answer>> {
  const { build } = await ourVite();
  const built = await as('production', () =>
    build({
      ...CONFIG,
      mode: 'production',
      esbuild: { ...CONFIG.esbuild, keepNames: true },
      build: { write: false, sourcemap: true, rollupOptions: { input: join(APPS, file) } },
    }),
  );
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error('Vite built nothing');
  const pages: Record<string, Answer> = {
    '/api/order': { ...NO_STOCK, type: 'application/json' },
  };
  for (const part of output.output) {
    const isScript = part.type === 'chunk';
    if (isScript && part.isEntry) {
      pages['/'] = appPage(`<script type="module" src="/${part.fileName}"></script>`);
    }
    pages[`/${part.fileName}`] = isScript
      ? { type: 'text/javascript', body: part.code }
      : { type: 'application/json', body: Buffer.from(part.source).toString() };
  }
  return pages;
}
