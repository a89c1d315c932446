// A browser nobody debugs: Chrome ends the worker when it is idle, and everything arrives all the same.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXECUTABLE, FLAGS } from '../support/chromium.js';
import { copyExtension, expect, html, isConnected, test } from '../support/extension.js';
import { Server } from '../support/server.js';

test.describe.configure({ mode: 'parallel', timeout: 180_000 });

/** Chromium as a user starts it: an attached debugger would keep the worker alive. */
function startChromium(serverUrl: string, page: string): () => Promise<void> {
  const folder = copyExtension({ serverUrl });
  const profile = mkdtempSync(join(tmpdir(), 'gasoline-profile-'));
  const flags = [`--user-data-dir=${profile}`, `--load-extension=${folder}`, '--headless=new'];
  const child = spawn(EXECUTABLE, [...FLAGS, ...flags, page], { stdio: 'ignore', detached: true });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return async () => {
    // The wrapper script and all of its browser.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
    for (const used of [folder, profile]) rmSync(used, { recursive: true, force: true });
  };
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

test('a page that says something every ten seconds, and one that is silent for 70', async ({
  site,
}) => {
  const app = await site({
    '/': html(
      `for (let n = 0; n <= 7; n++) setTimeout(() => console.log('tick ' + n), n * 10000);`,
      '<iframe src="/silent"></iframe>',
    ),
    '/silent': html(`setTimeout(() => console.error('after the silence'), 72000);`),
  });
  const server = await Server.start();
  const stop = startChromium(server.url, app.url());
  await isConnected(server);
  await wait(75);

  const { logs } = await server.until((now) =>
    now.logs.some(({ message }) => message === 'after the silence'),
  );
  const ticks = logs
    .map(({ message }) => String(message))
    .filter((text) => text.startsWith('tick'));
  expect(ticks).toEqual(Array.from({ length: 8 }, (_, n) => `tick ${n}`));
  // The server's pings have kept the line open all the time.
  await isConnected(server);
  await stop();
  await server.stop();
});

test('without a server nothing is lost, and the line is open again half a minute after it is back', async ({
  site,
}) => {
  let goOn: (() => void) | undefined;
  const app = await site({
    '/': html(
      `console.log('at the start');
       fetch('/away').then(() => console.log('while the server is away'));`,
    ),
    '/away': (_request, response) => {
      goOn = () => response.end('it is');
    },
  });
  let server = await Server.start();
  const { port } = server;
  const stop = startChromium(server.url, app.url());
  await server.until((now) => now.logs.length === 1);
  await expect.poll(() => typeof goOn).toBe('function');
  await server.stop();
  goOn?.();
  // Longer than Chrome lets an idle worker live.
  await wait(45);
  server = await Server.start({ port });
  await expect
    .poll(async () => (await server.snapshot()).logs.map(({ message }) => message), {
      timeout: 60_000,
    })
    .toEqual(['while the server is away']);
  await stop();
  await server.stop();
});
