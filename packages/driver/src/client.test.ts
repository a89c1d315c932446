// The server as a worker sees it: in order, and never waited for once it is away.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Client, isHealthy } from './client.js';

const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A server that answers with what `answer` gives, and notes what it was asked. */
async function serve(answer: (path: string) => [number, string]) {
  const asked: string[] = [];
  const agents: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      agents.push(request.headers['user-agent']);
      asked.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`);
      const [status, text] = answer(request.url ?? '');
      response.writeHead(status).end(text);
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { asked, agents, server, port: (server.address() as AddressInfo).port };
}

test('what is posted arrives in order, and is read after it', async () => {
  const { asked, port } = await serve(() => [200, '{"count":2}']);
  const client = new Client(port, () => {});
  client.tell('/logs', { entries: [] });
  client.tell('/test-boundary', '{"test_id":"a"}');
  expect(await client.get('/tests')).toEqual({ count: 2 });
  expect(asked).toEqual([
    'POST /logs {"entries":[]}',
    'POST /test-boundary {"test_id":"a"}',
    'GET /tests ',
  ]);
  client.close();
});

test('the browser that is driven is told with what it sends', async () => {
  const { agents, port } = await serve(() => [200, '{}']);
  const client = new Client(port, () => {});
  await client.post('/logs', {});
  client.browser = 'Chrome/131.0.6778.33';
  await client.post('/logs', {});
  expect(agents).toEqual([undefined, 'Chrome/131.0.6778.33']);
  client.close();
});

test('nobody there is told, and is no error of the one who tells', async () => {
  const { port, server } = await serve(() => [200, '']);
  await new Promise((resolve) => server.close(resolve));
  let away = 0;
  const client = new Client(port, () => away++);
  client.tell('/logs', {});
  await client.settled();
  expect([away, client.isThere, client.underWay]).toEqual([1, false, 0]);
  await expect(client.post('/logs', {})).rejects.toThrow();
});

test('a server without room keeps nothing, but is there', async () => {
  const { port } = await serve(() => [503, '{}']);
  const client = new Client(port, () => {});
  await expect(client.post('/logs', {})).rejects.toThrow('no room');
  expect(client.isThere).toBe(true);
  client.close();
});

test('only a Gasoline is healthy', async () => {
  const ours = await serve(() => [200, '{"status":"ok","name":"gasoline"}']);
  const theirs = await serve(() => [200, '<h1>it works</h1>']);
  expect([await isHealthy(ours.port), await isHealthy(theirs.port)]).toEqual([true, false]);
});
