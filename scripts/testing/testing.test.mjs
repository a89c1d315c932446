// Tests of the test command: choice and order of steps, results, and what it prints in the end.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from './options.mjs';
import { cpuSeconds, endLeft, start } from './processes.mjs';
import { fromJUnit, fromLines, toJUnit } from './results.mjs';
import { runSteps } from './run.mjs';
import { schedule } from './schedule.mjs';
import { choose, STEPS } from './steps.mjs';

const names = ({ steps }) => steps.map(({ name }) => name);
const chosen = (words, files) => choose(parse(words), files);

test('without options every step runs except those of --all', () => {
  const all = STEPS.filter(({ onlyAll }) => !onlyAll).map(({ name }) => name);
  assert.deepEqual(names(chosen([])), all);
  assert.ok(names(chosen(['--all'])).includes('generated'));
  assert.ok(!names(chosen(['--all'])).includes('shop'), 'browser runs its tests');
});

test('--only runs a step with its filters and what it needs', () => {
  const only = chosen(['--only', 'browser:ci/attach.spec.ts', '--only', 'browser:page']);
  assert.deepEqual(names(only), ['build', 'install', 'browser']);
  assert.deepEqual(only.filters.get('browser'), ['ci/attach.spec.ts', 'page']);
  assert.deepEqual(only.filters.get('build'), []);
});

test('--changed runs the steps whose inputs changed, and the checks', () => {
  const dashboard = chosen(['--changed'], ['packages/dashboard/src/index.tsx']);
  assert.deepEqual(dashboard.filters.get('browser'), ['e2e/browser/dashboard']);
  assert.ok(!names(dashboard).includes('http'));
  assert.equal(dashboard.skipped.get('http'), 'its inputs did not change');
  const both = chosen(['--changed'], ['packages/dashboard/src/a.ts', 'packages/capture/src/a.ts']);
  assert.deepEqual(both.filters.get('browser'), [], 'a part is not enough');
  const shop = names(chosen(['--changed'], ['e2e/app/bugs.ts']));
  assert.ok(shop.includes('shop') && shop.includes('browser') && !shop.includes('rust'));
  const lock = names(chosen(['--changed'], ['Cargo.lock']));
  assert.deepEqual(lock, names(chosen([])));
  assert.deepEqual(names(chosen(['--changed'], ['README.md'])), [
    'build',
    'install',
    'checks',
    'lint',
  ]);
});

test('wrong usage is an error with a hint', () => {
  assert.throws(
    () => parse(['--only', 'browsers']),
    /unknown step `browsers`\nhint: the steps are/,
  );
  assert.throws(() => parse(['--only']), /--only needs the name of a step\nhint: /);
  assert.throws(() => parse(['--fast']), /unknown option `--fast`\nhint: /);
  assert.throws(() => parse(['--changed', '--only', 'rust']), /exclude each other\nhint: /);
});

test('a lane runs one step at a time, lanes run side by side', async () => {
  const order = [];
  const gates = new Map();
  const steps = [
    { name: 'build', lane: 'a', needs: [] },
    { name: 'slow', lane: 'b', needs: ['build'] },
    { name: 'early', lane: 'b', needs: [] },
    { name: 'after', lane: 'a', needs: [] },
    { name: 'measured', lane: 'a', needs: [], alone: true },
  ];
  const done = schedule(steps, (step) => {
    order.push(`+${step.name}`);
    return new Promise((resolve) => gates.set(step.name, resolve));
  });
  const end = async (name) => {
    order.push(`-${name}`);
    gates.get(name)(true);
    await new Promise(setImmediate);
  };
  assert.deepEqual(order.splice(0), ['+build', '+early']);
  await end('build');
  await end('early');
  await end('after');
  await end('slow');
  await end('measured');
  const expected = '-build +after -early +slow -after -slow +measured -measured';
  assert.deepEqual(order, expected.split(' '));
  assert.deepEqual(new Set((await done).values()), new Set(['passed']));
});

test('a lane without steps of its own takes those of another', async () => {
  const steps = [
    { name: 'long', lane: 'a', needs: [] },
    { name: 'last', lane: 'a', needs: [] },
    { name: 'short', lane: 'b', needs: [] },
  ];
  const started = [];
  const ends = new Map();
  const done = schedule(steps, ({ name }) => {
    started.push(name);
    return new Promise((resolve) => ends.set(name, resolve));
  });
  assert.deepEqual(started, ['long', 'short']);
  ends.get('short')(true);
  await new Promise(setImmediate);
  assert.deepEqual(started, ['long', 'short', 'last']);
  for (const name of ['long', 'last']) ends.get(name)(true);
  assert.equal((await done).size, 3);
});

