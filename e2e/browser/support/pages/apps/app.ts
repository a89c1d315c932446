// Small apps of real frameworks, built for a test as their users would build them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../../server/binary.js';
import { builtOnce } from '../../server/built.js';
import { svelte, vue } from './components.js';
import type { Answer } from '../site.js';

export type Mode = 'development' | 'production';

export interface App {
  /** Where it begins, in `enrich/apps`. */
  file: string;
  /** The folder whose React it uses, if not the usual one. */
  react?: 'react-16' | 'react-17' | 'react-18';
  /** Who builds it, if not esbuild. */
  builder?: 'vite';
  /** What its server answers beyond the usual. */
  pages?: Record<string, Answer>;
}

export const APPS = join(ROOT, 'e2e/browser/enrich/apps');

/** What every app that orders is answered: nothing in it is a receipt. */
export const NO_STOCK = { status: 500, body: '{"error":"no stock"}' } as const;

/** The page of an app that these scripts make. */
export function appPage(scripts: string): string {
  return `<!doctype html><title>App</title><link rel="icon" href="data:,"><div id="root"></div>${scripts}`;
}

/** The line of an app's source that has this text, from 1; a text in two lines is a mistake. */
export function lineOf(file: string, text: string): number {
  const lines = readFileSync(join(APPS, file), 'utf8').split('\n');
  const found = lines.flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
  const [line, ...others] = found;
  if (line === undefined || others.length > 0) {
    throw new Error(`\`${text}\` is in ${found.length} lines of ${file}`);
  }
  return line;
}

interface Built {
  script: string;
  map: string;
}

/** What builds of apps are made from: their sources, their packages, and how they are built. */
export const SOURCES = [APPS, join(ROOT, 'package-lock.json'), import.meta.dirname];

/** Builds an app once, however many tests open it. */
function bundled(app: App, mode: Mode): Promise<Built> {
  return builtOnce([app.file, app.react, mode], SOURCES, () => bundle(app, mode));
}

/**
 * One script and its map. Production is minified, with the names of components kept: what is asserted
 * is that they are found.
 */
async function bundle({ file, react }: App, mode: Mode): Promise<Built> {
  const isProduction = mode === 'production';
  const folder = react ? join(APPS, react, 'node_modules') : join(ROOT, 'node_modules');
  const { outputFiles } = await build({
    entryPoints: [join(APPS, file)],
    outfile: join(APPS, 'dist/app.js'),
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    minify: isProduction,
    keepNames: isProduction,
    sourcemap: true,
    conditions: [mode, 'browser', 'svelte'],
    alias: { react: join(folder, 'react'), 'react-dom': join(folder, 'react-dom') },
    define: {
      'process.env.NODE_ENV': JSON.stringify(mode),
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [vue(mode), svelte(mode)],
    logLevel: 'error',
  });
  const text = (ending: string) =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: text('.js'), map: text('.map') };
}

/** The pages of a site that serves the app. */
export async function appPages(app: App, mode: Mode): Promise<Record<string, Answer>> {
  const { script, map } = await bundled(app, mode);
  return {
    '/': appPage('<script src="/app.js"></script>'),
    '/app.js': { type: 'text/javascript', body: script },
    '/app.js.map': { type: 'application/json', body: map },
    '/api/order': { ...NO_STOCK, type: 'application/json' },
    ...app.pages,
  };
}
