// What a build makes is kept in `target`, by what it was made from: workers and runs share it.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './binary.js';

const FOLDER = join(ROOT, 'target/test/built');

/**
 * The JSON value that `make` makes, made once for these words and the content of these files and
 * folders. Two workers may make it at the same time; neither reads half of it.
 */
export async function builtOnce<T>(
  words: readonly unknown[],
  sources: readonly string[],
  make: () => Promise<T>,
): Promise<T> {
  const hash = createHash('sha256').update(JSON.stringify(words));
  for (const source of sources) addContent(hash, source);
  const file = join(FOLDER, `${hash.digest('hex').slice(0, 32)}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    // Not made yet.
  }
  const made = await make();
  const part = `${file}.${randomUUID()}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(part, JSON.stringify(made));
  renameSync(part, file);
  return made;
}

function addContent(hash: ReturnType<typeof createHash>, path: string): void {
  if (!statSync(path).isDirectory()) {
    hash.update(path).update(readFileSync(path));
    return;
  }
  for (const name of readdirSync(path).toSorted()) {
    if (name !== 'node_modules') addContent(hash, join(path, name));
  }
}
