// Pictures of the docs, taken of the real product: `docs/pictures/*.png`.
//
// node scripts/pictures.mjs [--out DIR] [--only NAME] [--smoke]
//
// `--smoke` takes one picture and keeps none: it tells whether the script still works. Pictures
// differ by machine (fonts), so nothing compares them; look at them before they are committed.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { withPalette } from './pictures/palette.mjs';
import { BINARY, boundary, json, open, popup, signIn, tool, until } from './pictures/stage.mjs';
import { terminal } from './pictures/terminal.mjs';

const ROOT = join(import.meta.dirname, '..');

/** A page of text has to come quickly. */
const PICTURE_MOST_BYTES = 150_000;

const SCHEMES = ['light', 'dark'];

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'docs/pictures') },
    only: { type: 'string' },
    smoke: { type: 'boolean', default: false },
  },
});

/** What is photographed, after the bugs were met. The first needs the page, which is closed then. */
const PICTURES = { popup: extensionPopup, diagnosis, report, html, bugReport, dashboard };

const stage = await open({ bugs: ['reviews-throw'] });
const page = await stage.context.newPage();
const scratch = await mkdtemp(join(tmpdir(), 'gasoline-pictures-'));
try {
  await mkdir(options.out, { recursive: true });
  const names = Object.keys(PICTURES);
  const wanted = options.smoke
    ? ['popup']
    : names.filter((name) => [undefined, name].includes(options.only));
  if (wanted.length === 0)
    throw new Error(`no picture \`${options.only}\`\nhint: one of ${names.join(', ')}`);
  await meetTheBugs();
  for (const name of wanted) {
    // The shop never rests, and what is shown should be what is told of.
    if (name !== 'popup') await page.close();
    await PICTURES[name]();
  }
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
} finally {
  await stage.close();
  await rm(scratch, { recursive: true, force: true });
}

/** Three tests of a customer, two of which meet a bug. */
async function meetTheBugs() {
  await tool(stage, 'configure_capture', { auto_screenshot: { on_error: true } });
  await run('signs in', () => signIn(page, stage.shop));
  await run(
    'shows reviews',
    async () => {
      await page.getByRole('link', { name: 'Enamel mug' }).click();
      await page.getByRole('tab', { name: 'Reviews' }).click();
      await pictured(1);
    },
    missing("getByText('Exactly as described.')"),
  );
  await run(
    'adds to the cart',
    async () => {
      await page.getByRole('link', { name: 'Products' }).click();
      // A session that has run out; the shop has no answer to it.
      await stage.context.clearCookies();
      await page.evaluate(() => localStorage.clear());
      await page.getByRole('button', { name: 'Add to cart' }).first().click();
      await pictured(2);
    },
    missing("getByText('added to your cart')"),
  );
}

/** What Playwright says of something that never came. */
function missing(what) {
  return `expect(${what}).toBeVisible() failed: element not found`;
}

/** One test, as a runner would tell of it. */
async function run(title, act, error) {
  const test = { test_id: `shop › ${title}`, title, file: 'tests/shop.spec.ts' };
  await boundary(stage, { ...test, action: 'start' });
  await act();
  const status = error === undefined ? 'passed' : 'failed';
  await boundary(stage, { ...test, action: 'end', status, error });
}

/** Waits until this many errors have been photographed. */
function pictured(count) {
  return until(async () => {
    const { screenshots } = await json(`${stage.url}/screenshots`);
    return screenshots.filter(({ trigger }) => trigger === 'error').length >= count;
  }, 'a screenshot of the error');
}

/** What an agent is told, in one call. */
async function diagnosis() {
  const { content } = await tool(stage, 'get_browser_errors');
  const text = `$ get_browser_errors\n\n${content[0].text}`;
  await photographed('diagnosis', terminal('what broke in my browser?', wrapped(text)));
}

/** The terminal of somebody who asks why the tests failed. */
async function report() {
  const text = `$ gasoline report\n${gasoline(['report'])}`;
  await photographed('report', terminal('~/shop', wrapped(text)));
}

/** The popup of the extension, over the page that broke. */
async function extensionPopup() {
  const shown = await popup(stage, page);
  await shown.getByText('the extension is connected').waitFor();
  await shown.setViewportSize({ width: 360, height: 520 });
  for (const scheme of SCHEMES) {
    await shown.emulateMedia({ colorScheme: scheme });
    await keep(`popup-${scheme}`, await shown.locator('body').screenshot());
  }
  await shown.close();
}

/** The report of a run, as it opens in a browser. */
async function html() {
  const file = join(scratch, 'report.html');
  gasoline(['report', '--format', 'html', '--output', file]);
  await photographed('report-html', pathToFileURL(file), { width: 820, height: 680 });
}

/** A bug report, as the person sees it who is to mend the bug. */
async function bugReport() {
  const { structuredContent } = await tool(stage, 'generate_bug_report', { format: 'html' });
  await photographed('bug-report', structuredContent.report, { width: 820, height: 780 });
}

/** The dashboard, where the server has one. */
async function dashboard() {
  const answer = await fetch(stage.url, { headers: { accept: 'text/html' } });
  if (!(answer.headers.get('content-type') ?? '').includes('text/html')) {
    console.log('dashboard: left out, `/` answers no page');
    return;
  }
  await photographed('dashboard', new URL(stage.url), { width: 1180, height: 860 }, chooseError);
}

/** An error of the dashboard's list is shown with its diagnosis. */
async function chooseError(shown) {
  await shown.getByText('ApiError').first().click();
  await shown.getByText('throw new ApiError').first().waitFor();
}

/**
 * Takes a picture in both schemes: of a page by its address, or of its text; whole, or of a window;
 * after somebody has done something with it.
 */
async function photographed(name, what, viewport, act) {
  for (const colorScheme of SCHEMES) {
    const shown = await stage.context.newPage();
    await shown.emulateMedia({ colorScheme });
    if (viewport) await shown.setViewportSize(viewport);
    if (what instanceof URL) await shown.goto(what.href);
    else await shown.setContent(what);
    await act?.(shown);
    await shown.evaluate(() => document.fonts.ready);
    const picture = viewport ? shown.screenshot() : shown.locator('body').screenshot();
    await keep(`${name}-${colorScheme}`, await picture);
    await shown.close();
  }
}

async function keep(name, taken) {
  const picture = withPalette(taken);
  const file = `${name}.png`;
  if (picture.length > PICTURE_MOST_BYTES) {
    console.log(
      `${file}: ${picture.length} bytes, more than the ${PICTURE_MOST_BYTES} it may have`,
    );
    process.exitCode = 1;
  }
  if (!options.smoke) await writeFile(join(options.out, file), picture);
  console.log(`${file} ${(picture.length / 1024).toFixed(0)} KB`);
}

/** What the command prints. */
function gasoline(words) {
  const { stdout, stderr, status } = spawnSync(BINARY, [...words, '--port', stage.port], {
    encoding: 'utf8',
  });
  // 1 is an answer: tests failed.
  if (status > 1) throw new Error(`\`gasoline ${words.join(' ')}\`: ${stderr}`);
  return stdout;
}

/** Long lines folded between words, and set in as they begin. */
function wrapped(text, width = 100) {
  const fold = (line) => {
    if (line.length <= width) return [line];
    const room = line.lastIndexOf(' ', width);
    const indent = line.match(/^ */)[0];
    const end = room > indent.length ? room : width;
    return [line.slice(0, end), ...fold(`${indent}  ${line.slice(end).trimStart()}`)];
  };
  return text.split('\n').flatMap(fold).join('\n');
}
