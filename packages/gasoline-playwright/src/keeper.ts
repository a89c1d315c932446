// A process of its own that starts the server and ends it when nobody runs tests any more.
import { spawn } from 'node:child_process';
import { IDLE_EXIT_SECONDS, KEEPER_POLL_MS } from './limits.js';
import { RunFolder } from './server/run-folder.js';

const [port = '', file = '', ...first] = process.argv.slice(2);
const folder = new RunFolder(Number(port));
const words = ['serve', '--ci', '--port', port, '--idle-exit-seconds', String(IDLE_EXIT_SECONDS)];
// A group of its own where there are groups: a command such as `npx` does not pass on that it is to end.
const detached = process.platform !== 'win32';
const server = spawn(file, [...first, ...words], { stdio: 'inherit', detached });

const poll = setInterval(() => {
  if (!folder.isUsed()) stop();
}, KEEPER_POLL_MS);

function stop(): void {
  clearInterval(poll);
  if (server.pid === undefined) return;
  try {
    process.kill(detached ? -server.pid : server.pid, 'SIGTERM');
  } catch {
    // It has ended.
  }
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
server.on('error', (error) => {
  console.error(`error: the server cannot be started: ${error.message}`);
  clearInterval(poll);
  process.exitCode = 1;
});
server.on('exit', (code) => {
  clearInterval(poll);
  folder.tidy();
  process.exitCode = code ?? 0;
});
