// The steps of the test command: what each runs, what it needs, and which files it depends on.
//
// Two lanes run side by side on two cores. Lane `browser` is mostly waiting, lane `rust` mostly
// computing; one without steps of its own takes those of the other. A step that is `alone` measures
// time or memory and runs with nothing beside it.
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** Every step depends on these. */
const EVERYTHING = ['Cargo.lock', 'Cargo.toml', 'package-lock.json', 'scripts/'];
const RUST = ['crates/', 'xtask/'];
const PAGES = ['packages/'];

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} about
 * @property {'browser' | 'rust'} lane
 * @property {string[]} needs     steps that must have passed
 * @property {string[]} inputs    prefixes of the paths it depends on
 * @property {Record<string, string[]>} [parts]  filter → inputs that only this part depends on
 * @property {boolean} [isAlways] `--changed` never leaves it out
 * @property {boolean} [onlyAll]  runs with `--all`, when its inputs changed, or when named
 * @property {string} [partOf]    with `--all` this other step runs its tests
 * @property {boolean} [alone]
 * @property {(context: { all: boolean, filters: string[], folder: string }) => string[][]} commands
 */

/** The end-to-end suites' own arguments: a filter from the command line, or all but the `@all` tests. */
const playwright = (config, { all, filters }) => {
  const marked = all || filters.length > 0 ? [] : ['--grep-invert', '@all'];
  return ['npx', 'playwright', 'test', '-c', config, ...filters, ...marked];
};

/** @type {Step[]} */
export const STEPS = [
  {
    name: 'build',
    about: 'all Rust code and tests, once',
    lane: 'rust',
    needs: [],
    inputs: [],
    commands: ({ folder }) => [['node', 'scripts/testing/rust.mjs', 'build', folder]],
  },
  {
    name: 'install',
    about: 'npm and Python packages',
    lane: 'browser',
    needs: [],
    inputs: [],
    commands: () => [['node', 'scripts/testing/install.mjs']],
  },
  {
    name: 'checks',
    about: 'formats, lint, types, unit tests and bundles of the browser side',
    lane: 'browser',
    needs: ['install'],
    inputs: [...PAGES, 'e2e/', 'crates/gasoline-codegen/cases/', 'docs/examples/'],
    isAlways: true,
    commands: () => [
      ['node', '--test', 'scripts/testing/'],
      ['node', 'scripts/check.mjs'],
    ],
  },
  {
    name: 'browser',
    about: 'Chromium with the extension, the CI script or a debugger, against the real server',
    lane: 'browser',
    needs: ['build', 'install'],
    inputs: [...PAGES, ...RUST, 'e2e/browser/', 'e2e/app/'],
    parts: {
      'e2e/browser/dashboard': ['packages/dashboard/', 'e2e/browser/dashboard/'],
      'e2e/browser/generate': ['crates/gasoline-codegen/', 'e2e/browser/generate/'],
      'e2e/browser/demo': ['crates/gasoline/src/demo/', 'e2e/browser/demo/'],
      'e2e/browser/enrich': ['e2e/browser/enrich/'],
      'e2e/browser/extension': ['packages/extension/', 'e2e/browser/extension/'],
    },
    commands: (context) => [playwright('e2e/browser', context)],
  },
  {
    name: 'packs',
    about: 'the npm packages, packed and installed once for the steps that use them',
    lane: 'rust',
    needs: ['build', 'install'],
    inputs: [],
    commands: () => [['node', 'e2e/packs.mjs']],
  },
  {
    name: 'rust',
    about: 'unit and integration tests of all crates',
    lane: 'rust',
    needs: ['build'],
    inputs: [...RUST, ...PAGES, 'docs/', 'fuzz/'],
    commands: ({ folder, filters }) => [
      ['node', 'scripts/testing/rust.mjs', 'run', folder, ...filters],
    ],
  },
  {
    name: 'lint',
    about: 'house rules, generated files, formats, clippy, rustdoc',
    lane: 'rust',
    needs: ['build'],
    inputs: [...RUST, 'fuzz/', 'docs/', 'skills/'],
    isAlways: true,
    commands: () => [['cargo', 'xtask', 'check', '--fast']],
  },
  {
    name: 'http',
    about: 'schemathesis against the OpenAPI description',
    lane: 'rust',
    needs: ['build', 'install'],
    inputs: [...RUST, 'docs/openapi.json', 'e2e/http/', 'e2e/requirements.txt'],
    commands: ({ all }) => [
      ['python3', 'e2e/http/run.py', ...(all ? ['--examples', '600', '--seed', 'random'] : [])],
    ],
  },
  {
    name: 'mcp',
    about: 'MCP Inspector and conformance suite',
    lane: 'rust',
    needs: ['build', 'install'],
    inputs: [...RUST, 'e2e/mcp/', 'e2e/package-lock.json'],
    commands: () => [['node', 'e2e/mcp/run.mjs']],
  },
  {
    name: 'report',
    about: 'JUnit reports against the schemas of their readers',
    lane: 'rust',
    needs: ['build', 'install'],
    inputs: [...RUST, 'e2e/report/'],
    commands: () => [['python3', 'e2e/report/run.py']],
  },
  {
    name: 'export',
    about: 'HAR and OTLP against their schemas and a collector',
    lane: 'rust',
    needs: ['build', 'install'],
    inputs: [...RUST, 'e2e/export/'],
    commands: () => [['python3', 'e2e/export/run.py']],
  },
  {
    name: 'npm',
    about: 'the npm packages, installed from a registry on loopback',
    lane: 'rust',
    needs: ['packs'],
    inputs: [...RUST, ...PAGES, 'e2e/npm/', 'skills/'],
    commands: () => [['node', 'e2e/npm/run.mjs']],
  },
  {
    name: 'actions',
    about: 'the steps of the GitHub actions',
    lane: 'rust',
    needs: ['packs'],
    inputs: [...RUST, ...PAGES, 'actions/', 'e2e/actions/', 'docs/examples/'],
    commands: () => [['python3', 'e2e/actions/run.py']],
  },
  {
    name: 'playwright',
    about: 'the Playwright package, installed from tarballs into projects',
    lane: 'browser',
    needs: ['packs'],
    inputs: [...RUST, ...PAGES, 'e2e/playwright/'],
    commands: (context) => [playwright('e2e/playwright', context)],
  },
  {
    name: 'shop',
    about: 'the test shop itself, without Gasoline in the page',
    lane: 'browser',
    needs: ['install'],
    inputs: ['e2e/app/', 'e2e/browser/app/'],
    onlyAll: true,
    partOf: 'browser',
    commands: ({ filters }) => [
      ['npx', 'playwright', 'test', '-c', 'e2e/browser', 'e2e/browser/app', ...filters],
    ],
  },
  {
    name: 'generated',
    about: 'generated tests against sixty bugs and applications of others',
    lane: 'browser',
    needs: ['build', 'install'],
    inputs: ['e2e/app/', 'e2e/generated/', 'crates/gasoline-codegen/src/print/'],
    onlyAll: true,
    commands: ({ filters }) => [['npx', 'playwright', 'test', '-c', 'e2e/generated', ...filters]],
  },
  {
    name: 'fuzz',
    about: 'five minutes of fuzzing with coverage; adds what it finds to the corpus',
    lane: 'rust',
    needs: ['build'],
    inputs: ['fuzz/'],
    onlyAll: true,
    commands: () => [['cargo', 'xtask', 'fuzz', '--minutes', '5']],
  },
  {
    name: 'bench',
    about: 'what a page and a test run pay, as ratios in one run',
    lane: 'browser',
    needs: ['build', 'install'],
    inputs: ['e2e/browser/bench/', 'e2e/playwright/bench/'],
    onlyAll: true,
    alone: true,
    commands: () => [['node', 'e2e/browser/bench/page-load.mjs', '--check']],
  },
];

