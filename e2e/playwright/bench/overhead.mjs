// What the fixture costs a test: the same tests by the bare runner and with it, in turns.
//
// node e2e/playwright/bench/overhead.mjs [--check]          (ROUNDS=3, TESTS=40)
//
// Two kinds of tests: as short as they come (a page, a click, an answer), and journeys through the
// shop of `e2e/app`, as people write them.
//
// Times are those the runner itself gives for each test, fixtures included. For people to read; with
// `--check` it ends with 1 if half of the tests of a kind take longer than is promised.

import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { judge } from './promises.mjs';
import { answerShop } from './shop.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const RESULTS = join(ROOT, 'target/bench-playwright.json');

/** In a thread of its own, because the runs block this one. */
if (isMainThread) await compare();
else serve();

function serve() {
  const site = createServer(answerShop);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  site.listen(0, '127.0.0.1', () => parentPort.postMessage(site.address().port));
}

async function compare() {
  const worker = new Worker(new URL(import.meta.url));
  const port = await new Promise((resolve) => worker.once('message', resolve));
  await measure('short', async (use) => use(`http://127.0.0.1:${port}`));
  await worker.terminate();
  await measure('journeys', withShop);
}

async function measure(kind, withSite) {
  const times = { bare: [], watched: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(times)) {
      times[name].push(...(await withSite((url) => run(name, kind, url))));
    }
  }
  report(kind, times);
}

/** A shop of its own for each run: journeys leave orders behind. */
async function withShop(use) {
  const shop = spawn('node', [join(ROOT, 'e2e/app/serve.mjs'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise((resolve) => createInterface(shop.stdout).once('line', resolve));
    return use(url);
  } finally {
    shop.kill();
  }
}

function run(name, kind, url) {
  const config = join(import.meta.dirname, 'project', `${name}.config.ts`);
  const { status, stdout, stderr } = spawnSync(
    'npx',
    ['playwright', 'test', '-c', config, '--reporter=json', `/${kind}.spec`],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: {
        ...process.env,
        SHOP_URL: url,
        GASOLINE_PORT: process.env.GASOLINE_PORT ?? '17899',
        GASOLINE_BINARY: process.env.GASOLINE_BINARY ?? join(ROOT, 'target/debug/gasoline'),
        PLAYWRIGHT_JSON_OUTPUT_NAME: RESULTS,
      },
    },
  );
  if (status !== 0) throw new Error(`the tests failed: ${stdout}\n${stderr}`);
  if (/^gasoline: /m.test(stderr)) throw new Error(stderr);
  const durations = [];
  const walk = ({ suites = [], specs = [] }) => {
    for (const { tests } of specs) {
      for (const { results } of tests) durations.push(...results.map(({ duration }) => duration));
    }
    suites.forEach(walk);
  };
  walk(JSON.parse(readFileSync(RESULTS, 'utf8')));
  // The first test of a run launches the browser.
  return durations.slice(1);
}

function quantile(values, q) {
  return values.toSorted((one, other) => one - other)[Math.floor(q * (values.length - 1))];
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

function report(kind, times) {
  console.log(`${kind}:`);
  for (const [name, values] of Object.entries(times)) {
    const [low, half, high] = [0.1, 0.5, 0.9].map((q) => quantile(values, q));
    console.log(
      `  ${name.padEnd(8)} p10 ${low} ms  p50 ${half} ms  p90 ${high} ms  (${values.length})`,
    );
  }
  const ratio = (q) => quantile(times.watched, q) / quantile(times.bare, q);
  const whole = (sum(times.watched) / sum(times.bare)).toFixed(2);
  console.log(
    `  with the fixture a test takes ${ratio(0.5).toFixed(2)} times as long (p10: ${ratio(0.1).toFixed(2)}, all together: ${whole})`,
  );
  judge({ 'time of a test, to the bare runner': ratio(0.5) });
}
