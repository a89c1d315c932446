// Gives the fixtures to every test of a run without a change in any of them: loading it is enough.

/** What Playwright keeps of a `test`: the lists of fixtures it was extended with. */
interface TestTypeInternals {
  fixtures?: unknown;
}

/** Loaded by `NODE_OPTIONS`, it is in every process of a command, and most of them run no tests. */
function isWanted(): boolean {
  const given = [process.env['NODE_OPTIONS'] ?? '', ...process.execArgv].join(' ');
  if (!given.includes('gasoline-playwright/register')) return true;
  return /playwright/.test(process.argv[1] ?? '');
}

/**
 * A `test` cannot be replaced in modules that have not been loaded yet, but it can be extended in
 * place: its list of fixtures is read when tests are collected, which is after any configuration.
 */
export function register(): void {
  // Loaded here and not above, so that processes which run no tests do not load Playwright.
  const { test } = require('@playwright/test') as typeof import('@playwright/test');
  const { fixtures } = require('./index.js') as typeof import('./index.js');
  const symbol = Object.getOwnPropertySymbols(test).find((key) => key.description === 'testType');
  const internals = symbol && (Reflect.get(test, symbol) as TestTypeInternals | undefined);
  const lists = internals?.fixtures;
  if (!Array.isArray(lists)) {
    process.stderr.write(
      'gasoline: this Playwright does not let its `test` be extended in place; tests run without it\n' +
        "hint: import { test } from 'gasoline-playwright' in the tests\n",
    );
    return;
  }
  const isThere = lists.some((list: { fixtures?: unknown }) => list.fixtures === fixtures);
  if (!isThere) lists.push({ fixtures, location: { file: __filename, line: 1, column: 1 } });
}

if (isWanted()) register();
