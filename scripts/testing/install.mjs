// Installs the packages of the tests, each set unless it is there and up to date.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './steps.mjs';

/** npm writes its own copy of the lock when it has installed everything in it. */
function isStale() {
  const installed = join(ROOT, 'node_modules/.package-lock.json');
  const lock = join(ROOT, 'package-lock.json');
  return !existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs;
}

function run(program, ...words) {
  console.log([program, ...words].join(' '));
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const { status, error } = spawnSync(program, words, { cwd: ROOT, stdio: 'inherit', env });
  if (error) console.error(`error: ${program} cannot be started: ${error.message}`);
  if (status !== 0) process.exit(1);
}

if (isStale()) run('npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
run('node', 'e2e/mcp/packages.mjs');
run('python3', 'e2e/packages.py');
