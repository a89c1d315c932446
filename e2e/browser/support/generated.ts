// Runs a generated test as its user would: saved in a folder, with the project's own Playwright.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './binary.js';
import { EXECUTABLE, FLAGS } from './chromium.js';

export interface Ran {
  passed: boolean;
  /** What the runner said. */
  output: string;
}

/** Files by name; the one that ends in `.spec.ts` is run. */
export async function run(files: Record<string, string>, env: Record<string, string> = {}): Promise<Ran> {
  const parent = join(ROOT, 'target/generated');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'run-'));
  const launchOptions = { executablePath: EXECUTABLE, args: FLAGS };
  const config = { testDir: '.', timeout: 20_000, reporter: 'line', workers: 1, use: { launchOptions } };
  writeFileSync(join(folder, 'playwright.config.ts'), `export default ${JSON.stringify(config)};\n`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:TEST_|PW|PLAYWRIGHT_(?!SKIP))/.test(name),
  );
  const child = spawn(join(ROOT, 'node_modules/.bin/playwright'), ['test'], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...env },
  });
  const said: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { passed: code === 0, output: said.join('') };
}
