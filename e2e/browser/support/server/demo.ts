// `gasoline demo`, run as a user does, and what it has running.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary } from './binary.js';
import { EXECUTABLE } from '../browser/chromium.js';

export class Demo {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;
  #told = '';
  #complaints = '';
  #news = () => {};

  constructor(words: string[], { isTerminal = false } = {}) {
    const command = [binary(), 'demo', '--browser', EXECUTABLE, ...words];
    // A terminal of its own, by the program that records one.
    const [program = '', ...rest] = isTerminal
      ? ['script', '-qefc', command.join(' '), '/dev/null']
      : command;
    this.#child = spawn(program, rest);
    this.ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#told += chunk.toString();
      this.#news();
    });
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#complaints += chunk.toString()));
  }

  /** What was told, once it has this text; fails if the demo ends before. */
  async until(text: string): Promise<string> {
    const told = new Promise<void>((resolve) => {
      this.#news = () => {
        if (this.#told.includes(text)) resolve();
      };
      this.#news();
    });
    await Promise.race([told, this.ended]);
    if (!this.#told.includes(text)) {
      throw new Error(`it ended without \`${text}\`:\n${this.#told}\n${this.#complaints}`);
    }
    return this.#told;
  }

  /** What it told so far. */
  told(): string {
    return this.#told;
  }

  /** What it said on stderr. */
  complaints(): string {
    return this.#complaints;
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }

  /** Ends it; its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended;
  }

  /** The processes that it started, and theirs. */
  processes(): number[] {
    const parents = new Map(
      readdirSync('/proc')
        .map(Number)
        .filter((id) => id > 0)
        .map((id) => [id, parent(id)]),
    );
    const isOfUs = (id: number | undefined): boolean =>
      id !== undefined && (id === this.#child.pid || isOfUs(parents.get(id)));
    return [...parents.keys()].filter((id) => id !== this.#child.pid && isOfUs(id));
  }

  /** The browser's profile, if it is there. */
  profiles(): string[] {
    const profile = join(tmpdir(), `gasoline-demo-${this.#child.pid}`);
    return existsSync(profile) ? [profile] : [];
  }
}

/** Those of some processes that have not ended. */
export function alive(processes: number[]): number[] {
  return processes.filter((id) => parent(id) !== undefined);
}

/** The parent of a process that has not ended. */
function parent(id: number): number | undefined {
  try {
    const [, state, parentId] =
      /^.*\) (\S) (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? [];
    return state === 'Z' ? undefined : Number(parentId);
  } catch {
    return undefined;
  }
}
