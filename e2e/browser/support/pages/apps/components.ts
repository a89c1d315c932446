// Components of Vue and Svelte for esbuild, each with a map back to the file somebody wrote.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';
import { compile } from 'svelte/compiler';
import { compileScript, compileTemplate, parse, type SFCDescriptor } from 'vue/compiler-sfc';
import type { Mode } from './app.js';

/** Code whose map esbuild joins with its own. */
function mapped(code: string, map: unknown): OnLoadResult {
  const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
  return { contents: `${code}\n//# sourceMappingURL=${url}`, loader: 'js' };
}

/**
 * Single file components as Vue's own plugins make them: in development a module for the script and
 * one for the template, in production the template inlined.
 */
export function vue(mode: Mode): Plugin {
  const script = (descriptor: SFCDescriptor) =>
    compileScript(descriptor, {
      id: descriptor.filename,
      inlineTemplate: descriptor.scriptSetup !== null && mode === 'production',
    });
  const part = (path: string, suffix: string): OnLoadResult => {
    const filename = basename(path);
    const { descriptor } = parse(readFileSync(path, 'utf8'), { filename });
    if (suffix === '?script') {
      const { content, map } = script(descriptor);
      return mapped(content, map);
    }
    if (suffix === '?template') {
      const { bindings } = script(descriptor);
      const { code, map } = compileTemplate({
        id: filename,
        filename,
        source: descriptor.template?.content ?? '',
        ...(descriptor.template?.map && { inMap: descriptor.template.map }),
        compilerOptions: bindings ? { bindingMetadata: bindings } : {},
      });
      return mapped(code, map);
    }
    const lines = [`import component from './${filename}?script';`];
    if (descriptor.scriptSetup === null || mode === 'development') {
      lines.push(`import { render } from './${filename}?template';`, 'component.render = render;');
    }
    if (mode === 'development') lines.push(`component.__file = ${JSON.stringify(path)};`);
    return { contents: [...lines, 'export default component;'].join('\n'), loader: 'js' };
  };
  return {
    name: 'vue',
    setup({ onLoad, onResolve, resolve }) {
      onResolve({ filter: /\.vue\?/ }, async ({ path, importer, resolveDir, kind }) => {
        const [file = '', suffix = ''] = path.split('?');
        const found = await resolve(file, { importer, resolveDir, kind });
        return { path: found.path, suffix: `?${suffix}` };
      });
      onLoad({ filter: /\.vue$/ }, ({ path, suffix }) => part(path, suffix));
    },
  };
}

export function svelte(mode: Mode): Plugin {
  return {
    name: 'svelte',
    setup({ onLoad }) {
      onLoad({ filter: /\.svelte$/ }, ({ path }) => {
        const { js } = compile(readFileSync(path, 'utf8'), {
          filename: path,
          generate: 'client',
          dev: mode === 'development',
        });
        return mapped(js.code, js.map);
      });
    },
  };
}
