// Where the binary under test is.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../../..');

/** `GASOLINE_BINARY`, else the one cargo built last for debugging. */
export function binary(): string {
  const named = process.env['GASOLINE_BINARY'];
  const path =
    named ?? join(process.env['CARGO_TARGET_DIR'] ?? join(ROOT, 'target'), 'debug/gasoline');
  if (!existsSync(path)) throw new Error(`no binary at ${path}\nhint: cargo build -p gasoline`);
  return path;
}
