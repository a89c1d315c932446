// Traffic of a real browser as HAR: judged by the schema, replayed by Playwright, and free of secrets.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FLOWS } from '../../app/flows.js';
import { App } from '../../app/server/app.js';
import { binary, ROOT } from '../support/server/binary.js';
import { expect, test } from '../support/browser/browser.js';
import { HOSTILE, throughHostileTexts } from '../support/pages/hostile.js';
import { Recorder, type Journey } from '../support/generated/recording.js';
import type { Answer, Server } from '../support/server/server.js';

const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

/** A purchase, and after it whatever a HAR may find hard to carry. */
const purchase: Journey = {
  start: () => App.start({ bugs: [] }),
  async flow(page, origin) {
    await FLOWS.buy(page, origin);
    await page.evaluate(
      async ({ secret, odd }) => {
        const asked: [string, RequestInit?][] = [
          [`/api/products?q=${encodeURIComponent(odd)}&access_token=${secret}`],
          ['/api/products', { headers: { authorization: `Bearer ${secret}` } }],
          ['/api/nowhere', { method: 'POST', body: JSON.stringify({ token: secret, odd }) }],
          ['/api/nowhere', { method: 'POST', body: 'x'.repeat(200_000) }],
          ['/api/nowhere', { method: 'POST', body: new Uint8Array([0, 255, 254, 128]) }],
          ['http://127.0.0.1:9/'],
          // The page goes after the last one, and what it told then may go with it.
          ['/api/products'],
        ];
        for (const [path, init] of asked) {
          await fetch(path, init)
            .then((answer) => answer.text())
            .catch(() => '');
        }
      },
      { secret: SECRET, odd: HOSTILE['emoji'] + (HOSTILE['right to left'] ?? '') },
    );
  },
};

/** The HAR that the real binary writes, once the schema has been asked. */
function exported(server: Server): { file: string; text: string; log: Answer } {
  const file = join(mkdtempSync(join(tmpdir(), 'gasoline-har-')), 'traffic.har');
  const flags = ['export', 'har', '--port', String(server.port), '--output', file];
  execFileSync(binary(), flags, { stdio: 'ignore' });
  execFileSync('node', [join(ROOT, 'e2e/export/har.mjs'), file], { stdio: 'pipe' });
  const text = readFileSync(file, 'utf8');
  return { file, text, log: JSON.parse(text).log };
}

let recorder: Recorder;

test.beforeAll(async () => {
  recorder = await Recorder.open('ci');
});

test.afterAll(async () => {
  await recorder.close();
});

test('a session in the shop is a HAR that tells what was asked, on which page, and replays', async ({
  chromium,
}) => {
  const { server, app, close } = await recorder.record(purchase);
  const { origin } = app;
  await server.until(({ network_bodies }) =>
    network_bodies.some(({ url }) => url === 'http://127.0.0.1:9/'),
  );
  const { file, text, log } = exported(server);
  const found = (path: string): Answer[] =>
    log.entries.filter((entry: Answer) => new URL(entry.request.url).pathname === path);

  const [order] = found('/api/orders');
  expect(order.response.status).toBe(201);
  expect(order.request.postData.text).toContain('"');
  expect(order.response.content.size).toBe(Buffer.byteLength(order.response.content.text));
  const page = log.pages.find((one: Answer) => one.id === order.pageref);
  expect(page.title).toContain(origin);
  expect(page.pageTimings.onLoad).toBeGreaterThan(0);

  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(SECRET.slice(8, 30));
  const odd = found('/api/products').flatMap((entry) => entry.request.queryString);
  expect(odd.some(({ value }: Answer) => value.includes('👩‍👩‍👧'))).toBe(true);
  const posts = found('/api/nowhere').map((entry) => entry.request.postData);
  expect(posts.some(({ comment }) => comment?.startsWith('truncated: the first'))).toBe(true);
  expect(posts.some(({ comment }) => comment === 'the body was not kept: Binary: 4 bytes')).toBe(
    true,
  );
  const dead = log.entries.find((entry: Answer) => entry.request.url === 'http://127.0.0.1:9/');
  expect([dead.response.status, dead.response['_error']]).toEqual([0, 'network']);
  await close();

  // The shop is gone: what is answered comes from the file.
  const context = await chromium.newContext();
  await context.routeFromHAR(file, { notFound: 'fallback' });
  await context.route(`${origin}/blank`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>blank</p>' }),
  );
  const replayed = await context.newPage();
  await replayed.goto(`${origin}/blank`);
  const [item] = found('/api/products').filter((entry) => entry.response.status === 200);
  const body = await replayed.evaluate(
    (url) => fetch(url).then((it) => it.text()),
    item.request.url,
  );
  expect(body).toBe(item.response.content.text);
  await context.close();
});

test('hostile texts and sockets leave as a HAR', async () => {
  const { server, close } = await recorder.record(throughHostileTexts);
  const { log } = exported(server);
  const socket = log.entries.find((entry: Answer) => entry['_resourceType'] === 'websocket');
  expect(socket.response.status).toBe(101);
  expect(socket['_webSocketMessages'].length).toBeGreaterThan(0);
  expect(['send', 'receive']).toContain(socket['_webSocketMessages'][0].type);
  await close();
});
