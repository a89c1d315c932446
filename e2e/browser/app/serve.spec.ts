// The shop as a server: by hand, several at once, broken and mended while it runs.
// A test of the tests: with `--all`, and when the shop changed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { App } from '../../app/server/app.js';
import { ROOT } from '../support/server/binary.js';

const SERVE = join(ROOT, 'e2e/app/serve.mjs');

function login(origin: string): Promise<Response> {
  const body = JSON.stringify({ email: 'ada@example.com', password: 'correct-horse' });
  return fetch(`${origin}/api/login`, { method: 'POST', body });
}

test('it is started by hand, with a bug', { tag: '@all' }, async () => {
  const child = spawn(process.execPath, [SERVE, '--port', '0', '--bug', 'login-500']);
  const origin = await new Promise<string>((resolve) => {
    createInterface(child.stdout).once('line', resolve);
  });
  expect((await login(origin)).status).toBe(500);
  const page = await (await fetch(origin)).text();
  expect(page).toContain('"bugs":["login-500"]');
  expect((await fetch(`${origin}/assets/main.js.map`)).status).toBe(200);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
});

test('a bug nobody knows is refused', { tag: '@all' }, async () => {
  const child = spawn(process.execPath, [SERVE, '--port', '0', '--bug', 'no-such-bug']);
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(2);
  expect(said.join('')).toContain('no-such-bug');
});

test('two shops share neither state nor bugs', { tag: '@all' }, async () => {
  const [broken, healthy] = await Promise.all([App.start({ bugs: ['login-500'] }), App.start()]);
  expect((await login(broken.origin)).status).toBe(500);
  expect((await login(healthy.origin)).status).toBe(200);
  await Promise.all([broken.stop(), healthy.stop()]);
});

test('bugs are switched and the state is reset while it runs', { tag: '@all' }, async () => {
  const app = await App.start();
  const post = (path: string, body: unknown) =>
    fetch(app.origin + path, { method: 'POST', body: JSON.stringify(body) });
  const { token } = (await (await login(app.origin)).json()) as { token: string };
  const me = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${app.origin}/api/me`, { headers })).status;
  };
  expect(await me()).toBe(200);
  await post('/__bugs', { bugs: ['login-rejects'] });
  expect((await login(app.origin)).status).toBe(401);
  expect((await post('/__bugs', { bugs: ['no-such-bug'] })).status).toBe(400);
  await post('/__bugs', { bugs: [] });
  expect((await login(app.origin)).status).toBe(200);
  await post('/__reset', {});
  expect(await me()).toBe(401);
  await app.stop();
});
