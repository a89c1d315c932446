// `gasoline demo` in real Chromium: the story it tells, the test it writes, and what it leaves behind.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { binary, ROOT } from '../support/server/binary.js';
import { alive, Demo } from '../support/server/demo.js';
import { Project, REASON_MIN_MS, stuckMs, why } from '../support/generated/generated.js';

/** What a run without a browser tells, as its test has it. */
const RECORDED = join(ROOT, 'crates/gasoline/tests/demo/recorded.txt');

/** What tools answered, without what differs from run to run and where lines are wrapped. */
function answers(story: string): string[] {
  const [, told = ''] = /(1\. What broke[^]*)\nGo on\n/.exec(story) ?? [];
  const flat = told
    .replaceAll('│', ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, 'TIME')
    .replaceAll(/\d{4}-\d\d-\d\dT/g, 'DAY ')
    .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1:PORT')
    .replaceAll(/\d+ ?ms/g, 'N ms')
    .replaceAll(/needs improvement|poor/g, 'RATING')
    .replaceAll(/\(-\d+%\)/g, '(-N%)')
    .replaceAll(/\[c\d+\]|(?<=screenshot\/)\d+/g, 'ID')
    // What a page shows is asserted where it had come to rest, and what it requested where the act
    // led to it within its time: both depend on the machine.
    .replaceAll(/with \d+ assertions/g, 'with N assertions')
    .replaceAll(/(?<=\b(?:response|answer))\d+/g, 'N')
    .replaceAll(/\S*shop\.spec\.ts/g, 'FILE');
  return flat.split(/ (?=\d\. [A-Z]|\/\/|- |expect|cause|because|request:|response:|user:)/);
}

test('the story, the test that fails on the bugs and passes on the fix, and nothing left behind', async () => {
  const project = new Project();
  const demo = new Demo(['--stay', '--output', project.folder]);
  try {
    const story = await demo.until('Ctrl-C ends the demo.');
    expect(demo.complaints()).toBe('');
    expect(story).toMatch(/A customer in Chrome [\d.]+ buys two things there/);
    expect(answers(story).length).toBeGreaterThan(30);
    expect(answers(story)).toEqual(answers(readFileSync(RECORDED, 'utf8')));
    const [, assertions] = /with (\d+) assertions/.exec(story) ?? [];
    expect(Number(assertions)).toBeGreaterThan(25);
    const isWide = (line: string) =>
      line.length > 80 && !line.includes(project.folder) && !line.includes(binary());
    expect(story.split('\n').filter(isWide)).toEqual([]);
    expect(story).not.toContain('sk_live_');
    // The browser has gone before the user is asked to look around.
    expect(demo.profiles()).toEqual([]);
    await expect.poll(() => demo.processes()).toEqual([]);

    const dashboard = /dashboard +(\S+)/.exec(story)?.[1] ?? '';
    expect((await fetch(dashboard)).status).toBe(200);
    const shop = /the shop +(\S+)/.exec(story)?.[1] ?? '';
    const bugs = (on: boolean) =>
      fetch(`${shop}bugs`, { method: 'POST', body: JSON.stringify({ on }) });
    const fixed = await project.run();
    expect(fixed['shop.spec.ts']?.passed, why(fixed['shop.spec.ts'])).toBe(true);
    await bugs(true);
    const broken = await project.run({ actMs: stuckMs(fixed, REASON_MIN_MS) });
    expect(broken['shop.spec.ts']?.passed, 'the test passes on the broken shop').toBe(false);
    expect(broken['shop.spec.ts']?.errors).toContain("getByTestId('total')");
  } finally {
    expect(await demo.end('SIGINT')).toBe(0);
  }
});

/** A demo whose browser has come so far, and the processes of that. */
async function running(words: string[], isFarEnough: (demo: Demo) => boolean) {
  const demo = new Demo(words);
  await expect.poll(() => isFarEnough(demo), { intervals: [20] }).toBe(true);
  return { demo, browser: demo.processes() };
}

const MOMENTS = [
  ['while the browser starts', (demo: Demo) => demo.processes().length > 0],
  ['while the customer shops', (demo: Demo) => demo.told().includes('What follows')],
] as const;

for (const [when, isFarEnough] of MOMENTS) {
  test(`Ctrl-C ${when} leaves no process, no profile and no test behind`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gasoline-e2e-'));
    const { demo, browser } = await running(['--output', join(folder, 'out')], isFarEnough);
    expect(demo.profiles()).toHaveLength(1);
    expect(await demo.end('SIGINT')).toBe(2);
    expect(demo.complaints()).toBe('stopped; nothing is left behind\n');
    expect(demo.profiles()).toEqual([]);
    await expect.poll(() => alive(browser)).toEqual([]);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
}

test('a browser that dies midway is told with what to do, and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gasoline-e2e-'));
  const [, [, isShopping]] = MOMENTS;
  const { demo, browser } = await running(['--output', folder], isShopping);
  expect(browser.length).toBeGreaterThan(3);
  for (const id of browser) kill(id);
  expect(await demo.ended).toBe(2);
  expect(demo.complaints()).toMatch(
    /^error: the customer got stuck: .*\nhint: try again, or pass `--no-browser`/,
  );
  expect(demo.profiles()).toEqual([]);
});

/** Ends a process that may have ended with its parent. */
function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has.
  }
}

test('at a terminal it shows progress and colours, and waits for Ctrl-C', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gasoline-e2e-'));
  const demo = new Demo(['--output', folder], { isTerminal: true });
  const story = await demo.until('Ctrl-C ends the demo.');
  expect(story).toContain('… a customer places the order');
  expect(story).toContain('\u001B[1m1. What broke in my browser?\u001B[0m');
  expect(readFileSync(join(folder, 'shop.spec.ts'), 'utf8')).toMatch(
    /^\/\/ Written by `gasoline demo`/,
  );
  demo.type('\u0003');
  await demo.ended;
  expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(`--output ${folder}`);
});
