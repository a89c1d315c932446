// Whether Cypress would take generated code: checked by TypeScript against Cypress's own types.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../server/binary.js';

/** The types come with the judges' packages; the program behind them is never installed. */
const TYPES = join(ROOT, 'e2e/node_modules/cypress/types/index.d.ts');

/** What TypeScript says of files by name; nothing if they are right. */
export function complaints(files: Record<string, string>): string {
  const parent = join(ROOT, 'target/generated');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'cypress-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const config = {
    compilerOptions: {
      noEmit: true,
      allowJs: true,
      checkJs: true,
      strict: true,
      skipLibCheck: false,
      types: [],
      lib: ['ES2022', 'DOM'],
      target: 'ES2022',
      module: 'preserve',
    },
    files: [TYPES, ...Object.keys(files)],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const { stdout, stderr, status } = spawnSync(tsc, ['-p', folder], { encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}
