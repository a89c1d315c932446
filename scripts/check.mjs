// Everything a change to TypeScript must pass, in the order of what fails soonest.
//
// All steps run, two at a time, and those that failed are listed at the end. Their output is shown
// when they end, so that it is never mixed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { installBrowserSide } from './testing/install.mjs';

const ROOT = join(import.meta.dirname, '..');
const FORMATTED =
  'packages e2e/browser e2e/app e2e/generated e2e/mcp e2e/npm e2e/playwright e2e/*.mjs e2e/*.mts actions docs/examples scripts *.json .oxlintrc.json';
const LINTED =
  'packages e2e/browser e2e/app e2e/generated e2e/npm e2e/playwright e2e/*.mjs scripts';
const TYPED = [
  'packages/capture',
  'packages/transport',
  'packages/driver',
  'packages/gasoline-ci',
  'packages/gasoline-playwright',
  'packages/extension',
  'packages/dashboard',
  'e2e/app',
  'e2e/browser',
  'e2e/generated',
  'e2e/playwright',
  'crates/gasoline-codegen/cases',
];
/** Read by the test command, which joins the results of all steps. */
const RESULTS = dirname(process.env.GASOLINE_TEST_RESULTS ?? 'target/test/checks/results.jsonl');

const STEPS = [
  `oxlint --quiet ${LINTED}`,
  ...TYPED.map((folder) => `tsc -p ${folder}`),
  'node scripts/build.mjs --check',
  'node packages/extension/lint.mjs',
  `prettier --check --log-level=warn --cache ${FORMATTED}`,
  `vitest run --dir packages --testTimeout=600000 --hookTimeout=600000 --expect.poll.timeout=600000 --silent --reporter=dot --reporter=junit --outputFile.junit=${join(RESULTS, 'vitest.xml')}`,
];

const env = {
  ...process.env,
  PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
};
installBrowserSide();

const waiting = [...STEPS];
const failed = [];
const lanes = Math.min(2, availableParallelism());
await Promise.all(Array.from({ length: lanes }, work));
if (failed.length > 0) {
  console.error(`error: ${failed.length} of ${STEPS.length} steps failed`);
  for (const command of failed) console.error(`✗ ${command}`);
  console.error('hint: each can be run alone, with node_modules/.bin in the PATH');
  process.exitCode = 1;
}

async function work() {
  for (let command = waiting.shift(); command; command = waiting.shift()) await run(command);
}

/** Runs a step; prints its output, what it was and how long it took. */
async function run(command) {
  const start = performance.now();
  const child = spawn(command, { cwd: ROOT, shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => output.push(chunk));
  }
  const status = await new Promise((resolve) => {
    child.on('close', resolve);
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(Buffer.concat(output));
  console.log(`${status === 0 ? '✓' : '✗'} ${command} (${seconds} s)`);
  if (status !== 0) failed.push(command);
}
