// Errands are asked for while a test runs, and whatever goes wrong is an answer or nothing.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Errands, Refusal, type Errand } from './errands.js';

const open: Server[] = [];
const started: Errands[] = [];

afterEach(() => {
  for (const errands of started.splice(0)) errands.stop();
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const ERRAND = { id: 7, errand: 'capture_screenshot', arguments: {}, timeoutMs: 1000 };

/** A server that answers the first question with this, holds the others, and notes what it is told. */
async function serve(status: number, body: object) {
  const asked: string[] = [];
  const told: unknown[] = [];
  let askAgain: (() => void) | undefined;
  const heard = new Promise<void>((resolve) => {
    askAgain = resolve;
  });
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      asked.push(request.url ?? '');
      if (asked.length === 1) response.writeHead(status).end(JSON.stringify(body));
      else askAgain?.();
      return;
    }
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      told.push(JSON.parse(text));
      response.end('{"received":true}');
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, told, heard, port, server };
}

function begin(port: number, run: (errand: Errand) => Promise<object>): Errands {
  const errands = new Errands(port, 'worker 1', run);
  started.push(errands);
  errands.start();
  return errands;
}

test('an errand is done and answered, and the next one asked for', async () => {
  const { asked, told, heard, port } = await serve(200, { errands: [ERRAND] });
  begin(port, async ({ id }) => ({ id: `${id}0` }));
  await heard;
  expect(asked).toEqual(['/errands?client=worker+1', '/errands?client=worker+1']);
  expect(told).toEqual([{ id: 7, client: 'worker 1', result: { id: '70' } }]);
});

test.each([
  [new Refusal('no page', 'open one'), { what: 'no page', hint: 'open one' }],
  [
    new Error('page.screenshot: Target closed\n  call log'),
    expect.objectContaining({ what: expect.stringMatching(/: page.screenshot: Target closed$/) }),
  ],
])('what goes wrong is a refusal: %s', async (error, refused) => {
  const { told, heard, port } = await serve(200, { errands: [ERRAND] });
  begin(port, async () => {
    throw error;
  });
  await heard;
  expect(told).toEqual([{ id: 7, client: 'worker 1', refused }]);
});

test('a server that knows no errands is not asked again', async () => {
  const { asked, port, server } = await serve(404, { error: 'there is nothing', hint: 'h' });
  const answered = new Promise((resolve) => server.once('request', resolve));
  const errands = begin(port, async () => ({}));
  await answered;
  await expect.poll(() => errands.isKnown).toBe(false);
  errands.stop();
  errands.start();
  expect(asked).toHaveLength(1);
});

test('who stops waits no longer', async () => {
  const { heard, port, server } = await serve(200, { errands: [] });
  const errands = begin(port, async () => ({}));
  await heard;
  errands.stop();
  const count = () =>
    new Promise((resolve) => server.getConnections((_, number) => resolve(number)));
  await expect.poll(count).toBe(0);
});
