// A browser nobody debugs: Chrome ends the worker when it is idle, and everything arrives all the same.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXECUTABLE, FLAGS, removeProfile } from '../support/browser/chromium.js';
import { copyExtension, expect, html, isConnected, test } from '../support/browser/extension.js';
import { Server } from '../support/server/server.js';

test.describe.configure({ mode: 'parallel' });

/** So long a worker may live without an event; what lasts longer has outlived it. */
const IDLE_SECONDS = 30;

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
    [folder, profile].forEach(removeProfile);
  };
}

for (const [seconds, tags] of [
  [IDLE_SECONDS + 4, ['@sleeps']],
  [72, ['@sleeps', '@all']],
] as const) {
  const title = `a page that says something every ten seconds, and one that is silent for ${seconds}`;
  test(title, { tag: [...tags] }, async ({ site }) => {
    const last = Math.floor(seconds / 10);
    const app = await site({
      '/': html(
        `for (let n = 0; n <= ${last}; n++) setTimeout(() => console.log('tick ' + n), n * 10000);`,
        '<iframe src="/silent"></iframe>',
      ),
      '/silent': html(`setTimeout(() => console.error('after the silence'), ${seconds * 1000});`),
    });
    const server = await Server.start();
    const stop = startChromium(server.url, app.url());
    await isConnected(server);
    const said = async () => (await server.snapshot()).logs.map(({ message }) => String(message));
    await expect
      .poll(said, { timeout: (seconds + 120) * 1000, intervals: [500] })
      .toContain('after the silence');
    const ticks = (await said()).filter((text) => text.startsWith('tick'));
    expect(ticks).toEqual(Array.from({ length: last + 1 }, (_, n) => `tick ${n}`));
    // The server's pings have kept the line open all the time.
    await isConnected(server);
    await stop();
    await server.stop();
  });
}

test(
  'without a server nothing is lost, and the line is open again half a minute after it is back',
  {
    tag: '@sleeps',
  },
  async ({ site }) => {
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
    await new Promise((resolve) => setTimeout(resolve, (IDLE_SECONDS + 5) * 1000));
    server = await Server.start({ port });
    await expect
      .poll(async () => (await server.snapshot()).logs.map(({ message }) => message))
      .toEqual(['while the server is away']);
    await stop();
    await server.stop();
  },
);
