// What the page hooks cost a page: each call against the same call on a native that does nothing.
// Run it with `node e2e/browser/bench/overhead.mjs`; it prints, and judges nothing.
/* oxlint-disable unicorn/consistent-function-scoping, unicorn/prefer-add-event-listener -- what runs in the page is written as pages are. */
import { execSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { WebSocketServer } from 'ws';

const ROOT = join(import.meta.dirname, '../../..');

const ENTRY = `
  import { captureContext, defaultSettings, installPageHooks, takeNatives } from './index.js';
  const natives = takeNatives(window);
  // What is measured is ours alone: the natives below it do nothing.
  for (const name of ['log', 'error']) console[name] = () => {};
  const response = new Response('{}', { headers: { 'content-type': 'application/json' } });
  const settled = new Promise(() => {});
  window.fetch = () => settled;
  window.bare = { log: console.log, error: console.error, fetch: window.fetch };
  let chars = 0;
  const queue = [];
  window.install = () => installPageHooks(captureContext({
    page: window,
    natives,
    settings: defaultSettings(),
    sink([kind, text]) {
      chars += text.length;
      queue.push(text);
      if (queue.length > 1000) queue.length = 0;
    },
  }));
`;

/** Runs in the page. */
async function measure({ url }) {
  const socketOf = () =>
    new Promise((resolve) => {
      const socket = new WebSocket(url);
      socket.onopen = () => resolve(socket);
    });
  const bareSocket = await socketOf();
  const { bare } = window;
  window.install();
  const socket = await socketOf();
  const small = { id: 7, name: 'Ann', tags: ['a', 'b'], nested: { ok: true } };
  const list = Array.from({ length: 200 }, (_, id) => ({ id, name: `row ${id}`, ok: true }));
  const error = () => new Error('broken');
  const message = new MessageEvent('message', {
    data: '{"type":"tick","price":12.5,"at":1700000000}',
  });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
  let n = 0;
  const cases = {
    'console.log(string)': [() => console.log('hello world'), () => bare.log('hello world')],
    'console.log(small object)': [() => console.log('user', small), () => bare.log('user', small)],
    'console.log(200 objects)': [() => console.log(list), () => bare.log(list)],
    'console.error(string)': [() => console.error(`e${n++}`), () => bare.error(`e${n++}`)],
    'console.error(Error)': [() => console.error(error()), () => bare.error(error())],
    'fetch, sync part': [() => fetch('/api?a=1', init), () => bare.fetch('/api?a=1', init)],
    'WebSocket message, flooded': [
      () => socket.dispatchEvent(message),
      () => bareSocket.dispatchEvent(message),
    ],
  };
  const results = [];
  for (const [name, [ours, native]] of Object.entries(cases)) {
    const times = { ours: [], native: [] };
    const calls = name.includes('200') ? 20 : 200;
    for (let round = 0; round < 120; round++) {
      for (const [kind, call] of [
        ['ours', ours],
        ['native', native],
      ]) {
        const start = performance.now();
        for (let index = 0; index < calls; index++) call();
        // The first rounds warm up.
        if (round >= 20) times[kind].push(((performance.now() - start) / calls) * 1000);
      }
      if (round % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    const at = (values, share) =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];
    const row = { name };
    for (const kind of ['ours', 'native']) {
      row[kind] = {
        p10: at(times[kind], 0.1),
        median: at(times[kind], 0.5),
        p95: at(times[kind], 0.95),
      };
    }
    results.push(row);
  }
  return results;
}

const bundle = await build({
  stdin: { contents: ENTRY, resolveDir: join(ROOT, 'packages/capture/src'), loader: 'ts' },
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: 'chrome120',
});
const server = createServer((_request, response) => {
  // Isolated pages have a clock of 5 microseconds.
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-embedder-policy', 'require-corp');
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>bench</title>');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
const sockets = new WebSocketServer({ server });
const executablePath = execSync('command -v chromium || command -v google-chrome')
  .toString()
  .trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage();
  await page.addInitScript({ content: bundle.outputFiles[0].text });
  await page.goto(`http://localhost:${port}/`);
  const rows = await page.evaluate(measure, { url: `ws://localhost:${port}/` });
  console.log('microseconds a call            p10   median     p95   (no-op native: p10, median)');
  for (const { name, ours, native } of rows) {
    const columns = [ours.p10, ours.median, ours.p95].map((value) => value.toFixed(2).padStart(8));
    const against = `${native.p10.toFixed(2)}, ${native.median.toFixed(2)}`;
    console.log(`${name.padEnd(27)}${columns.join('')}   (${against})`);
  }
} finally {
  await browser.close();
  sockets.close();
  server.close();
}
