// The judges' packages: installed from the lock file when they are not there yet.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './gasoline.mjs';

const home = join(root, 'e2e');
const packages = join(home, 'node_modules');

/** The Inspector refuses older ones; `node-linux-*` among the packages is this one. */
const LEAST_NODE = [22, 19];

export function install() {
  const lock = readFileSync(join(home, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const mark = join(packages, '.installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  // No package needs its install script, and engine warnings are about the Node that runs npm.
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stdout, stderr, error } = spawnSync('npm', options, {
    cwd: home,
    encoding: 'utf8',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  if (status !== 0) throw new Error(`npm ci failed in e2e: ${error ?? stdout + stderr}`);
  writeFileSync(mark, wanted);
}

/** A Node that is new enough for the judges. */
export function node() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  const packaged = join(packages, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(packaged)) return packaged;
  if (isNewEnough) return process.execPath;
  throw new Error(
    `no package brings Node for ${process.platform}-${process.arch}\nhint: use Node ${LEAST_NODE.join('.')} or newer`,
  );
}

/** The script behind a package's command. */
export function command(name, bin) {
  const manifest = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
  return { script: join(packages, name, manifest.bin[bin]), version: manifest.version };
}
