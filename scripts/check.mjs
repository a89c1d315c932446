// Everything a change to TypeScript must pass, in the order of what fails soonest.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = [
  'capture',
  'transport',
  'gasoline-ci',
  'gasoline-playwright',
  'extension',
  'dashboard',
];

const NPM = 'npm ci --no-audit --no-fund --loglevel=error';

if (isStale()) run(NPM, { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' });
run(
  'prettier --check --log-level=warn packages e2e/browser e2e/app e2e/generated e2e/npm e2e/playwright actions docs/examples scripts *.json .oxlintrc.json',
);
run('oxlint --quiet packages e2e/browser e2e/app e2e/generated e2e/npm e2e/playwright scripts');
for (const name of PACKAGES) run(`tsc -p packages/${name}`);
run('tsc -p e2e/app');
run('tsc -p e2e/browser');
run('tsc -p e2e/generated');
run('tsc -p e2e/playwright');
run('tsc -p crates/gasoline-codegen/cases');
run('vitest run --dir packages --silent --reporter=dot');
run('node scripts/build.mjs --check');
run('node packages/extension/lint.mjs');

/** npm writes its own copy of the lock when it has installed everything in it. */
function isStale() {
  const installed = join(ROOT, 'node_modules/.package-lock.json');
  const lock = join(ROOT, 'package-lock.json');
  return !existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs;
}

/** Runs a step and says what it was and how long it took. */
function run(command, environment = {}) {
  console.log(`• ${command}`);
  const start = performance.now();
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, ...environment, PATH };
  const { status } = spawnSync(command, { cwd: ROOT, shell: true, stdio: 'inherit', env });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✓' : '✗'} ${command} (${seconds} s)`);
  if (status !== 0) process.exit(1);
}
