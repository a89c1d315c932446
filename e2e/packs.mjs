// What the steps install: our packages and Playwright as tarballs, and a project that has them from there.
//
// node e2e/packs.mjs   makes what is not there yet in target/test/packs, and prints the tarballs
//
// Each part is made once for equal inputs, in a folder that appears when it is complete, so that
// steps may run at the same time. GASOLINE_BINARY names the binary that is packed; otherwise it is
// the one cargo built last.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { findBinary, root } from './mcp/gasoline.mjs';

const HOME = join(root, 'target/test/packs');
/** What `scripts/pack.mjs` reads, beside the binary. */
const OURS = [
  'packages/extension/dist',
  'packages/gasoline-ci',
  'packages/gasoline-mcp',
  'packages/gasoline-playwright',
  'scripts/pack.mjs',
  'skills',
].map((path) => join(root, path));
const THEIRS = ['playwright-core', 'playwright', '@playwright/test'].map((name) =>
  join(root, 'node_modules', name),
);
/** What a project that tests with Playwright installs. */
const INSTALLED =
  /^(gasoline-ci|gasoline-playwright|playwright-core|playwright|playwright-test)-\d/;

/** Tarballs of our packages, as npm would publish them, and of Playwright. */
export function tarballs() {
  const binary = findBinary();
  const ours = made('ours', [...OURS, binary], (folder) => {
    const words = ['--binary', stripped(binary, folder), '--out', join(folder, 'npm')];
    run('node', [join(root, 'scripts/pack.mjs'), ...words]);
    const packed = readdirSync(join(folder, 'npm')).filter((name) => name.endsWith('.tgz'));
    for (const name of packed) renameSync(join(folder, 'npm', name), join(folder, name));
    rmSync(join(folder, 'npm'), { recursive: true });
    rmSync(join(folder, 'gasoline'), { force: true });
  });
  // As they were published: a version is never another.
  const manifests = THEIRS.map((folder) => join(folder, 'package.json'));
  const theirs = made('theirs', manifests, (folder) => {
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, ...THEIRS]);
  });
  return [ours, theirs].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
}

/** A folder with a `package.json`, and in `node_modules` our package for Playwright and Playwright. */
export function project() {
  const used = tarballs().filter((path) => INSTALLED.test(basename(path)));
  return made('project', used, (folder) => {
    writeFileSync(join(folder, 'package.json'), '{"name":"gasoline-tests","private":true}');
    // The tarballs are all there is: what they do not bring is missing for users, too.
    const words = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--save-dev'];
    run('npm', ['install', ...words, ...used], folder);
  });
}

/** The folder that `make` filled for these inputs, now or in an earlier run. */
function made(name, inputs, make) {
  const stamp = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesIn(input)) {
      stamp
        .update(`${relative(dirname(input), file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  const folder = join(HOME, `${name}-${stamp.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(HOME, { recursive: true });
  const draft = mkdtempSync(join(HOME, `.${name}-`));
  try {
    make(draft);
    renameSync(draft, folder);
  } catch (error) {
    // Another step may have been sooner.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const outdated = readdirSync(HOME).filter((other) => other.startsWith(`${name}-`));
  for (const other of outdated.filter((one) => one !== basename(folder))) {
    rmSync(join(HOME, other), { recursive: true, force: true });
  }
  return folder;
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).toSorted();
  return names
    .filter((name) => name !== 'node_modules')
    .flatMap((name) => filesIn(join(path, name)));
}

/** The binary as it is released, without what only debuggers read: a part of the time to pack. */
function stripped(binary, folder) {
  const copy = join(folder, 'gasoline');
  const { status } = spawnSync('strip', ['-o', copy, binary]);
  return status === 0 ? copy : binary;
}

function run(command, words, cwd) {
  const { status, stderr, error } = spawnSync(command, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`\`${command} ${words.join(' ')}\` failed: ${error ?? stderr}`);
}

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  try {
    project();
    console.log(tarballs().join('\n'));
  } catch (error) {
    console.error(`error: ${error.message}`);
    process.exitCode = 2;
  }
}
