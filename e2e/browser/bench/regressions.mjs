// How often `check_performance` cries wolf, and whether it finds what really got worse: real loads of
// real pages, judged after each by the real binary.
//
// node e2e/browser/bench/regressions.mjs [--loads 120] [--worse 12] [--record FILE]
//
// Reference: rules with a fixed percentage on single loads, on the same loads. Ends with 1 if more
// than 1.5 % of the unchanged loads raise an alarm, if more than 8 % may be worse, or if a doubled
// load or a new layout shift is missed. `--record` keeps the loads, one series a line, as the case of the analysis has them.
//
// Three pages are loaded in turn, about 1.3 s each: ten minutes as it stands, fifteen with
// `--loads 200`, on a machine that has nothing else to do.

import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';

const ROOT = join(import.meta.dirname, '../../..');
const { values: options } = parseArgs({
  options: {
    loads: { type: 'string', default: '120' },
    worse: { type: 'string', default: '12' },
    record: { type: 'string' },
  },
});
const LOADS = Number(options.loads);
const WORSE = Number(options.worse);
/** How long a page is looked at after it has loaded. */
const LOOK_MS = 500;

const SHIFT = `<script>addEventListener('load', () => setTimeout(() => {
  const banner = document.createElement('div');
  banner.style.height = '240px';
  document.body.prepend(banner);
}, 100));</script>`;

const started = [];
process.once('exit', () => started.forEach((child) => child.kill()));

/** A command of ours, and the first line it says. */
async function start(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${command} ended (${code})`)));
    createInterface(child.stdout).once('line', resolve);
  });
}

const listen = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

/** A page on its way to the browser: `change` may delay the document and add to it. */
const change = { delayMs: 0, markup: '' };

function sendDocument(response, headers, body) {
  const sent = Buffer.concat([body, Buffer.from(change.markup)]);
  setTimeout(() => {
    response.writeHead(200, { ...headers, 'content-length': sent.length }).end(sent);
  }, change.delayMs);
}

/** The shop of the end-to-end tests, behind us. */
async function shop() {
  const origin = await start(process.execPath, [join(ROOT, 'e2e/app/serve.mjs'), '--port', '0']);
  const front = createServer((incoming, response) => {
    const { method, headers, url } = incoming;
    const onward = ask(origin + url, { method, headers }, (answer) => {
      const isDocument = answer.headers['content-type']?.startsWith('text/html');
      if (!isDocument) {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
        return;
      }
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const { 'content-length': _length, 'transfer-encoding': _coding, ...rest } = answer.headers;
        sendDocument(response, rest, Buffer.concat(parts));
      });
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  return `http://localhost:${await listen(front)}/`;
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const BOATS = {
  openapi: '3.0.3',
  info: { title: 'Boats', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `/boats/${n}`,
      { get: { summary: `Boat ${n}`, responses: { 200: { description: 'A boat' } } } },
    ]),
  ),
};

