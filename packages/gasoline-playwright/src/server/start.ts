// One server a run: joins the one that answers, else the first worker starts one.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { isHealthy } from '../client.js';
import { POLL_MS, START_MAX_MS } from '../limits.js';
import { HINT, type Command } from './binary.js';
import type { RunFolder } from './run-folder.js';

export interface Start {
  port: number;
  folder: RunFolder;
  /** The process that runs the tests; the server is kept while it lives. */
  runner: number;
  /** Undefined where none is to be started. */
  binary: Command | undefined;
  isAutoStart: boolean;
}

/** Returns when a server answers; else the reason why none does. */
export async function ensureServer(start: Start): Promise<string | undefined> {
  const { port, folder, runner } = start;
  const deadline = Date.now() + START_MAX_MS;
  let isOurs = false;
  try {
    while (Date.now() < deadline) {
      const isKept = folder.keeper !== undefined;
      if (await isHealthy(port)) {
        // A server whose last runner has ended is about to go: the next one is ours.
        if (!isKept || folder.isUsed()) {
          folder.join(runner);
          return undefined;
        }
      } else if (!start.isAutoStart) {
        return `no server answers on 127.0.0.1:${port}\nhint: run \`gasoline serve --ci --port ${port}\``;
      } else if (!start.binary) {
        return `no server answers on 127.0.0.1:${port}, and there is no binary to start one\nhint: ${HINT}`;
      } else if (isOurs && !isKept) {
        return `the server ended as soon as it was started\nhint: read ${folder.log}`;
      } else if (!isKept && folder.lock()) {
        isOurs = true;
        folder.join(runner);
        folder.keeper = keep(start, start.binary);
      }
      await after(POLL_MS);
    }
    return `no server answers on 127.0.0.1:${port} after ${START_MAX_MS / 1000} s\nhint: read ${folder.log}`;
  } finally {
    if (isOurs) folder.unlock();
  }
}

/** Starts the process that starts the server and ends it after the run. Gives its id. */
function keep({ port, folder }: Start, binary: Command): number {
  const log = openSync(folder.log, 'w');
  try {
    const script = join(__dirname, 'keeper.cjs');
    const words = [script, String(port), binary.file, ...binary.first];
    const child = spawn(process.execPath, words, {
      detached: true,
      stdio: ['ignore', log, log],
      // What a run loads into its own processes is not for this one.
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    child.unref();
    return child.pid ?? 0;
  } finally {
    closeSync(log);
  }
}
