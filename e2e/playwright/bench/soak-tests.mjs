// A long run of real tests through one server: what it holds, and how soon it answers meanwhile.
//
// node e2e/playwright/bench/soak-tests.mjs [--check]          (TESTS=1000, WORKERS=10, GASOLINE_BINARY)
//
// The short tests of `overhead.mjs` with the fixture, in Chromium; beside them the server is asked
// for the snapshot of a test that logged a thousand lines, as one that fails does. For people to read; with
// `--check` it ends with 1 if a figure is over what is promised.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { judge } from './promises.mjs';
import { answerShop } from './shop.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const TESTS = process.env.TESTS ?? '1000';
const WORKERS = process.env.WORKERS ?? '10';
const binary = process.env.GASOLINE_BINARY ?? join(ROOT, 'target/debug/gasoline');

const line = (program) =>
  new Promise((resolve) => createInterface(program.stdout).once('line', resolve));
const ended = (program) => new Promise((resolve) => program.once('exit', resolve));

const shop = createServer(answerShop);
await new Promise((resolve) => shop.listen(0, '127.0.0.1', resolve));
const server = spawn(binary, ['serve', '--ci', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const address = await line(server);

/** A test that goes on all the time and has told as much as is kept of one. */
const test_id = 'the talkative';
await post('/test-boundary', { test_id, action: 'start' });
for (let part = 0; part < 10; part++) {
  const entries = Array.from({ length: 100 }, (_, at) => ({
    level: at % 20 === 0 ? 'error' : 'log',
    message: `line ${at} of part ${part} of what an application logs`,
    source: 'console',
    timestamp: new Date().toISOString(),
  }));
  await post('/logs', { test_id, entries });
}

const config = join(import.meta.dirname, 'project/watched.config.ts');
const runner = spawn(
  'npx',
  ['playwright', 'test', '-c', config, '--reporter=line', '--workers', WORKERS, '/short.spec'],
  {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      TESTS,
      FULLY_PARALLEL: '1',
      SHOP_URL: `http://127.0.0.1:${shop.address().port}`,
      GASOLINE_PORT: new URL(address).port,
    },
  },
);
let said = '';
runner.stdout.on('data', (bytes) => (said += bytes));

const start = performance.now();
const waits = [];
let largest = 0;
const over = ended(runner);
for (let isOver = false; !isOver;) {
  isOver = await Promise.race([over.then(() => true), after(250).then(() => false)]);
  const asked = performance.now();
  const answer = await fetch(`${address}/snapshot?${new URLSearchParams({ test_id })}`);
  const { logs } = await answer.json();
  waits.push(performance.now() - asked);
  largest = Math.max(largest, logs.length);
}
const seconds = (performance.now() - start) / 1000;

const about = readFileSync(`/proc/${server.pid}/status`, 'utf8');
const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(about)?.[1]) / 1024;
const { tests } = await (await fetch(`${address}/tests`)).json();
const outcomes = {};
for (const test of tests) outcomes[test.status] = (outcomes[test.status] ?? 0) + 1;
waits.sort((one, other) => one - other);

console.log(`${TESTS} tests of ${WORKERS} workers in ${seconds.toFixed(0)} s`);
console.log(said.trim().split('\n').at(-1)?.trim());
console.log(`records: ${JSON.stringify(outcomes)}`);
console.log(
  `a snapshot meanwhile: p50 ${wait(0.5).toFixed(1)} ms  p99 ${wait(0.99).toFixed(1)} ms  ` +
    `(${waits.length}, of ${largest} lines)`,
);
const peak = megabytes('VmHWM');
console.log(`memory ${megabytes('VmRSS').toFixed(0)} MB, at most ${peak.toFixed(0)} MB`);
console.log(`server ${server.exitCode === null ? 'still answers' : 'has ended'}`);
judge({ 'snapshot p99 (ms)': wait(0.99), 'memory (MB)': peak });
server.kill('SIGTERM');
shop.close();

async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(address + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (status !== 200) throw new Error(`${path} is answered with ${status}`);
}

function wait(q) {
  return waits[Math.floor(q * (waits.length - 1))] ?? Number.NaN;
}
