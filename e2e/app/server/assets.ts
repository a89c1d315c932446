// The front end as it is shipped: bundled and minified, its source maps beside it.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { APP } from '../folder.js';

export type Files = Map<string, { type: string; body: string }>;

const TYPES: Record<string, string> = { js: 'text/javascript', map: 'application/json' };

let built: Promise<Files> | undefined;

/** Built once a process, however many instances there are. */
export function assets(): Promise<Files> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<Files> {
  const web = join(APP, 'web');
  const packages = join(APP, '../../node_modules');
  const { outputFiles } = await build({
    entryPoints: ['main.tsx', 'payment.ts', 'help.ts', 'hours.ts'].map((file) => join(web, file)),
    bundle: true,
    write: false,
    minify: true,
    keepNames: true,
    sourcemap: true,
    format: 'iife',
    jsx: 'automatic',
    target: 'chrome120',
    outdir: join(web, 'assets'),
    // The judges' packages beside us bring a React of their own.
    alias: { react: join(packages, 'react'), 'react-dom': join(packages, 'react-dom') },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const files: Files = new Map();
  for (const { path, text } of outputFiles) {
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain';
    files.set(`/assets/${basename(path)}`, { type, body: text });
  }
  const css = readFileSync(join(web, 'shop.css'), 'utf8');
  files.set('/assets/shop.css', { type: 'text/css', body: css });
  return files;
}