/** Swagger UI as it is shipped: a megabyte of script. */
async function swaggerUi() {
  const folder = join(ROOT, 'node_modules/swagger-ui-dist');
  const own = {
    '/swagger-initializer.js': `SwaggerUIBundle({ url: '/boats.json', dom_id: '#swagger-ui' });`,
    '/boats.json': JSON.stringify(BOATS),
  };
  const site = createServer((incoming, response) => {
    const path = incoming.url === '/docs' ? '/index.html' : incoming.url;
    const headers = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' };
    try {
      const body = Buffer.from(own[path] ?? readFileSync(join(folder, path)));
      if (path === '/index.html') sendDocument(response, headers, body);
      else response.writeHead(200, headers).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return `http://localhost:${await listen(site)}/docs`;
}

/** Pictures and text, no script to speak of. */
async function article() {
  const picture = Buffer.concat([
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300">'),
    ...Array.from({ length: 400 }, (_, n) =>
      Buffer.from(
        `<circle cx="${(n * 37) % 600}" cy="${(n * 53) % 300}" r="${n % 20}" fill="#${(n * 4099).toString(16).padStart(6, '0').slice(-6)}"/>`,
      ),
    ),
    Buffer.from('</svg>'),
  ]);
  const body = `<!doctype html><title>Article</title><link rel=icon href="data:,">
${Array.from({ length: 12 }, (_, n) => `<h2>Part ${n}</h2><img src="/${n}.svg" width=600 height=300><p>${'Words of the article. '.repeat(80)}</p>`).join('\n')}`;
  const site = createServer((incoming, response) => {
    if (incoming.url === '/article') {
      return sendDocument(response, { 'content-type': 'text/html' }, Buffer.from(body));
    }
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture);
  });
  return `http://localhost:${await listen(site)}/article`;
}

const quantile = (values, q) =>
  values.toSorted((a, b) => a - b)[Math.floor(q * (values.length - 1))] ?? 0;

const binary = process.env.GASOLINE_BINARY ?? join(ROOT, 'target/debug/gasoline');
const server = await start(binary, ['serve', '--port', '0']);
const browser = await chromium.launch({
  executablePath: process.env.GASOLINE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const script = readFileSync(join(ROOT, 'packages/gasoline-ci/gasoline-ci.min.js'), 'utf8');

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
let session;

/** Says something to the server as an MCP client, and gives what it answers. */
async function say(message) {
  const headers = session ? { ...HEADERS, 'mcp-session-id': session } : HEADERS;
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  const answer = await fetch(`${server}/mcp`, { method: 'POST', headers, body });
  session ??= answer.headers.get('mcp-session-id');
  const text = await answer.text();
  const line = text.split('\n').findLast((one) => one.startsWith('data: {'));
  return line ? JSON.parse(line.slice(6)) : undefined;
}

await say({
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '0' },
  },
});
await say({ method: 'notifications/initialized' });

/** The JSON of `check_performance` for one page. */
async function judge(url) {
  const params = { name: 'check_performance', arguments: { url } };
  return (await say({ id: 1, method: 'tools/call', params })).result.structuredContent;
}

/** Loads a page once, cold, leaves it, and says what the server thinks when it has heard of it. */
async function load(url, known) {
  const context = await browser.newContext();
  const port = Number(new URL(server).port);
  await context.addInitScript(`window.__GASOLINE__ = { port: ${port} };\n${script}`);
  const tab = await context.newPage();
  await tab.goto(url, { waitUntil: 'load' });
  await tab.waitForTimeout(LOOK_MS);
  await tab.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await tab.goto('about:blank');
  for (let patience = 0; patience < 500; patience += 1) {
    const said = await judge(url);
    if ((said.page?.loads ?? 0) + (said.page?.forgotten ?? 0) > known) {
      await context.close();
      return said;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} was loaded, and the server did not hear of it`);
}

const FIGURES =
  'ttfb fcp lcp dom_content_loaded load cls requests transfer_bytes long_tasks blocking_time longest_task'.split(
    ' ',
  );
const pages = { shop: await shop(), 'swagger-ui': await swaggerUi(), article: await article() };
const series = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));

/** One load of each page in turn, judged. */
async function round(phase) {
  for (const [name, url] of Object.entries(pages)) {
    const loads = series[name];
    const usual = loads.filter((one) => one.phase === 'unchanged').map(({ row }) => row[4]);
    if (phase === 'doubled') change.delayMs = quantile(usual, 0.5);
    const said = await load(url, loads.length);
    const row = FIGURES.map((figure) => said.figures[figure]?.last ?? null);
    loads.push({ phase, row, verdict: said.verdict, regressions: said.regressions });
  }
}

for (let n = 0; n < LOADS; n += 1) await round('unchanged');
for (let n = 0; n < WORSE; n += 1) await round('doubled');
Object.assign(change, { delayMs: 0, markup: SHIFT });
for (let n = 0; n < WORSE; n += 1) await round('shifted');

/** Whether a single load is above the mean of those before by a share and an amount. */
function cries(loads, index, share, amount) {
  const before = loads.slice(Math.max(0, index - 20), index);
  return [0, 1, 2, 3, 4].some((figure) => {
    const known = before.map(({ row }) => row[figure]).filter((value) => value !== null);
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    const value = loads[index].row[figure];
    return value !== null && value > mean * (1 + share) && value - mean > amount;
  });
}

const alarms = { ours: 0, suspects: 0, percent: 0, base: 0, judged: 0 };
const alarmsOf = new Map();
let isFine = true;
for (const [name, loads] of Object.entries(series)) {
  const times = loads.filter((one) => one.phase === 'unchanged').map(({ row }) => row[4]);
  const span = [0.1, 0.5, 0.9].map((q) => Math.round(quantile(times, q))).join(' / ');
  console.log(`${name}: ${times.length} unchanged loads of ${span} ms (p10 / p50 / p90)`);
  for (const [index, one] of loads.entries()) {
    if (one.phase !== 'unchanged' || one.verdict === 'not_enough_loads') continue;
    alarms.judged += 1;
    if (one.verdict === 'suspect') alarms.suspects += 1;
    if (one.verdict === 'regressed') {
      alarms.ours += 1;
      for (const figure of one.regressions) alarmsOf.set(figure, (alarmsOf.get(figure) ?? 0) + 1);
      console.log(`  false alarm at load ${index + 1}: ${one.regressions.join(', ')}`);
    }
    if (cries(loads, index, 0.2, 0)) alarms.percent += 1;
    if (cries(loads, index, 0.5, 200)) alarms.base += 1;
  }
  for (const [phase, figures] of [
    ['doubled', ['load', 'dom_content_loaded', 'ttfb']],
    ['shifted', ['cls']],
  ]) {
    const found = loads
      .filter((one) => one.phase === phase)
      .findIndex((one) => one.regressions.some((figure) => figures.includes(figure)));
    isFine &&= found !== -1;
    console.log(`  ${phase}: ${found === -1 ? 'MISSED' : `found at load ${found + 1}`}`);
  }
  if (options.record) {
    for (const phase of ['unchanged', 'doubled', 'shifted']) {
      const rows = loads.filter((one) => one.phase === phase).map(({ row }) => row);
      appendFileSync(options.record, `${JSON.stringify({ page: name, phase, loads: rows })}\n`);
    }
  }
}
const share = (count) => `${((100 * count) / Math.max(1, alarms.judged)).toFixed(1)} %`;
console.log(`false alarms in ${alarms.judged} unchanged loads, all figures together:`);
console.log(`  check_performance ${share(alarms.ours)} (${alarms.ours})`);
console.log(`  check_performance, maybe worse: ${share(alarms.suspects)} (${alarms.suspects})`);
console.log(`  reference, single load over 20 % above the mean: ${share(alarms.percent)}`);
console.log(`  reference, over 50 % and 200 ms: ${share(alarms.base)}`);
console.log('  check_performance by figure:');
for (const figure of FIGURES) {
  const count = alarmsOf.get(figure) ?? 0;
  console.log(`    ${figure} ${share(count)} (${count})`);
}
isFine &&= alarms.ours <= alarms.judged * 0.015;
isFine &&= alarms.suspects <= alarms.judged * 0.08;
console.log(`${isFine ? 'fine' : 'NOT FINE'} after ${Math.round(performance.now() / 60_000)} min`);

await browser.close();
process.exit(isFine ? 0 : 1);
