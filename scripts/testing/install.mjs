// Installs the packages of the tests, each set unless it is there and up to date.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The packages of the browser side. npm writes its own copy of the lock when it has installed all. */
export function installBrowserSide() {
  const installed = join(ROOT, 'node_modules/.package-lock.json');
  const lock = join(ROOT, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  run('npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
}

function run(program, ...words) {
  console.log([program, ...words].join(' '));
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const { status, error } = spawnSync(program, words, { cwd: ROOT, stdio: 'inherit', env });
  if (error) console.error(`error: ${program} cannot be started: ${error.message}`);
  if (status !== 0) process.exit(1);
}

if (process.argv[1] === import.meta.filename) {
  installBrowserSide();
  run('node', 'e2e/mcp/packages.mjs');
  run('python3', 'e2e/packages.py');
}
