// How soon the dashboard shows: its first paint, all events of full buffers, and a new event while it is open.
//
// node e2e/browser/bench/dashboard.mjs
//
// References, in the same run: a bare static page in the same browser for paints, and a reader of
// `/live` without a browser for a new event. For people to read; no figure fails anything.

import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { fill } from '../support/server/full-buffers.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const BINARY = process.env.GASOLINE_BINARY ?? join(ROOT, 'target/debug/gasoline');
const ROUNDS = Number(process.env.ROUNDS ?? 20);
const EVENTS = Number(process.env.EVENTS ?? 100);
const TESTS = Number(process.env.TESTS ?? 64);
const RECORDS = Number(process.env.RECORDS ?? 5_000);
/** Milliseconds in which each should be done, on a machine that has nothing else to do. */
const PAINT_MS = 100;
const UPDATE_MS = 200;

const quantile = (values, q) =>
  [...values].toSorted((a, b) => a - b)[Math.floor(q * (values.length - 1))];

/** Notes when a list of events was first drawn, and when each message we wait for was. */
function watchPage() {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has only this function.
  const drawn = (then) => requestAnimationFrame(() => setTimeout(then));
  window.seen = {};
  new MutationObserver(() => {
    const rows = document.querySelectorAll('[role=option]');
    if (rows.length > 0 && window.listed === undefined) {
      window.listed = 0;
      drawn(() => (window.listed = performance.now()));
    }
    for (const row of rows) {
      const found = /bench event (\d+)/.exec(row.textContent)?.[1];
      if (found === undefined || found in window.seen) continue;
      window.seen[found] = 0;
      drawn(() => (window.seen[found] = performance.timeOrigin + performance.now()));
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

async function paint(browser, url, isDashboard) {
  const context = await browser.newContext();
  await context.addInitScript(watchPage);
  const page = await context.newPage();
  await page.goto(url);
  if (isDashboard) await page.waitForFunction(() => window.listed > 0);
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 1);
  const found = await page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    listed: window.listed,
  }));
  await context.close();
  return found;
}

const now = () => performance.timeOrigin + performance.now();

async function say(url, number) {
  const entries = [{ level: 'error', message: `bench event ${number}` }];
  const sent = now();
  await fetch(`${url}/logs`, { method: 'POST', body: JSON.stringify({ entries }) });
  return sent;
}

/** Milliseconds from sending an event to the pulse, read without a browser. */
async function pulses(url) {
  let heard;
  const reader = request(`${url}/live`, (answer) => answer.on('data', () => heard?.(now())));
  reader.end();
  await new Promise((resolve) => (heard = resolve));
  const took = [];
  for (let number = 0; number < EVENTS; number += 1) {
    await new Promise((resolve) => setTimeout(resolve, 80));
    const told = new Promise((resolve) => (heard = resolve));
    const sent = await say(url, `0${number}`);
    took.push((await told) - sent);
  }
  reader.destroy();
  return took;
}

/** Milliseconds from sending an event to its line on the screen. */
async function updates(browser, url) {
  const context = await browser.newContext();
  await context.addInitScript(watchPage);
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.listed > 0);
  const took = [];
  for (let number = 1; number <= EVENTS; number += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const sent = await say(url, number);
    const shown = await page.waitForFunction((wanted) => window.seen[wanted], number);
    took.push((await shown.jsonValue()) - sent);
  }
  await context.close();
  return took;
}

const child = spawn(BINARY, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
const url = await new Promise((resolve) => createInterface(child.stdout).once('line', resolve));
const bare = createServer((_, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><title>bare</title><h1>A bare page</h1>'),
);
await new Promise((resolve) => bare.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  executablePath: process.env.GASOLINE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
try {
  await fill(url, { tests: TESTS, records: RECORDS - TESTS });
  const snapshot = await (await fetch(`${url}/snapshot`)).text();
  const all = JSON.parse(snapshot);
  const held = Object.values(all).filter(Array.isArray).flat().length;
  console.log(
    `${held} things held, ${all.tests.length} of them records of tests; ${(snapshot.length / 1e6).toFixed(1)} MB of JSON; ${BINARY}`,
  );

  const [plain, ours] = [[], []];
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    const reference = await paint(browser, `http://127.0.0.1:${bare.address().port}/`, false);
    const shown = await paint(browser, url, true);
    if (round < 2) continue;
    plain.push(reference.first);
    ours.push(shown);
  }
  report('bare page, first paint', plain);
  report(
    'dashboard, first paint',
    ours.map(({ first }) => first),
    plain,
    PAINT_MS,
  );
  report(
    'dashboard, events listed',
    ours.map(({ listed }) => listed),
    plain,
  );

  const heard = await pulses(url);
  report('a reader of /live, event → pulse', heard);
  report('dashboard, event → on screen', await updates(browser, url), heard, UPDATE_MS);
} finally {
  await browser.close();
  bare.close();
  child.kill();
}

function report(name, values, against, bar) {
  const of = (q) => {
    const value = quantile(values, q);
    const ratio = against ? ` (${(value / quantile(against, q)).toFixed(1)} ×)` : '';
    return `${value.toFixed(1)} ms${ratio}`;
  };
  const wanted = bar === undefined ? '' : `, bar ${bar} ms`;
  console.log(`${name}: p50 ${of(0.5)}, p99 ${of(0.99)}, n ${values.length}${wanted}`);
}
