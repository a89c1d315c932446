// What capturing costs a page: its start and its memory, with and without Gasoline, interleaved in one run.
//
// node e2e/browser/bench/page-load.mjs [--rounds 60] [--check]
//
// Reference: the same page in the same run without anything of ours. A round visits the page without
// us and with us, one directly after the other, and gives one ratio of each time; printed are the
// median of these ratios and the quartiles around it. `--check` fails if the median ratio of CPU time
// is above its limit: CPU time of the page's own thread changes little on a busy machine, where wall
// time doubles.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';

const ROOT = join(import.meta.dirname, '../../..');
/** Visits before the first round that counts: caches fill, code gets warm. */
const WARM_UP_ROUNDS = 5;
/** CPU time of the page's thread for one start of this page, relative to the page without us. */
const MAX_CPU_RATIO = { 'the CI script': 2.6, 'the extension': 2.2 };
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
];

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, check: { type: 'boolean' } },
});
const rounds = Number(options.rounds);
const executablePath = process.env.GASOLINE_CHROMIUM ?? '/usr/bin/chromium';
const script = readFileSync(join(ROOT, 'packages/gasoline-ci/gasoline-ci.min.js'), 'utf8');
const extension = join(ROOT, 'packages/extension/dist');

const rows = Array.from(
  { length: 300 },
  (_, n) => `<li class="row"><a href="#${n}">row ${n}</a></li>`,
);
const page = `<!doctype html><title>bench</title><script>first = performance.now()</script>
<ul>${rows.join('')}</ul><button>Buy</button>`;

/** Accepts captured data and drops it: the bench is about the page. */
const sink = createServer((request, response) => {
  request.resume();
  response.writeHead(200, {
    'access-control-allow-origin': '*',
    'content-type': 'application/json',
  });
  response.end('{"received":0,"rejected":0}');
});
const site = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(page);
});
const listen = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

/** A tab with the browser's own counters of its renderer: CPU seconds of its main thread among them. */
async function open(context) {
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send('Performance.enable');
  return { tab, session };
}

/** One visit, in milliseconds: the thread's CPU time, what V8 compiled, first script, document parsed. */
async function visit({ tab, session }, url) {
  await tab.goto(url, { waitUntil: 'load' });
  // They begin at zero with each document.
  const { metrics } = await session.send('Performance.getMetrics');
  const spent = (name) => metrics.find((metric) => metric.name === name).value * 1000;
  const times = await tab.evaluate(() => {
    const [timing] = performance.getEntriesByType('navigation');
    // From the first byte of the response, so that the network does not count.
    return {
      first: globalThis.first - timing.responseStart,
      parsed: timing.domContentLoadedEventEnd - timing.responseStart,
    };
  });
  return { cpu: spent('ThreadTime'), compile: spent('V8CompileDuration'), ...times };
}

async function heap({ session }) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

async function log({ tab }) {
  await tab.evaluate(async () => {
    for (let round = 0; round < 20; round += 1) {
      for (let n = 0; n < 500; n += 1) console.debug('a line of the bench', { round, n });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
}

function quantile(values, q) {
  return values.toSorted((a, b) => a - b)[Math.floor(q * (values.length - 1))];
}

/** `8.1 ms → 12.3 ms, 1.52 × (1.48–1.60)` */
function compared(visits, member) {
  const median = (side) =>
    quantile(
      visits.map((both) => both[side][member]),
      0.5,
    );
  const ratios = visits.map((both) => both.ours[member] / both.bare[member]);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((q) => quantile(ratios, q).toFixed(2));
  const times = `${median('bare').toFixed(1)} ms → ${median('ours').toFixed(1)} ms`;
  return { ratio: Number(middle), text: `${times}, ${middle} × (${low}–${high})` };
}

/** What V8 compiled more with us. The browser does not count what its debugger injects. */
function compiled(name, visits) {
  if (name === 'the CI script') return 'not counted by the browser';
  const more = visits.map(({ bare, ours }) => ours.compile - bare.compile);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((q) => quantile(more, q).toFixed(1));
  return `+${middle} ms (${low}–${high})`;
}

const sinkPort = await listen(sink);
const sitePort = await listen(site);
// Two sites in turns: each visit gets a new process, which has compiled nothing yet.
const urls = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${sitePort}/`);

const profiles = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'gasoline-bench-')));
const plain = await chromium.launch({ executablePath, args: FLAGS });
const injected = await plain.newContext();
await injected.addInitScript(`window.__GASOLINE__ = { port: ${sinkPort} };\n${script}`);
// The extension's reference is a profile as well: persistent contexts start pages slower.
const persistent = await chromium.launchPersistentContext(profiles[0], {
  executablePath,
  args: FLAGS,
});
const extended = await chromium.launchPersistentContext(profiles[1], {
  executablePath,
  args: [...FLAGS, `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
});

const pairs = [
  { name: 'the CI script', bare: await open(await plain.newContext()), ours: await open(injected) },
  { name: 'the extension', bare: await open(persistent), ours: await open(extended) },
].map((pair) => ({ ...pair, visits: [] }));

for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
  for (const { bare, ours, visits } of pairs) {
    // Neither side is always the first, nor always first on one of the sites.
    const both = {};
    for (const side of Math.abs(round) % 4 < 2 ? ['bare', 'ours'] : ['ours', 'bare']) {
      both[side] = await visit(side === 'bare' ? bare : ours, urls[Math.abs(round) % 2]);
    }
    if (round >= 0) visits.push(both);
  }
}

const load = loadavg()[0].toFixed(1);
console.log(`reference: the same page without Gasoline; ${rounds} paired visits, load ${load}`);
console.log('median without → with, median ratio (quartiles):');
const faults = [];
for (const { name, bare, ours, visits } of pairs) {
  const cpu = compared(visits, 'cpu');
  const max = MAX_CPU_RATIO[name];
  const megabytes = ((await heap(ours)) - (await heap(bare))) / 1e6;
  await Promise.all([log(bare), log(ours)]);
  const later = ((await heap(ours)) - (await heap(bare))) / 1e6;
  console.log(`${name}:
  CPU time of the page's thread  ${cpu.text}, limit ${max} ×
  first script, wall time        ${compared(visits, 'first').text}
  document parsed, wall time     ${compared(visits, 'parsed').text}
  compiling, wall time           ${compiled(name, visits)}
  heap                           +${megabytes.toFixed(2)} MB, +${later.toFixed(2)} MB after 10,000 console lines`);
  if (cpu.ratio > max) faults.push(`with ${name} a page starts with ${cpu.ratio} × the CPU time`);
}

await Promise.all([plain.close(), extended.close(), persistent.close()]);
for (const profile of profiles) rmSync(profile, { recursive: true, force: true });
sink.close();
site.close();
if (options.check) {
  for (const fault of faults) {
    console.error(`error: ${fault}\nhint: compare with the commit before, on this machine`);
  }
  process.exitCode = faults.length > 0 ? 1 : 0;
}
