// The judges' packages: installed from the lock file when they are not there yet.
//
// node e2e/mcp/packages.mjs   installs them

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './gasoline.mjs';

const home = join(root, 'e2e');
const packages = join(home, 'node_modules');

/** The Inspector refuses older ones; `node-linux-*` among the packages is this one. */
const LEAST_NODE = [22, 19];

/** They appear when they are complete, so that steps may start at the same time. */
export function install() {
  const lock = readFileSync(join(home, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const isThere = () => {
    const mark = join(packages, '.installed');
    return existsSync(mark) && readFileSync(mark, 'utf8') === wanted;
  };
  if (isThere()) return;
  mkdirSync(join(root, 'target/test'), { recursive: true });
  const draft = mkdtempSync(join(root, 'target/test/e2e-packages-'));
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      copyFileSync(join(home, name), join(draft, name));
    }
    installIn(draft);
    writeFileSync(join(draft, 'node_modules/.installed'), wanted);
    // Another step may have been sooner.
    if (isThere()) return;
    if (existsSync(packages)) renameSync(packages, join(draft, 'outdated'));
    renameSync(join(draft, 'node_modules'), packages);
  } catch (error) {
    if (!isThere()) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function installIn(folder) {
  // No package needs its install script, and engine warnings are about the Node that runs npm.
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stdout, stderr, error } = spawnSync('npm', options, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  if (status !== 0) throw new Error(`npm ci failed for e2e: ${error ?? stdout + stderr}`);
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

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  try {
    install();
  } catch (error) {
    console.error(`error: ${error.message}`);
    process.exitCode = 2;
  }
}
