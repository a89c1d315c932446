// Processes of a step: started as a group, counted, and ended if any is left.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Every process of a step inherits it, also one that left the group. */
const MARK = 'STEP_OF_TEST_COMMAND';

/** How long a process of an ended step may take to end by itself. */
const LEFT_MAX_MS = 20_000;

/** Writes the CPU seconds of a command and its children to the file `$0`. */
const TIMED = '"$@"; code=$?; times >"$0"; exit $code';

/** Runs a command with its output in `output` (a file descriptor); resolves to its exit code. */
export function start(command, { step, cwd, env, output, times }) {
  const child = spawn('bash', ['-c', TIMED, times, ...command], {
    cwd,
    env: { ...env, [MARK]: mark(step) },
    stdio: ['ignore', output, output],
    detached: true,
  });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  return { pid: child.pid, ended };
}

/** What `times` wrote: user and system seconds of the shell, then of its children. */
export function cpuSeconds(text) {
  const parts = [...text.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + minutes * 60 + Number(seconds), 0);
}

/** The processes of an ended step that do not end by themselves; they are ended here. */
export async function endLeft(step, maxMs = LEFT_MAX_MS) {
  const until = Date.now() + maxMs;
  let left = find(step);
  while (left.length > 0 && Date.now() < until) {
    await delay(200);
    left = find(step);
  }
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  return left.map(({ pid, command }) => `${pid} ${command}`);
}

/** Ends a step at once. */
export function endAll(step) {
  for (const { pid } of find(step)) {
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It has ended meanwhile.
    }
  }
}

function mark(step) {
  return `${process.pid}-${step}`;
}

/** Processes that have the step's mark; none where there is no `/proc`. */
function find(step) {
  const wanted = `${MARK}=${mark(step)}\0`;
  const found = [];
  for (const entry of readdir('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${entry}/environ`, 'latin1').includes(wanted)) continue;
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      // A process without a command line has ended and waits for its parent.
      if (command) found.push({ pid: Number(entry), command: command.slice(0, 160) });
    } catch {
      // It has ended, or belongs to another user.
    }
  }
  return found;
}

function readdir(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
