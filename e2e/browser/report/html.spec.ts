// The HTML report in a real browser: it opens from a file, asks for nothing, and its filters work.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { binary, ROOT } from '../support/server/binary.js';
import { expect, test } from '../support/browser/browser.js';

const CASES = join(ROOT, 'crates/gasoline-codegen/report-cases');

let browser: Browser;

test.beforeAll(({ chromium }) => {
  browser = chromium;
});

/** A report of a case, written by the real binary. */
function report(name: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'gasoline-report-')), 'report.html');
  const flags = ['report', '--format', 'html', '--output', file, '--from', join(CASES, name)];
  try {
    execFileSync(binary(), flags, { stdio: 'ignore' });
  } catch (error) {
    // Exit code 1: failures were found, which is what the cases are about.
    if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error;
  }
  return file;
}

/** Opens a report, and notes whatever a report must not do. */
async function open(name: string, colorScheme: 'light' | 'dark'): Promise<[Page, string[]]> {
  const page = await browser.newPage({ colorScheme });
  const offences: string[] = [];
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) offences.push(request.url());
  });
  page.on('console', (line) => offences.push(line.text()));
  page.on('pageerror', (error) => offences.push(error.message));
  page.on('dialog', (dialog) => {
    offences.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(report(name)).href);
  return [page, offences];
}

/** How bright a color is, as the sum of its parts. */
function light(color = ''): number {
  return (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
}

for (const scheme of ['light', 'dark'] as const) {
  test(`a failure's cause is in sight, and nothing is fetched (${scheme})`, async () => {
    const [page, offences] = await open('shop', scheme);
    const failed = page.locator('details.failed', { hasText: 'checkout flow completes' });
    await expect(failed).toHaveAttribute('open');
    await expect(failed.getByText('Primary failure: POST /api/orders → 500')).toBeVisible();
    await expect(failed.getByText('Root cause likely: "null pointer: user.address"')).toBeVisible();
    await expect(failed.locator('svg[role=img] text.primary')).toHaveText(/POST \/api\/orders/);
    await expect(failed.locator('img')).toHaveJSProperty('complete', true);
    await expect(failed.locator('img')).toHaveJSProperty('naturalWidth', 1);
    await page.screenshot({
      path: join(test.info().outputDir, `report-${scheme}.png`),
      fullPage: true,
    });
    const [ink, paper] = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return [style.color, style.backgroundColor];
    });
    expect(light(paper) > light(ink), 'dark ink on light paper').toBe(scheme === 'light');
    expect(offences).toEqual([]);
    await page.close();
  });
}

test('tests are filtered by status and by words, also from the keyboard', async () => {
  const [page, offences] = await open('shop', 'light');
  const shown = page.locator('.test:visible');
  await expect(page.locator('output')).toHaveText('13 of 13 shown');
  await page.getByRole('button', { name: '5 passed' }).click();
  await expect(shown).toHaveCount(8);
  await page.getByRole('button', { name: '5 failed' }).press('Enter');
  await expect(shown).toHaveCount(3);
  await expect(page.getByRole('button', { name: '5 failed' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page.getByRole('searchbox', { name: 'Search' }).fill('HAT 503');
  await expect(shown).toHaveCount(1);
  await expect(shown).toContainText('finds a product');
  await expect(page.locator('output')).toHaveText('1 of 13 shown');
  expect(offences).toEqual([]);
  await page.close();
});

test('captured text is shown and never runs', async () => {
  const [page, offences] = await open('hostile', 'light');
  await expect(page.locator('.title').first()).toContainText(
    '</script><img src=x onerror=alert(1)>',
  );
  await expect(page.locator('img')).toHaveCount(0);
  await expect(page.locator('script')).toHaveCount(1);
  expect(offences).toEqual([]);
  await page.close();
});

test('a screen reader finds its way: names, landmarks and no violation that axe knows', async () => {
  const [page] = await open('shop', 'light');
  // The page lets no script in but its own: axe is run from outside the page's policy.
  const context = await browser.newContext({ bypassCSP: true });
  const judged = await context.newPage();
  await judged.goto(page.url());
  await judged.addScriptTag({ path: join(ROOT, 'node_modules/axe-core/axe.min.js') });
  const violations = await judged.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await axe.run()).violations.map((it) => `${it.id}: ${it.nodes[0]?.html}`);
  });
  expect(violations).toEqual([]);
  await context.close();
  await page.close();
});
