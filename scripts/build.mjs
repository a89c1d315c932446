// Builds what is shipped: the CI script, the extension, the dashboard, the Playwright package. `--check` compares only.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { dashboard } from './build-dashboard.mjs';
import { playwrightPackage } from './build-playwright.mjs';

const ROOT = join(import.meta.dirname, '..');
const CI = join(ROOT, 'packages/gasoline-ci');
const EXTENSION = join(ROOT, 'packages/extension');
const DASHBOARD = join(ROOT, 'packages/dashboard');
const PLAYWRIGHT = join(ROOT, 'packages/gasoline-playwright');

/** Folders that hold nothing but what is built. */
const BUILT = [join(EXTENSION, 'dist'), join(DASHBOARD, 'dist'), join(PLAYWRIGHT, 'dist')];

/**
 * What a page has to load may have this size after compression with gzip at level 9. 1 KB is 1,000
 * bytes. Sizes of files in one line are added: the browser loads them together.
 */
const MAX_COMPRESSED_KB = [
  [20, 'packages/extension/dist/main.js'],
  [40, 'packages/extension/dist/isolated.js'],
  [48, 'packages/gasoline-ci/gasoline-ci.min.js'],
  [80, 'packages/dashboard/dist/index.html', 'packages/dashboard/dist/dashboard.js'],
];

/** Replaced by the server; see packages/gasoline-ci/src/entry.ts. */
const SERVED = '"__GASOLINE_SERVED__"';

const isCheck = process.argv.includes('--check');
const outputs = new Map([
  ...(await ciScript()),
  ...(await extension()),
  ...(await dashboardPage()),
  ...(await playwrightPackage(ROOT)).map(([file, text]) => [name(join(PLAYWRIGHT, file)), text]),
]);
const faults = isCheck ? await differences(outputs) : [];
if (!isCheck) await write(outputs);
faults.push(...measure(outputs), ...placeholders(outputs));
for (const fault of faults) console.error(`error: ${fault.what}\nhint: ${fault.hint}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Path from the root → content. */
async function ciScript() {
  const entry = join(CI, 'src/entry.ts');
  if (!existsSync(entry)) return [];
  const readable = await bundle(entry, false);
  const small = await bundle(entry, true);
  const { version } = JSON.parse(await readFile(join(CI, 'package.json'), 'utf8'));
  const banner = `/* gasoline-ci ${version}, MIT OR Apache-2.0, with parts of others: THIRD_PARTY.txt */\n`;
  return [
    [name(join(CI, 'gasoline-ci.js')), banner + readable.text],
    [name(join(CI, 'gasoline-ci.min.js')), banner + small.text],
    [name(join(CI, 'THIRD_PARTY.txt')), await licences(small.packages)],
  ];
}

/** What `packages/extension/build.json` lists, as far as it is written. */
async function extension() {
  const list = join(EXTENSION, 'build.json');
  if (!existsSync(list)) return [];
  const plan = JSON.parse(await readFile(list, 'utf8'));
  const out = join(EXTENSION, plan.out);
  const packages = new Set();
  const made = [];
  for (const entry of present(plan.entries)) {
    const bundled = await bundle(join(EXTENSION, entry.in), true);
    for (const used of bundled.packages) packages.add(used);
    made.push([name(join(out, entry.out)), bundled.text]);
  }
  for (const file of present(plan.copy)) {
    const from = join(EXTENSION, file.in);
    const owner = packageOf(relative(ROOT, from));
    if (owner) packages.add(owner);
    made.push([name(join(out, file.out)), await readFile(from)]);
  }
  made.push([name(join(out, 'THIRD_PARTY.txt')), await licences(packages)]);
  return made;
}

async function dashboardPage() {
  const { files, inputs } = await dashboard(ROOT);
  const packages = new Set(inputs.map(packageOf).filter(Boolean));
  return [...files, ['dist/THIRD_PARTY.txt', await licences(packages)]].map(([file, text]) => [
    name(join(DASHBOARD, file)),
    text,
  ]);
}

function present(files) {
  const missing = files.filter((file) => !existsSync(join(EXTENSION, file.in)));
  for (const file of missing) console.log(`skipped: packages/extension/${file.in} is not there`);
  return files.filter((file) => !missing.includes(file));
}

async function bundle(entry, minify) {
  const result = await build({
    entryPoints: [entry],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    minify,
    format: 'iife',
    target: 'chrome120',
    // The licences stand in a file of their own.
    legalComments: 'none',
    logLevel: 'warning',
  });
  const packages = new Set(Object.keys(result.metafile.inputs).map(packageOf).filter(Boolean));
  return { text: result.outputFiles[0].text, packages };
}

/** `node_modules/@scope/name/file.js` → `@scope/name`. */
function packageOf(path) {
  return /node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(path)?.[1]?.replaceAll('\\', '/');
}

/** What the packages ask to be told wherever they are copied. */
async function licences(packages) {
  const parts = ['Parts of others, and what they ask to be told with them.\n'];
  for (const used of [...packages].toSorted()) {
    const folder = join(ROOT, 'node_modules', used);
    const about = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    const texts = files.toSorted().map((file) => readFile(join(folder, file), 'utf8'));
    const title = `${used} ${about.version} (${about.license})`;
    const said = (await Promise.all(texts)).map((text) => text.replaceAll('\r\n', '\n').trim());
    parts.push(`${title}\n${'='.repeat(title.length)}\n\n${said.join('\n\n')}\n`);
  }
  return parts.join('\n');
}

async function write(made) {
  // What is not built any more must not be shipped.
  for (const folder of BUILT) await rm(folder, { recursive: true, force: true });
  for (const [path, content] of made) {
    await mkdir(dirname(join(ROOT, path)), { recursive: true });
    await writeFile(join(ROOT, path), content);
  }
}

/** What lies there and is not what would be built. */
async function differences(made) {
  const hint = 'run `npm run build`, and commit what it wrote';
  const found = [];
  for (const [path, content] of made) {
    const lies = await readFile(join(ROOT, path)).catch(() => undefined);
    if (!lies) found.push({ what: `\`${path}\` is missing`, hint });
    else if (!lies.equals(Buffer.from(content))) {
      found.push({ what: `\`${path}\` is not what its sources make`, hint });
    }
  }
  for (const folder of BUILT.filter((path) => existsSync(path))) {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const path = name(join(file.parentPath, file.name));
      if (!made.has(path)) found.push({ what: `\`${path}\` is made from nothing`, hint });
    }
  }
  return found;
}

