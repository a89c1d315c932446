// The Gasoline under test: finds the binary, starts servers, sends them captured data, ends them.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** A secret that is part of the captured data; no answer may show it. */
export const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

/** One grey pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function findBinary() {
  const named = process.env.GASOLINE_BINARY;
  const candidates = named
    ? [resolve(named)]
    : ['debug', 'release'].map((profile) => join(root, 'target', profile, 'gasoline'));
  const found = candidates.find((path) => existsSync(path));
  if (!found) {
    throw new Error(`there is no ${candidates.join(' and no ')}\nhint: run cargo build first`);
  }
  return found;
}

/** Starts `gasoline serve` on a free port; `stop` ends it and resolves when it is gone. */
export async function serve(binary) {
  const child = spawn(binary, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = new Promise((done) => child.once('exit', done));
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += chunk));
  const url = await new Promise((done, fail) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('\n')) done(said.trim());
    });
    child.once('error', fail);
    gone.then((code) => fail(new Error(`gasoline serve ended with ${code}: ${complaints}`)));
  });
  const stop = () => {
    child.kill('SIGTERM');
    return gone;
  };
  return { url, port: new URL(url).port, stop };
}

/** Whether a Gasoline answers on the port. */
export async function answers(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  } catch {
    return false;
  }
}

/** Sends a little of every kind of event, so that tools and resources have something to say. */
export async function fill(url) {
  const page = 'http://localhost:3000/cart';
  const timestamp = new Date().toISOString();
  await post(url, '/enhanced-actions', {
    actions: [{ type: 'click', url: page, timestamp: Date.now(), selectors: { testId: 'buy' } }],
  });
  await post(url, '/network-bodies', {
    bodies: [
      {
        method: 'POST',
        url: `http://localhost:3000/api/orders?token=${SECRET}`,
        status: 500,
        duration: 12,
        requestBody: JSON.stringify({ item: 7, password: SECRET }),
        responseBody: '{"error":"out of stock"}',
        contentType: 'application/json',
        timestamp,
      },
    ],
  });
  await post(url, '/logs', {
    entries: [
      { level: 'error', message: `boom ${SECRET}`, source: 'console', url: page, timestamp },
      { level: 'info', message: 'started', source: 'console', url: page, timestamp },
    ],
  });
  await post(url, '/websocket-events', {
    events: [
      { event: 'open', id: '1', url: 'ws://localhost:3000/live', timestamp },
      {
        event: 'message',
        id: '1',
        url: 'ws://localhost:3000/live',
        direction: 'incoming',
        data: '{"n":1}',
        timestamp,
      },
    ],
  });
  await post(url, '/screenshots', {
    dataUrl: `data:image/png;base64,${PNG}`,
    url: page,
    trigger: 'manual',
  });
}

async function post(url, path, body) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok || said.rejected > 0) {
    throw new Error(`POST ${path} was answered ${answer.status} ${JSON.stringify(said)}`);
  }
}
