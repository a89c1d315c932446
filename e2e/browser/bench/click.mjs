// What a click costs the page on 5,000 nodes: the time between a listener before ours and one after.
//   node e2e/browser/bench/click.mjs [clicks]
import { execSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';

const CLICKS = Number(process.argv[2] ?? 300);

const built = await build({
  stdin: {
    contents: `
      import { captureContext, defaultSettings, installDocumentHooks, takeNatives } from './index.js';
      window.costs = [];
      let start = 0;
      addEventListener('click', () => { start = performance.now(); }, true);
      const sink = () => {};
      const natives = takeNatives(window);
      installDocumentHooks(captureContext({ page: window, natives, settings: defaultSettings(), sink }));
      addEventListener('click', () => costs.push(performance.now() - start), true);
    `,
    resolveDir: join(import.meta.dirname, '../../../packages/capture/src'),
    loader: 'ts',
  },
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'chrome120',
  write: false,
});

/** 500 rows of ten nodes: names that repeat, names that do not, fields, links, text. */
const rows = Array.from(
  { length: 500 },
  (_, row) => `<div class="row"><h3>Row ${row}</h3><button class="css-1x2y3z">Delete</button>
    <button data-testid="open-${row}">Open ${row}</button><a href="#${row}">Link ${row}</a>
    <label>Field <input name="f"></label><ul><li><span>text ${row}</span></li></ul></div>`,
);

const TARGETS = {
  'unique test id': '[data-testid=open-250]',
  'unique name': '.row:nth-child(300) a',
  '500 equal buttons': '.row:nth-child(250) .css-1x2y3z',
  '500 equal fields': '.row:nth-child(250) input',
  'text in a list': '.row:nth-child(250) span',
};

const executablePath =
  process.env.GASOLINE_CHROMIUM ?? execSync('command -v chromium').toString().trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
await page.addInitScript({ content: built.outputFiles[0].text });
await page.route('http://bench.test/', (route) =>
  route.fulfill({ contentType: 'text/html', body: `<!doctype html>${rows.join('')}` }),
);
await page.goto('http://bench.test/');
console.log(`${await page.evaluate(`document.querySelectorAll('*').length`)} nodes`);
const all = [];
for (const [name, selector] of Object.entries(TARGETS)) {
  await page.evaluate('costs.length = 0');
  await page.locator(selector).scrollIntoViewIfNeeded();
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  for (let click = 0; click < CLICKS / 5; click++) {
    await page.mouse.click(x + width / 2, y + height / 2);
  }
  const costs = await page.evaluate('costs');
  all.push(...costs);
  print(name, costs);
}
print('all', all);
await browser.close();

function print(name, costs) {
  const sorted = costs.toSorted((a, b) => a - b);
  const at = (share) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  console.log(
    `${name.padEnd(20)} p10 ${at(0.1)} ms   p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   of ${costs.length}`,
  );
}
