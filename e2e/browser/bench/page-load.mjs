// What watching costs a page: its start and its memory, with and without us, interleaved in one run.
//
// node e2e/browser/bench/page-load.mjs
//
// Reference: the same page in the same browser without anything of ours. For people to read; no
// figure fails anything.

import { readFileSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const ROOT = join(import.meta.dirname, '../../..');
const ROUNDS = Number(process.env.ROUNDS ?? 40);
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
];

const script = readFileSync(join(ROOT, 'packages/gasoline-ci/gasoline-ci.min.js'), 'utf8');
const extension = join(ROOT, 'packages/extension/dist');

const rows = Array.from(
  { length: 300 },
  (_, n) => `<li class="row"><a href="#${n}">row ${n}</a></li>`,
);
const page = `<!doctype html><title>bench</title><script>first = performance.now()</script>
<ul>${rows.join('')}</ul><button>Buy</button>`;

/** Takes captured data and forgets it: the bench is about the page. */
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

const quantile = (values, q) =>
  [...values].toSorted((a, b) => a - b)[Math.floor(q * (values.length - 1))];

/** One visit: when the first script ran and when the page was loaded, in milliseconds. */
async function visit(tab, url) {
  await tab.goto(url, { waitUntil: 'load' });
  return tab.evaluate(() => {
    const [timing] = performance.getEntriesByType('navigation');
    // From the response's last byte, so that the network's mood does not count.
    return {
      first: first - timing.responseEnd,
      load: timing.domContentLoadedEventEnd - timing.responseEnd,
    };
  });
}

async function heap(tab) {
  const session = await tab.context().newCDPSession(tab);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

async function logs(tab) {
  await tab.evaluate(async () => {
    for (let round = 0; round < 20; round += 1) {
      for (let n = 0; n < 500; n += 1) console.debug('a line of the bench', { round, n });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
}

const sinkPort = await listen(sink);
const sitePort = await listen(site);
const url = `http://localhost:${sitePort}/`;

const plain = await chromium.launch({
  executablePath: process.env.GASOLINE_CHROMIUM ?? '/usr/bin/chromium',
  args: FLAGS,
});
const bare = await plain.newContext();
const injected = await plain.newContext();
await injected.addInitScript(`window.__GASOLINE__ = { port: ${sinkPort} };\n${script}`);
const extended = await chromium.launchPersistentContext(
  mkdtempSync(join(tmpdir(), 'gasoline-bench-')),
  {
    executablePath: process.env.GASOLINE_CHROMIUM ?? '/usr/bin/chromium',
    args: [...FLAGS, `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
  },
);
const persistent = await chromium.launchPersistentContext(
  mkdtempSync(join(tmpdir(), 'gasoline-bench-')),
  {
    executablePath: process.env.GASOLINE_CHROMIUM ?? '/usr/bin/chromium',
    args: FLAGS,
  },
);

// The extension's reference is a profile of its own kind: persistent contexts start pages slower.
const runs = [
  { name: 'page alone', reference: null, tab: await bare.newPage() },
  { name: 'with the CI script', reference: 'page alone', tab: await injected.newPage() },
  { name: 'page alone, own profile', reference: null, tab: await persistent.newPage() },
  {
    name: 'with the extension',
    reference: 'page alone, own profile',
    tab: await extended.newPage(),
  },
].map((run) => ({ ...run, first: [], load: [] }));

for (let round = 0; round < ROUNDS; round += 1) {
  for (const run of runs) {
    const seen = await visit(run.tab, url);
    if (round < 3) continue;
    run.first.push(seen.first);
    run.load.push(seen.load);
  }
}
for (const run of runs) {
  run.idle = await heap(run.tab);
  await logs(run.tab);
  run.busy = await heap(run.tab);
}

const byName = Object.fromEntries(runs.map((run) => [run.name, run]));
console.log(`reference: the page without us; ${ROUNDS - 3} visits each, interleaved`);
for (const run of runs) {
  const against = run.reference ? byName[run.reference] : null;
  const of = (member, q) => {
    const value = quantile(run[member], q);
    const ratio = against ? ` (${(value / quantile(against[member], q)).toFixed(2)} ×)` : '';
    return `${value.toFixed(1)} ms${ratio}`;
  };
  const more = (member) => {
    const megabytes = (run[member] - (against ? against[member] : 0)) / 1e6;
    return `${against ? '+' : ''}${megabytes.toFixed(2)} MB`;
  };
  console.log(
    `${run.name}: first script p10 ${of('first', 0.1)}, p50 ${of('first', 0.5)}; ` +
      `parsed p10 ${of('load', 0.1)}, p50 ${of('load', 0.5)}; ` +
      `heap ${more('idle')} at rest, ${more('busy')} after 10,000 console lines`,
  );
}

await Promise.all([plain.close(), extended.close(), persistent.close()]);
sink.close();
site.close();