test('a failed step stops only the steps that need it', async () => {
  const steps = [
    { name: 'build', lane: 'a', needs: [] },
    { name: 'browser', lane: 'a', needs: ['build'] },
    { name: 'checks', lane: 'a', needs: [] },
  ];
  const outcomes = await schedule(steps, async ({ name }) => name !== 'build');
  assert.deepEqual([...outcomes.entries()].toSorted(), [
    ['browser', 'not run: it needs build'],
    ['build', 'failed'],
    ['checks', 'passed'],
  ]);
});

test('results of Playwright and of our own steps become one JUnit file', () => {
  const cases = fromJUnit(
    `<testsuites><testsuite name="ci/attach.spec.ts">
<testcase name="a &lt;page&gt; is attached" classname="ci/attach.spec.ts" time="1.25"/>
<testcase name="b" classname="c" time="2"><failure message="x"><![CDATA[no page]]></failure></testcase>
<testcase name="s" classname="c" time="0"><skipped/></testcase></testsuite></testsuites>`,
  );
  assert.deepEqual(
    cases.map(({ name, outcome, seconds, text }) => [name, outcome, seconds, text]),
    [
      ['a <page> is attached', 'passed', 1.25, ''],
      ['b', 'failed', 2, 'no page'],
      ['s', 'skipped', 0, ''],
    ],
  );
  const lines = fromLines(
    '{"name":"GET /health","ok":true,"seconds":0.5}\n{"name":"x","ok":false}\n',
  );
  assert.deepEqual(
    lines.map(({ outcome }) => outcome),
    ['passed', 'failed'],
  );
  const ran = { name: 'ci', seconds: 3, outcome: 'failed', text: 'a < b \u001b[31m', cases };
  const xml = toJUnit([ran]);
  assert.match(xml, /<testsuite name="ci" tests="4" failures="2" skipped="1" time="3.0">/);
  assert.match(xml, /<failure>a &lt; b \[31m<\/failure>/);
  assert.equal(fromJUnit(xml).length, 4);
});

test('a process that outlives its step is named and ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gasoline-test-command-'));
  try {
    const left = spawn('sh', ['-c', 'echo started; read line'], {
      env: { ...process.env, STEP_OF_TEST_COMMAND: `${process.pid}-left` },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    // Until then its environment cannot be read.
    await once(left.stdout, 'data');
    const ended = new Promise((resolve) => left.once('close', (_, signal) => resolve(signal)));
    assert.deepEqual(await endLeft('left', 0), [`${left.pid} sh -c echo started; read line`]);
    assert.equal(await ended, 'SIGKILL');
    assert.deepEqual(await endLeft('left', 0), []);
    assert.equal(cpuSeconds('0m0.010s 0m0.020s\n1m1.500s 0m0.500s\n'), 62.03);
    const run = {
      step: 'x',
      cwd: folder,
      env: process.env,
      output: 'ignore',
      times: join(folder, 't'),
    };
    assert.equal(await start(['bash', '-c', 'exit 3'], run).ended, 3);
    assert.match(readFileSync(join(folder, 't'), 'utf8'), /0m0/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A step that runs these commands. */
function fakeStep(name, ...commands) {
  return { name, about: name, lane: 'a', needs: [], commands: () => commands };
}

test('the last lines name what failed and the command that runs just that', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gasoline-test-command-'));
  const printed = [];
  const result = '{"name":"it works","ok":false,"file":"a.spec.ts","text":"no"}';
  const steps = [
    fakeStep('first', [
      'bash',
      '-c',
      `echo '${result}' >"$GASOLINE_TEST_RESULTS"; echo why; exit 1`,
    ]),
    fakeStep('second', ['bash', '-c', 'echo \'{"name":"b","ok":true}\' >"$GASOLINE_TEST_RESULTS"']),
    { ...fakeStep('third', ['true']), needs: ['first'] },
  ];
  try {
    const how = { root: folder, folder, print: (line) => printed.push(...line.split('\n')) };
    assert.equal(await runSteps(steps, how), 1);
    assert.ok(printed.includes('  why'), 'the output of a failed step is shown');
    assert.ok(printed.some((line) => line.startsWith('ok second (')));
    assert.ok(printed.includes('  third (not run: it needs first)'));
    assert.ok(printed.includes("  ./scripts/test --only 'first:a.spec.ts'"));
    assert.equal(printed.at(-1), '1 passed, 2 failed');
    const junit = readFileSync(join(folder, 'junit.xml'), 'utf8');
    assert.match(junit, /<testcase name="it works" classname="a.spec.ts"/);
    assert.equal(await runSteps([steps[1]], how), 0);
    assert.equal(printed.at(-1), '1 passed, 0 failed');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
