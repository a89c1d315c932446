// The command line of `scripts/test`: what is run, and the text of `--help`.
import { STEPS } from './steps.mjs';

export const HELP = `Runs the tests, and installs what they need.

Usage: ./scripts/test [OPTIONS]

  (no option)            every step, without the tests that only --all runs
  --only STEP[:FILTER]   this step and the steps it needs; may be repeated.
                         FILTER is a file or title for browser steps, a test name for rust
  --changed [BASE]       the steps whose inputs differ from BASE (default: origin/main)
  --all                  also the tests marked @all, the test shop's own tests, the
                         generated tests against sixty bugs, fuzzing and the benchmarks
  --without STEP         leave a step out; may be repeated
  --list                 the steps, what they read, and how long they took last time
  --help                 this text

Results: target/test/junit.xml, and one folder per step with its output.
Exit codes: 0 all passed, 1 something failed, 2 wrong usage or a missing program.
`;

export class UsageError extends Error {
  constructor(message, hint) {
    super(`${message}\nhint: ${hint}`);
  }
}

/** @returns {{ mode: 'run' | 'list' | 'help', all: boolean, changed?: string, only: Map<string, string[]>, without: Set<string> }} */
export function parse(words) {
  const options = { mode: 'run', all: false, only: new Map(), without: new Set() };
  const rest = [...words];
  const value = (option) => {
    const next = rest.shift();
    if (next === undefined || next.startsWith('--')) {
      throw new UsageError(`${option} needs the name of a step`, stepHint());
    }
    return next;
  };
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === '--help' || word === '-h') options.mode = 'help';
    else if (word === '--list') options.mode = 'list';
    else if (word === '--all') options.all = true;
    else if (word === '--changed') {
      options.changed = rest.length > 0 && !rest[0].startsWith('--') ? rest.shift() : 'origin/main';
    } else if (word === '--only') {
      const [name, ...filter] = value(word).split(':');
      const filters = options.only.get(known(name)) ?? [];
      options.only.set(name, filter.length > 0 ? [...filters, filter.join(':')] : filters);
    } else if (word === '--without') options.without.add(known(value(word)));
    else throw new UsageError(`unknown option \`${word}\``, 'run ./scripts/test --help');
  }
  if (options.changed !== undefined && options.only.size > 0) {
    throw new UsageError('--changed and --only exclude each other', 'choose one of them');
  }
  return options;
}

function known(name) {
  if (!STEPS.some((step) => step.name === name)) {
    throw new UsageError(`unknown step \`${name}\``, stepHint());
  }
  return name;
}

function stepHint() {
  return `the steps are ${STEPS.map(({ name }) => name).join(', ')}`;
}
