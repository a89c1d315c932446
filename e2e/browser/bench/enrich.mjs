// What enrichment costs on a page of React with 10,000 nodes: the note inside the error, then each step.
// Run it with `node e2e/browser/bench/enrich.mjs`; it prints, and fails beyond the specification's budgets.
/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page is written as pages are. */
import { execSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../../..');
/** What the specification gives each step; the note inside the error has no figure there. */
const BUDGETS_MS = { ancestry: 50, state: 100, 'state, no store': 100 };

const ENTRY = `
  import { createElement, memo, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { flushSync } from 'react-dom';
  import { configureStore, createSlice } from '@reduxjs/toolkit';
  import { Provider } from 'react-redux';
  import { captureContext, defaultSettings, takeNatives } from './packages/capture/src/index.js';
  import { createReporter } from './packages/capture/src/report.js';
  import { hookMoments } from './packages/capture/src/enrich/moments.js';
  import { ancestryOf } from './packages/capture/src/enrich/ancestry/index.js';
  import { createStateReader } from './packages/capture/src/enrich/state.js';

  const slices = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [
    'slice' + n,
    createSlice({
      name: 'slice' + n,
      reducers: {},
      initialState: { loading: false, error: null, items: Array.from({ length: 500 }, (_, id) => ({ id, name: 'row ' + id })) },
    }).reducer,
  ]));
  const Cell = memo(function Cell({ row, column }) {
    const [open] = useState(false);
    return createElement('span', { id: 'cell-' + row + '-' + column, title: String(open) }, row + ':' + column);
  });
  const Row = ({ row }) => createElement('p', null, Array.from({ length: 9 }, (_, column) => createElement(Cell, { key: column, row, column })));
  const Table = () => createElement('section', null, Array.from({ length: 1000 }, (_, row) => createElement(Row, { key: row, row })));
  // A hundred components deep, as apps with many wrappers are.
  const Deep = ({ levels }) => levels === 0 ? createElement(Table) : createElement('div', null, createElement(Deep, { levels: levels - 1 }));
  const tree = createElement(Deep, { levels: 100 });
  const withStore = location.search === '?store'
    ? createElement(Provider, { store: configureStore({ reducer: slices, middleware: (make) => make({ serializableCheck: false, immutableCheck: false }) }) }, tree)
    : tree;

  const context = captureContext({ page: window, natives: takeNatives(window), settings: defaultSettings(), sink() {} });
  const reporter = createReporter(context);
  hookMoments(context, reporter);
  flushSync(() => createRoot(document.getElementById('root')).render(withStore));
  window.elements = document.querySelectorAll('*').length;
  const readState = createStateReader(window, context.now);
  const never = () => false;

  window.measure = (rounds) => {
    const times = { note: [], ancestry: [], state: [] };
    let told;
    for (let round = 0; round < rounds; round++) {
      document.getElementById('cell-' + ((round * 37) % 1000) + '-8').dispatchEvent(new MouseEvent('click', { bubbles: true }));
      const start = performance.now();
      reporter.report({ level: 'error', message: 'slice7 broke ' + round, source: 'exception' });
      times.note.push(performance.now() - start);
      const moment = [...context.moments.waiting].at(-1);
      context.moments.waiting.clear();
      const before = performance.now();
      const componentAncestry = ancestryOf(moment, never);
      times.ancestry.push(performance.now() - before);
      const between = performance.now();
      const stateSnapshot = readState(moment, never);
      times.state.push(performance.now() - between);
      told = { componentAncestry, stateSnapshot };
    }
    return { times, told, elements: window.elements };
  };
`;

const bundle = await build({
  stdin: { contents: ENTRY, resolveDir: ROOT, loader: 'ts' },
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: 'chrome120',
  define: { 'process.env.NODE_ENV': '"production"' },
});
const script = bundle.outputFiles[0].text;
const server = createServer((request, response) => {
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-embedder-policy', 'require-corp');
  if (request.url === '/app.js') {
    response.setHeader('content-type', 'text/javascript').end(script);
    return;
  }
  response
    .setHeader('content-type', 'text/html')
    .end('<!doctype html><title>bench</title><div id="root"></div><script src="/app.js"></script>');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
const executablePath = execSync('command -v chromium || command -v google-chrome')
  .toString()
  .trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

function row(name, times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const columns = [times[0], at(0.5), at(0.95), at(1)].map((value) => value.toFixed(2).padStart(8));
  const budget = BUDGETS_MS[name];
  const limit = budget ? `   (at most ${budget})` : '';
  console.log(`${name.padEnd(18)}${columns.join('')}${limit}`);
  // Of a busy machine the slowest of a hundred says nothing.
  if (budget && at(0.95) > budget) {
    console.error(
      `error: \`${name}\` took ${at(0.95).toFixed(1)} ms\nhint: profile it in this page`,
    );
    process.exitCode = 1;
  }
}

try {
  console.log('milliseconds         first  median     p95     max');
  for (const search of ['?store', '']) {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}/${search}`);
    await page.waitForFunction(() => 'measure' in window);
    const { times, told, elements } = await page.evaluate(() => window.measure(100));
    if (search !== '') {
      console.log(
        `${elements} elements, ${told.componentAncestry.components.length} components told`,
      );
      row('note', times.note);
      row('ancestry', times.ancestry);
      row('state', times.state);
    } else row('state, no store', times.state);
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
}
