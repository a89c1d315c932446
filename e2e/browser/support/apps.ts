// Small apps of real frameworks, built for a test as their users would build them.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { compile } from 'svelte/compiler';
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc';
import { ROOT } from './binary.js';
import type { Answer } from './site.js';

export type Mode = 'development' | 'production';

/** The file of `enrich/apps`, and the folder whose React it uses if not the usual one. */
export interface App {
  file: string;
  react?: 'react-16' | 'react-17' | 'react-18';
}

const APPS = join(ROOT, 'e2e/browser/enrich/apps');

/** Single file components, the template inlined in production as Vue's own plugins do. */
function vue(mode: Mode): Plugin {
  return {
    name: 'vue',
    setup({ onLoad }) {
      onLoad({ filter: /\.vue$/ }, ({ path }) => {
        const filename = basename(path);
        const { descriptor } = parse(readFileSync(path, 'utf8'), { filename });
        const isSetup = descriptor.scriptSetup !== null;
        const isInline = isSetup && mode === 'production';
        const script = compileScript(descriptor, {
          id: filename,
          inlineTemplate: isInline,
          genDefaultAs: 'component',
        });
        const parts = [script.content];
        if (!isInline) {
          const template = compileTemplate({
            id: filename,
            filename,
            source: descriptor.template?.content ?? '',
            compilerOptions: script.bindings ? { bindingMetadata: script.bindings } : {},
          });
          parts.push(template.code.replace('export function render', 'function render'));
          parts.push('component.render = render;');
        }
        if (mode === 'development') parts.push(`component.__file = ${JSON.stringify(path)};`);
        return { contents: [...parts, 'export default component;'].join('\n'), loader: 'js' };
      });
    },
  };
}

function svelte(mode: Mode): Plugin {
  return {
    name: 'svelte',
    setup({ onLoad }) {
      onLoad({ filter: /\.svelte$/ }, ({ path }) => {
        const options = {
          filename: path,
          generate: 'client',
          dev: mode === 'development',
        } as const;
        return { contents: compile(readFileSync(path, 'utf8'), options).js.code, loader: 'js' };
      });
    },
  };
}

/** One script. Production is minified, with names kept: what is asserted is that they are found. */
async function bundle({ file, react }: App, mode: Mode): Promise<string> {
  const isProduction = mode === 'production';
  const folder = react ? join(APPS, react, 'node_modules') : join(ROOT, 'node_modules');
  const result = await build({
    entryPoints: [join(APPS, file)],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    minify: isProduction,
    keepNames: isProduction,
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
  return result.outputFiles[0]?.text ?? '';
}

/** The pages of a site that serves the app. */
export async function appPages(app: App, mode: Mode): Promise<Record<string, Answer>> {
  return {
    '/': `<!doctype html><title>App</title><link rel="icon" href="data:,"><div id="root"></div><script src="/app.js"></script>`,
    '/app.js': { type: 'text/javascript', body: await bundle(app, mode) },
  };
}
