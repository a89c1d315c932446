// The shop by hand: `node e2e/app/serve.mjs --port 4173 --bug login-500 --bug wrong-item`.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4173' },
    bug: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
  },
});

// Node runs no TypeScript before 22.
process.env.GASOLINE_E2E_APP = import.meta.dirname;
// Below the project, where its packages are found.
const outdir = join(import.meta.dirname, '../../target', `app-${process.pid}`);
mkdirSync(outdir, { recursive: true });
process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());
await build({
  entryPoints: ['server/app.ts', 'bugs.ts'].map((file) => join(import.meta.dirname, file)),
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  outdir,
  outExtension: { '.js': '.mjs' },
  logLevel: 'error',
});
const load = (file) => import(pathToFileURL(join(outdir, file)).href);
const { BUGS } = await load('bugs.mjs');

if (values.list) {
  for (const { name, breaks } of BUGS) console.log(`${name.padEnd(24)}${breaks}`);
} else {
  const { App } = await load('server/app.mjs');
  try {
    const app = await App.start({ port: Number(values.port), bugs: values.bug });
    console.log(app.origin);
  } catch (error) {
    console.error(`error: ${error.message}\nhint: \`--list\` tells what can be broken`);
    process.exitCode = 2;
  }
}