/** Prints the sizes of what is loaded by pages; more than a limit is a fault. */
function measure(made) {
  const found = [];
  const limited = MAX_COMPRESSED_KB.flatMap(([, ...paths]) => paths);
  const others = [...made.keys()].filter(
    (path) => /^packages\/(?!gasoline-playwright).*\.js$/.test(path) && !limited.includes(path),
  );
  console.log('    raw KB  compressed KB  limit KB  (1 KB is 1,000 bytes; gzip, level 9)');
  for (const [max, ...paths] of [...MAX_COMPRESSED_KB, ...others.map((path) => [0, path])]) {
    const contents = paths.map((path) => made.get(path));
    const raw = sum(contents.map((content) => Buffer.byteLength(content)));
    const compressed = sum(contents.map((content) => gzipSync(content, { level: 9 }).length));
    const cells = [kilobytes(raw, 10), kilobytes(compressed, 13), String(max || '').padStart(8)];
    console.log(`${cells.join('  ')}  ${paths.join(' + ')}`);
    if (max === 0 || compressed <= max * 1000) continue;
    const size = kilobytes(compressed, 0);
    const hint = 'find what grew with `npx esbuild --bundle --minify --analyze`';
    found.push({
      what: `\`${paths.join('` + `')}\` is ${size} KB compressed, limit ${max} KB`,
      hint,
    });
  }
  return found;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function kilobytes(bytes, width) {
  return (bytes / 1000).toFixed(1).padStart(width);
}

function placeholders(made) {
  const found = [];
  for (const [path, content] of made) {
    if (!/gasoline-ci(\.min)?\.js$/.test(path)) continue;
    const times = content.split(SERVED).length - 1;
    if (times === 1) continue;
    const hint = 'the server replaces exactly one; see packages/gasoline-ci/src/entry.ts';
    found.push({ what: `\`${path}\` holds ${SERVED} ${times} times`, hint });
  }
  return found;
}

function name(path) {
  return relative(ROOT, path).split(sep).join('/');
}
