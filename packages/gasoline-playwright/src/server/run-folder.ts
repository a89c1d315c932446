// What the processes of a run know of each other: a folder a port, with a file for each that uses it.
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { START_MAX_MS } from '../limits.js';

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
    mkdirSync(join(this.#path, 'runners'), { recursive: true });
  }

  get log(): string {
    return join(this.#path, 'server.log');
  }

  /** The process that keeps the server, if it lives. */
  get keeper(): number | undefined {
    try {
      const pid = Number(readFileSync(join(this.#path, 'keeper'), 'utf8'));
      return isAlive(pid) ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  set keeper(pid: number) {
    writeFileSync(join(this.#path, 'keeper'), String(pid));
  }

  /** Notes that a runner uses the server; it is kept while any of them lives. */
  join(runner: number): void {
    writeFileSync(join(this.#path, 'runners', String(runner)), '');
  }

  /** Whether any runner that uses the server lives. Those that do not are forgotten. */
  isUsed(): boolean {
    let isUsed = false;
    for (const name of readdirSync(join(this.#path, 'runners'))) {
      if (isAlive(Number(name))) isUsed = true;
      else rmSync(join(this.#path, 'runners', name), { force: true });
    }
    return isUsed;
  }

  /** True for the one process that is to start the server, until it calls `unlock`. */
  lock(): boolean {
    const lock = join(this.#path, 'lock');
    try {
      mkdirSync(lock);
      return true;
    } catch {
      // Whoever took it may have been ended since.
      try {
        if (Date.now() - statSync(lock).mtimeMs > START_MAX_MS) rmdirSync(lock);
      } catch {
        // Gone.
      }
      return false;
    }
  }

  unlock(): void {
    rmSync(join(this.#path, 'lock'), { recursive: true, force: true });
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

  /** Forgets what runners that ended had noted. */
  tidy(): void {
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