/** Which steps run, with their filters; and why each of the others does not. */
export function choose(options, changedFiles = []) {
  const chosen = new Map();
  const skipped = new Map();
  const add = (name, filters) => {
    const step = STEPS.find((one) => one.name === name);
    step.needs.forEach((need) => !chosen.has(need) && add(need, []));
    chosen.set(name, filters);
  };
  for (const step of STEPS) {
    if (options.without.has(step.name)) skipped.set(step.name, 'left out by --without');
    else if (options.only.size > 0) {
      if (options.only.has(step.name)) add(step.name, options.only.get(step.name));
    } else if (options.changed !== undefined) {
      const filters = changedPart(step, changedFiles, options.all);
      if (filters) add(step.name, filters);
      else if (step.inputs.length > 0) skipped.set(step.name, 'its inputs did not change');
    } else if (!step.onlyAll || (options.all && !step.partOf)) add(step.name, []);
    else if (options.all) skipped.set(step.name, `its tests run in ${step.partOf}`);
    else skipped.set(step.name, 'runs with --all, or when named by --only');
  }
  for (const name of options.without) chosen.delete(name);
  return { steps: STEPS.filter(({ name }) => chosen.has(name)), filters: chosen, skipped };
}

/** The filters of a step that a change concerns, `[]` for the whole step; undefined for none. */
function changedPart(step, files, all) {
  if (files.some((file) => EVERYTHING.some((prefix) => file.startsWith(prefix)))) {
    return step.onlyAll && !all ? undefined : [];
  }
  const touches = (prefixes) =>
    files.filter((file) => prefixes.some((prefix) => file.startsWith(prefix)));
  const concerned = touches(step.inputs);
  if (concerned.length === 0) return step.isAlways ? [] : undefined;
  const parts = Object.entries(step.parts ?? {}).filter(([, inputs]) => touches(inputs).length > 0);
  const covered = new Set(parts.flatMap(([, inputs]) => touches(inputs)));
  return concerned.every((file) => covered.has(file)) ? parts.map(([filter]) => filter) : [];
}
