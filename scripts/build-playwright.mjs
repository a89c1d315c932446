// Builds the Playwright package: one file an entry for Node, faces for ES modules, and types.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

/**
 * The code is CommonJS, because Playwright compiles tests to it unless a project says otherwise, and
 * older Nodes cannot require ES modules. The faces for ES modules hold none, so that a process which
 * meets both has everything once.
 */
const ENTRIES = ['index', 'register', 'reporter'];
const FACES = ['index', 'register', 'reporter'];

/** Where the types of the driver are in the package. */
const DRIVER_TYPES = 'dist/gasoline-driver';

/** Path inside the package → content. */
export async function playwrightPackage(root) {
  const folder = join(root, 'packages/gasoline-playwright');
  const entries = ENTRIES.filter((name) => existsSync(join(folder, `src/${name}.ts`)));
  const made = [];
  for (const name of entries) made.push([`dist/${name}.cjs`, await bundle(root, folder, name)]);
  for (const name of FACES.filter((face) => entries.includes(face))) {
    const hasDefault = name === 'reporter' ? "export { default } from './reporter.cjs';\n" : '';
    made.push([`dist/${name}.js`, `export * from './${name}.cjs';\n${hasDefault}`]);
  }
  made.push(...(await types(root, folder, 'dist')));
  made.push(...(await types(root, join(root, 'packages/driver'), DRIVER_TYPES)));
  return made;
}

async function bundle(root, folder, name) {
  const result = await build({
    entryPoints: [join(folder, `src/${name}.ts`)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['@playwright/test', 'gasoline-ci'],
    logLevel: 'warning',
    plugins: [oneIndex],
  });
  return result.outputFiles[0].text;
}

/** What another entry needs of the fixtures is the very object that tests import. */
const oneIndex = {
  name: 'one-index',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/index\.js$/ }, () => ({ path: './index.cjs', external: true }));
  },
};

/** The types of a package, in a folder of `dist`. Those of the driver, which is not published, are there too. */
async function types(root, folder, into) {
  await mkdir(join(root, 'target'), { recursive: true });
  const out = mkdtempSync(join(root, 'target/types-'));
  try {
    const words = ['-p', folder, '--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { status, stdout } = spawnSync(tsc, [
      ...words,
      '--rootDir',
      join(folder, 'src'),
      '--outDir',
      out,
    ]);
    if (status !== 0) throw new Error(`the types cannot be made: ${stdout}`);
    const files = await readdir(out, { recursive: true });
    const wanted = files.filter((file) => file.endsWith('.d.ts') && !file.endsWith('.test.d.ts'));
    const read = async (file) => {
      const path = join(into, file);
      return [path, withLocalDriver(path, await readFile(join(out, file), 'utf8'))];
    };
    return await Promise.all(wanted.toSorted().map(read));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function withLocalDriver(path, text) {
  return text.replaceAll(/'gasoline-driver\/([^']+?)(?:\.js)?'/g, (_, name) => {
    return `'./${relative(dirname(path), `${DRIVER_TYPES}/${name}.js`)}'`;
  });
}
