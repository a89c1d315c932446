// What the processes of a run leave for each other: a folder per port, with the log of its server.
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** That a run was warned of a server that is missing, with what is missing since when. */
export const WARNED = 'warned';

/** As everything in a shard's file, by universal time. */
export function timeOfDay(): string {
  return new Date().toISOString().slice(11, 19);
}

/** One folder a user: on a shared machine, nobody writes into another's. */
function usualParent(): string {
  return join(tmpdir(), `gasoline-playwright-${process.getuid?.() ?? 'user'}`);
}

export class RunFolder {
  readonly #path: string;

  /** Throws where the folder cannot be made, or was made by somebody else. */
  constructor(port: number, parent = usualParent()) {
    this.#path = join(parent, String(port));
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    const made = lstatSync(parent);
    if (!made.isDirectory() || (process.getuid && made.uid !== process.getuid())) {
      throw new Error(`\`${parent}\` belongs to somebody else`);
    }
    mkdirSync(this.#path, { recursive: true });
    this.#tidy();
  }

  get log(): string {
    return join(this.#path, 'server.log');
  }

  /** True for the first process of a run to ask; the others say nothing. It may leave a note. */
  isFirst(runner: number, what: string, note = ''): boolean {
    try {
      writeFileSync(join(this.#path, `${what}-${runner}`), note, { flag: 'wx' });
      return true;
    } catch {
      return false;
    }
  }

  /** The note of the first process of a run. */
  noted(runner: number, what: string): string | undefined {
    try {
      return readFileSync(join(this.#path, `${what}-${runner}`), 'utf8');
    } catch {
      return undefined;
    }
  }

  /** Deletes what runners that have ended had noted. */
  #tidy(): void {
    for (const name of readdirSync(this.#path)) {
      const runner = /^[a-z]+-(\d+)$/.exec(name)?.[1];
      if (runner && !isAlive(Number(runner))) rmSync(join(this.#path, name), { force: true });
    }
  }
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process lives as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
