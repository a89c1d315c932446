// Builds all Rust tests once, and runs what was built.
//
// node scripts/testing/rust.mjs build FOLDER
// node scripts/testing/rust.mjs run FOLDER [FILTER...]
//
// The test binaries are started directly and not by cargo: libtest reports the time of each test only
// with an option that is unstable, and cargo would rebuild crates for the variable that allows it.
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './steps.mjs';

const BUILT = join(ROOT, 'target/test/build/tests.json');

/** Most integration tests wait for a process; unit tests compute. */
const THREADS = { test: 8, lib: 2, bin: 2 };

// The tests of the command line set what they need.
const { GASOLINE_BINARY: _, ...environment } = process.env;
const [verb, folder, ...filters] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
if (verb === 'build') process.exitCode = await build();
else process.exitCode = await runAll();

async function build() {
  const words = ['test', '--workspace', '--no-run', '--message-format=json-render-diagnostics'];
  const cargo = spawn('cargo', words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => cargo.once('close', resolve));
  const tests = [];
  for await (const line of createInterface({ input: cargo.stdout })) {
    const message = JSON.parse(line);
    if (message.reason !== 'compiler-artifact' || !message.executable) continue;
    if (!message.profile.test) continue;
    const { name, kind } = message.target;
    tests.push({
      package: dirname(message.manifest_path),
      name,
      kind: kind[0],
      file: message.executable,
    });
  }
  const code = await ended;
  if (code === 0) {
    mkdirSync(dirname(BUILT), { recursive: true });
    writeFileSync(BUILT, JSON.stringify(tests, undefined, 1));
    console.log(`${tests.length} test binaries`);
  }
  return code;
}

async function runAll() {
  const results = join(folder, 'results.jsonl');
  rmSync(results, { force: true });
  let [passed, failed] = [0, 0];
  for (const test of JSON.parse(readFileSync(BUILT, 'utf8'))) {
    const started = performance.now();
    const cases = await runOne(test);
    for (const one of cases) {
      appendFileSync(results, `${JSON.stringify(one)}\n`);
      if (one.ok) passed += 1;
      else failed += 1;
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${test.package.slice(ROOT.length + 1)} ${test.name}: ${seconds} s`);
  }
  if (passed + failed === 0) console.log(`error: no test matches ${filters.join(' ')}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** Runs one test binary; its tests with their times, and the output of those that failed. */
async function runOne({ package: cwd, name, kind, file }) {
  const words = ['--test-threads', String(THREADS[kind] ?? 2), ...filters];
  const child = spawn(file, ['-Zunstable-options', '--report-time', ...words], {
    cwd,
    env: { ...environment, RUSTC_BOOTSTRAP: '1', CARGO_MANIFEST_DIR: cwd },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  );
  const suite = `${cwd.slice(ROOT.length + 1)} ${name}`;
  const cases = new Map();
  let reported;
  for await (const line of createInterface({ input: child.stdout })) {
    const test =
      /^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED|ignored)[^<]*(?:<([\d.]+)s>)?/.exec(line);
    const heading = /^---- (\S+) stdout ----$/.exec(line);
    if (test) {
      const [, title, word, seconds = '0'] = test;
      if (word === 'ignored') continue;
      const ok = word === 'ok';
      cases.set(title, { name: title, file: suite, ok, seconds: Number(seconds), text: '' });
      if (ok) continue;
    }
    if (heading) reported = cases.get(heading[1]);
    else if (line === 'failures:') reported = undefined;
    if (reported) reported.text += `${line}\n`;
    if (line.trim()) console.log(line);
  }
  const code = await ended;
  if (code !== 0 && ![...cases.values()].some(({ ok }) => !ok)) {
    const text = `the test binary ended with ${code}`;
    console.log(`${suite}: ${text}`);
    cases.set('', { name, file: suite, ok: false, seconds: 0, text });
  }
  return [...cases.values()];
}
