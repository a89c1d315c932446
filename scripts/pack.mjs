// Makes the npm packages as they are published: a tarball each, in `target/npm`.
//
// node scripts/pack.mjs [--binary FILE] [--platform linux-x64] [--out DIR]
//
// Without `--binary` the release is built for this machine. A release for every platform calls this
// on a machine of each; `gasoline-mcp` and the others are the same from all of them.
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target');
const FACE = join(ROOT, 'packages/gasoline-mcp');
/** Published as they lie there. */
const SCRIPTS = ['gasoline-ci', 'gasoline-playwright'];

const { values: options } = parseArgs({
  options: {
    binary: { type: 'string' },
    platform: { type: 'string', default: `${process.platform}-${process.arch}` },
    out: { type: 'string', default: join(TARGET, 'npm') },
  },
});
const out = resolve(options.out);

try {
  const platforms = await json(join(FACE, 'platforms.json'));
  const platform = platforms[options.platform];
  if (!platform) {
    const known = Object.keys(platforms).join(', ');
    throw new Error(`\`${options.platform}\` is no platform\nhint: one of ${known}`);
  }
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const folders = [
    await native(options.platform, platform, options.binary ?? release()),
    await face(Object.keys(platforms)),
    ...SCRIPTS.map((name) => join(ROOT, 'packages', name)),
  ];
  for (const folder of folders) console.log(join(out, pack(folder)));
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}

/** The package of one platform: the binary, which npm installs only where it runs. */
async function native(name, { os, cpu, libc }, binary) {
  const { version, license } = await json(join(FACE, 'package.json'));
  const folder = join(out, `gasoline-mcp-${name}`);
  await mkdir(join(folder, 'bin'), { recursive: true });
  await copyFile(binary, join(folder, 'bin/gasoline'));
  await chmod(join(folder, 'bin/gasoline'), 0o755);
  await save(join(folder, 'package.json'), {
    name: `gasoline-mcp-${name}`,
    version,
    description: `The binary of gasoline-mcp for ${name}.`,
    license,
    os,
    cpu,
    libc,
    files: ['bin'],
    preferUnplugged: true,
  });
  return folder;
}

/** `gasoline-mcp`: the commands, the extension and the skill, with the binary as a choice among the platforms. */
async function face(names) {
  const folder = join(out, 'gasoline-mcp');
  await cp(FACE, folder, { recursive: true });
  await cp(join(ROOT, 'packages/extension/dist'), join(folder, 'extension'), { recursive: true });
  await cp(join(ROOT, 'skills'), join(folder, 'skills'), { recursive: true });
  const about = await json(join(FACE, 'package.json'));
  const optionalDependencies = Object.fromEntries(
    names.map((name) => [`gasoline-mcp-${name}`, about.version]),
  );
  await save(join(folder, 'package.json'), { ...about, optionalDependencies });
  return folder;
}

function release() {
  run('cargo', ['build', '--profile', 'dist', '--package', 'gasoline'], { cwd: ROOT });
  return join(TARGET, 'dist/gasoline');
}

/** The name of the tarball. */
function pack(folder) {
  const said = run('npm', ['pack', '--silent', '--pack-destination', out], { cwd: folder });
  return said.trim().split('\n').at(-1);
}

function run(command, words, { cwd }) {
  const stdio = ['ignore', 'pipe', 'inherit'];
  const { status, stdout, error } = spawnSync(command, words, { cwd, stdio, encoding: 'utf8' });
  if (status !== 0) throw new Error(`\`${command} ${words.join(' ')}\` failed: ${error ?? status}`);
  return stdout;
}

async function json(path) {
  return JSON.parse(await readFile(path, 'utf8'));
}

async function save(path, value) {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
