// `scripts/test`: reads the command line, chooses the steps and runs them.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { HELP, parse } from './options.mjs';
import { lastSeconds, runSteps } from './run.mjs';
import { choose, ROOT, STEPS } from './steps.mjs';

const FOLDER = join(ROOT, 'target/test');
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target');

/**
 * A machine that builds once and edits nothing needs neither incremental state nor backtraces with
 * line numbers, which take a third of the CPU time of a debug build of our own crates.
 */
const CI_BUILD = {
  CARGO_INCREMENTAL: '0',
  CARGO_PROFILE_DEV_DEBUG: 'false',
  CARGO_PROFILE_TEST_DEBUG: 'false',
};

try {
  process.exitCode = await main(parse(process.argv.slice(2)));
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}

async function main(options) {
  if (options.mode === 'help') console.log(HELP.trimEnd());
  if (options.mode === 'list') list();
  if (options.mode !== 'run') return 0;
  const changed = options.changed === undefined ? [] : changedSince(options.changed);
  const { steps, filters, skipped } = choose(options, changed);
  for (const [name, reason] of skipped) console.log(`- ${name}: ${reason}`);
  const env = { GASOLINE_BINARY: join(TARGET, 'debug/gasoline'), ...(process.env.CI && CI_BUILD) };
  return runSteps(steps, { root: ROOT, folder: FOLDER, all: options.all, filters, env });
}

function list() {
  const last = lastSeconds(FOLDER);
  const indent = ' '.repeat(11);
  for (const { name, about, lane, inputs, onlyAll } of STEPS) {
    const time = last[name] === undefined ? 'not run yet' : `${last[name]} s`;
    console.log(`${name.padEnd(11)} ${about}${onlyAll ? ' (only with --all)' : ''}`);
    console.log(`${indent} lane ${lane}, ${time}`);
    console.log(`${indent} reads ${inputs.join(' ') || 'everything'}`);
  }
}

/** Paths that differ from where the branch left `base`, with those that git does not know yet. */
function changedSince(base) {
  let from;
  try {
    from = git('merge-base', base, 'HEAD').trim();
  } catch {
    throw new Error(`git does not know \`${base}\`\nhint: name a commit, as in --changed HEAD~1`);
  }
  const files =
    git('diff', '--name-only', from) + git('ls-files', '--others', '--exclude-standard');
  return files.split('\n').filter(Boolean);
}

function git(...words) {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' });
}
