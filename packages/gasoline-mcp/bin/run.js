// Runs the binary in this process's place: the same words, streams and signals, and the same end.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { binaryPath } from '../index.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const COULD_NOT_LOOK = 2;

export function run(words) {
  let binary;
  try {
    binary = binaryPath();
  } catch (error) {
    refuse(error.message);
    return;
  }
  const child = spawn(binary, words, { stdio: 'inherit' });
  // A terminal sends its signals to the child as well, which decides what they mean.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', (error) =>
    refuse(`cannot run \`${binary}\`: ${error.message}\nhint: reinstall gasoline-mcp`),
  );
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

function refuse(why) {
  process.stderr.write(`error: ${why}\n`);
  process.exitCode = COULD_NOT_LOOK;
}
