// Runs the chosen steps, and reports what failed and what was slow.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cpuSeconds, endAll, endLeft, start } from './processes.mjs';
import { casesOf, toJUnit } from './results.mjs';
import { schedule } from './schedule.mjs';

/** A sign of life while steps run. */
const PROGRESS_MS = 30_000;

/** Lines of a failed step's output that are printed; the file has all. */
const TAIL_LINES = 60;

const SLOWEST_SHOWN = 10;

/**
 * Runs the steps, each with a folder in `folder`; the exit code.
 *
 * @param {import('./steps.mjs').Step[]} steps
 * @param {{ root: string, folder: string, all?: boolean, filters?: Map<string, string[]>, env?: NodeJS.ProcessEnv, print?: (line: string) => void }} how
 */
export async function runSteps(steps, how) {
  const { print = console.log, filters = new Map(), all = false } = how;
  const began = performance.now();
  const running = new Map();
  const finished = [];
  const stop = (signal) => {
    for (const name of running.keys()) endAll(name);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const progress = setInterval(() => {
    const now = [...running].map(([name, from]) => `${name} ${elapsed(from)}`);
    print(`  ${elapsed(began)} in total; running: ${now.join(', ')}`);
  }, PROGRESS_MS);
  const outcomes = await schedule(steps, async (step) => {
    running.set(step.name, performance.now());
    print(`> ${step.name}: ${step.about}`);
    const done = await runStep(step, { ...how, all, filters: filters.get(step.name) ?? [] });
    running.delete(step.name);
    finished.push(done);
    report(done, print);
    return done.outcome === 'passed';
  });
  clearInterval(progress);
  process.off('SIGINT', stop).off('SIGTERM', stop);
  writeFileSync(join(how.folder, 'junit.xml'), toJUnit(finished));
  remember(how.folder, finished);
  summarize(finished, outcomes, print);
  print(`\nin ${elapsed(began)}; results in ${join(how.folder, 'junit.xml')}`);
  const of = (kind) => tests(finished).filter(({ outcome }) => outcome === kind);
  const failed = of('failed');
  const broken = [...outcomes].filter(([, outcome]) => outcome !== 'passed');
  // A step that failed by its tests is counted by them, any other one as one failure.
  const others = broken.filter(([name]) => !failed.some(({ step }) => step === name));
  print(`${of('passed').length} passed, ${failed.length + others.length} failed`);
  return broken.length === 0 ? 0 : 1;
}

/** Seconds of the last run, by step. */
export function lastSeconds(folder) {
  const file = join(folder, 'last.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function remember(folder, finished) {
  const known = lastSeconds(folder);
  for (const { name, seconds } of finished) known[name] = Math.round(seconds);
  writeFileSync(join(folder, 'last.json'), JSON.stringify(known));
}

/** Runs the commands of a step one after another; a failed one does not hide those after it. */
async function runStep(step, { root, folder: parent, all, filters, env: given = {} }) {
  const from = performance.now();
  const folder = join(parent, step.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const log = join(folder, 'output.log');
  const output = openSync(log, 'a');
  const faults = [];
  let cpu = 0;
  const env = {
    ...process.env,
    ...given,
    GASOLINE_TEST_RESULTS: join(folder, 'results.jsonl'),
    PLAYWRIGHT_JUNIT_OUTPUT_NAME: join(folder, 'playwright.xml'),
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  };
  for (const command of step.commands({ all, filters, folder })) {
    writeFileSync(output, `$ ${command.join(' ')}\n`);
    const times = join(folder, 'times');
    const run = { step: step.name, cwd: root, env, output, times };
    const code = await start(command, run).ended.catch((error) => error.message);
    if (existsSync(times)) cpu += cpuSeconds(readFileSync(times, 'utf8'));
    if (code !== 0) faults.push(`\`${command.join(' ')}\` ended with ${code}`);
  }
  const left = await endLeft(step.name);
  if (left.length > 0) faults.push(`processes were left behind:\n  ${left.join('\n  ')}`);
  closeSync(output);
  const seconds = (performance.now() - from) / 1000;
  const outcome = faults.length === 0 ? 'passed' : 'failed';
  return {
    name: step.name,
    seconds,
    cpu,
    outcome,
    text: faults.join('\n'),
    cases: casesOf(folder),
    log,
  };
}

function report({ name, seconds, cpu, outcome, text, cases, log }, print) {
  const count = cases.length > 0 ? `, ${cases.length} tests` : '';
  const word = outcome === 'passed' ? 'ok' : 'FAILED';
  print(`${word} ${name} (${seconds.toFixed(0)} s, CPU ${cpu.toFixed(0)} s${count})`);
  if (outcome === 'passed') return;
  print(text);
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  if (lines.length > TAIL_LINES) print(`… the last ${TAIL_LINES} lines of ${log}:`);
  for (const line of lines.slice(-TAIL_LINES)) print(`  ${line}`);
}

/** The closing tables: what was slow, what failed, and how to run just that again. */
function summarize(finished, outcomes, print) {
  const cases = tests(finished);
  print('\nSteps, seconds (CPU seconds):');
  for (const { name, seconds, cpu } of slowest(finished)) {
    print(`${seconds.toFixed(0).padStart(6)} (${cpu.toFixed(0)})  ${name}`);
  }
  print(`\nThe ${SLOWEST_SHOWN} slowest tests, seconds:`);
  for (const { seconds, step, file, name } of slowest(cases).slice(0, SLOWEST_SHOWN)) {
    print(`${seconds.toFixed(1).padStart(6)}  ${step}: ${file} › ${name}`);
  }
  const failed = cases.filter(({ outcome }) => outcome === 'failed');
  const broken = [...outcomes].filter(([, outcome]) => outcome !== 'passed');
  if (broken.length > 0) {
    print('\nFailed:');
    for (const [name, outcome] of broken) {
      print(`  ${name}${outcome === 'failed' ? '' : ` (${outcome})`}`);
      for (const one of failed.filter(({ step }) => step === name)) {
        print(`    ${one.file} › ${one.name}`);
      }
    }
    const again = broken
      .filter(([, outcome]) => outcome === 'failed')
      .map(([name]) => {
        const filters = [...new Set(failed.filter(({ step }) => step === name).map(filterOf))];
        return filters.length > 0 && filters.every(Boolean)
          ? filters.map((filter) => ` --only '${name}:${filter}'`).join('')
          : ` --only ${name}`;
      });
    print(`\nRun just that again:\n  ./scripts/test${again.join('')}`);
  }
}

/** What selects a failed test on the command line; undefined where its step takes no filter. */
function filterOf({ step, file, name }) {
  if (step === 'rust') return name;
  return file.endsWith('.spec.ts') ? file : undefined;
}

function slowest(rows) {
  return rows.toSorted((a, b) => b.seconds - a.seconds);
}

/** The tests of all steps. */
function tests(finished) {
  return finished.flatMap((step) => step.cases.map((one) => ({ ...one, step: step.name })));
}

function elapsed(from) {
  const seconds = Math.round((performance.now() - from) / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
