// One server a run: joins the one that responds, else the binary joins or starts one (`serve --while`).
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { ask, isHealthy } from '../client.js';
import { START_MAX_MS } from '../limits.js';
import { HINT, type Command } from './binary.js';

export interface Start {
  port: number;
  /** The file that a server's messages are added to. */
  log: string;
  /** The process that runs the tests: a server that is started ends with it. */
  runner: number;
  /** Undefined where none is to be started. */
  binary: Command | undefined;
  isAutoStart: boolean;
}

/** Returns when a server responds; else the reason why none does. */
export async function ensureServer(start: Start): Promise<string | undefined> {
  const { port, runner, binary, isAutoStart } = start;
  if (await hasJoined(port, runner)) return undefined;
  if (!isAutoStart) {
    return `no server answers on 127.0.0.1:${port}\nhint: run \`gasoline serve --ci --port ${port}\``;
  }
  if (!binary) {
    return `no server answers on 127.0.0.1:${port}, and there is no binary to start one\nhint: ${HINT}`;
  }
  return serve(start, binary);
}

/** Whether a server responds, and does not end before the runner. */
async function hasJoined(port: number, runner: number): Promise<boolean> {
  if (!(await isHealthy(port))) return false;
  const body = JSON.stringify({ pid: runner });
  const joined = await ask(port, 'POST', '/runners', { body }).catch(() => undefined);
  // An older server has no such path, and ends by its own rules.
  return joined?.status === 200 || joined?.status === 404;
}

/** Runs the binary until it prints the URL of the server, which it may be itself. */
async function serve(start: Start, { file, first }: Command): Promise<string | undefined> {
  const { port, log, runner } = start;
  const stderr = openSync(log, 'a');
  const words = ['serve', '--ci', '--port', String(port), '--while', String(runner)];
  const child = spawn(file, [...first, ...words], {
    detached: true,
    stdio: ['ignore', 'pipe', stderr],
    // What a run loads into its own processes is not for this one.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  closeSync(stderr);
  let limit: NodeJS.Timeout | undefined;
  const fault = await new Promise<string | undefined>((resolve) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/^http:/m.test(said)) resolve(undefined);
    });
    child.on('error', ({ message }) => resolve(`the server cannot be started: ${message}`));
    // After its output: one that has joined another server prints the URL and ends.
    child.on('close', () => resolve('the server ended as soon as it was started'));
    const seconds = START_MAX_MS / 1000;
    const late = `no server answers on 127.0.0.1:${port} after ${seconds} s`;
    limit = setTimeout(() => resolve(late), START_MAX_MS);
  });
  clearTimeout(limit);
  child.stdout?.destroy();
  child.unref();
  return fault === undefined ? undefined : `${fault}\nhint: read ${log}`;
}
