// Runs generated tests as their user would: saved in a folder, with the project's own Playwright.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './binary.js';
import { EXECUTABLE, FLAGS } from './chromium.js';

/** What the runner says of one file. */
export interface Ran {
  passed: boolean;
  /** Why not. */
  errors: string;
}

interface Suite {
  file: string;
  suites?: Suite[];
  specs?: { ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[];
}

/** Files by name; each that ends in `.spec.ts` is run. The answer is by name as well. */
export async function run(
  files: Record<string, string>,
  env: Record<string, string> = {},
  timeout = 15_000,
): Promise<Record<string, Ran>> {
  const parent = join(ROOT, 'target/generated');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'run-'));
  const config = {
    testDir: '.',
    outputDir: './results',
    timeout,
    workers: 2,
    reporter: 'json',
    use: { launchOptions: { executablePath: EXECUTABLE, args: FLAGS } },
  };
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `export default ${JSON.stringify(config)};\n`,
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  // The runner around us has settings of its own.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:TEST_|PW|PLAYWRIGHT_(?!SKIP))/.test(name),
  );
  const child = spawn(join(ROOT, 'node_modules/.bin/playwright'), ['test'], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...env },
  });
  const said: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  const report = JSON.parse(said.join('')) as { suites: Suite[]; errors: { message: string }[] };
  if (report.errors.length > 0) throw new Error(report.errors.map((it) => it.message).join('\n'));
  return Object.fromEntries(report.suites.map((suite) => [suite.file, result(suite)]));
}

function result({ specs = [] }: Suite): Ran {
  const results = specs.flatMap(({ tests }) => tests.flatMap((one) => one.results));
  const errors = results.flatMap((one) => one.errors.map(({ message }) => message ?? ''));
  return { passed: specs.length > 0 && specs.every(({ ok }) => ok), errors: errors.join('\n') };
}
