// A long run through one server: a thousand tests of ten workers, what it holds and how soon it answers.
//
// node e2e/playwright/bench/soak.mjs [--check]          (TESTS=1000, LASTS_MS=300, GASOLINE_BINARY)
//
// Each test does over HTTP what the fixture does, and lasts as long as a short one. For people to
// read; with `--check` it ends with 1 if a figure is over what is promised.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { judge } from './promises.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const TESTS = Number(process.env.TESTS ?? 1000);
const LASTS_MS = Number(process.env.LASTS_MS ?? 300);
const WORKERS = 10;
/** Batches of a hundred lines that each test logs. */
const PARTS = 10;
/** Each tenth test fails and keeps what it told. */
const FAILS = 10;
const binary = process.env.GASOLINE_BINARY ?? join(ROOT, 'target/debug/gasoline');

const server = spawn(binary, ['serve', '--ci', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const address = await new Promise((resolve) =>
  createInterface(server.stdout).once('line', resolve),
);
const port = Number(new URL(address).port);
const agent = new Agent({ keepAlive: true, maxSockets: WORKERS });

function ask(method, path, body) {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length));
      response.on('end', () => resolve({ status: response.statusCode, bytes }));
    });
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

const times = { boundary: [], ingest: [], snapshot: [], clear: [] };
let refused = 0;
let largest = 0;

async function timed(kind, ...words) {
  const start = performance.now();
  const { status, bytes } = await ask(...words);
  times[kind].push(performance.now() - start);
  if (status !== 200) refused++;
  return bytes;
}

const entries = (number) =>
  Array.from({ length: 100 }, (_, line) => ({
    level: line % 20 === 0 ? 'error' : 'log',
    message: `test ${number} says line ${line} of what an application logs`,
    source: 'console',
    timestamp: new Date().toISOString(),
    url: 'http://127.0.0.1/shop',
  }));
const bodies = (number) =>
  Array.from({ length: 20 }, (_, at) => ({
    method: 'GET',
    url: `http://127.0.0.1/api/${number}/${at}`,
    status: at % 10 === 0 ? 500 : 200,
    duration: 12,
    responseBody: JSON.stringify({ rows: 'x'.repeat(2000) }),
    timestamp: new Date().toISOString(),
  }));

async function test(number) {
  const test_id = `soak › shop.spec.ts › test ${number}`;
  await timed('boundary', 'POST', '/test-boundary', { test_id, action: 'start' });
  for (let part = 0; part < PARTS; part++) {
    await timed('ingest', 'POST', '/logs', { test_id, entries: entries(number) });
    await after(LASTS_MS / PARTS);
  }
  await timed('ingest', 'POST', '/network-bodies', { test_id, bodies: bodies(number) });
  const status = number % FAILS === 0 ? 'failed' : 'passed';
  await timed('boundary', 'POST', '/test-boundary', { test_id, action: 'end', status });
  const query = new URLSearchParams({ test_id });
  largest = Math.max(largest, await timed('snapshot', 'GET', `/snapshot?${query}`));
  if (status === 'passed') await timed('clear', 'POST', '/clear', { test_id });
}

const memory = () => {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  const of = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
};

let next = 0;
const start = performance.now();
await Promise.all(
  Array.from({ length: WORKERS }, async () => {
    while (next < TESTS) await test(next++);
  }),
);
const seconds = (performance.now() - start) / 1000;
const { now, peak } = memory();

const quantile = (values, q) =>
  values.toSorted((one, other) => one - other)[Math.floor(q * (values.length - 1))];
console.log(`${TESTS} tests of ${WORKERS} workers in ${seconds.toFixed(1)} s, ${refused} refused`);
for (const [kind, values] of Object.entries(times)) {
  const [half, most] = [0.5, 0.99].map((q) => quantile(values, q).toFixed(1));
  console.log(`${kind.padEnd(9)} p50 ${half} ms  p99 ${most} ms  (${values.length})`);
}
console.log(`largest snapshot of a test ${(largest / 1024).toFixed(0)} KiB, of 1000 lines`);
console.log(`memory ${now.toFixed(0)} MB, at most ${peak.toFixed(0)} MB`);
console.log(`server ${server.exitCode === null ? 'still answers' : 'has ended'}`);
judge({
  'snapshot p99 (ms)': quantile(times.snapshot, 0.99),
  'clear p99 (ms)': quantile(times.clear, 0.99),
  'memory (MB)': peak,
});
agent.destroy();
server.kill('SIGTERM');
