// The whole way of an event, with a server that comes and goes and a page that is left.
import { expect, test } from 'vitest';
import { createBinding } from '../src/binding.js';
import { createHttp } from '../src/http.js';
import type { RequestDelivery } from '../src/delivery.js';
import { openSender, type PageCarrier } from '../src/sender.js';
import { createSpool } from '../src/spool.js';
import { client, FakePage, ManualTiming, natives, settle } from './support.js';

interface Body {
  entries?: unknown[];
  batch_id: string;
  dropped?: unknown;
}

/** Keeps each batch once, as the real one does. */
class FakeServer {
  isThere = true;
  isSlow = false;
  readonly seen: Body[] = [];
  readonly keepalive: boolean[] = [];
  #hanging: (() => void)[] = [];

  readonly carrier = createHttp(
    'http://server',
    { client },
    {
      fetch: async (_url, init) => {
        this.keepalive.push(init.keepalive === true);
        if (this.isSlow) await new Promise<void>((resolve) => this.#hanging.push(resolve));
        if (!this.isThere) throw new TypeError('Failed to fetch');
        this.take(String(init.body));
        return new Response('{}');
      },
      beacon: () => false,
      timeout: () => new AbortController().signal,
    },
  );

  take(text: string): void {
    this.seen.push(JSON.parse(text) as Body);
  }

  answerAll(): void {
    for (const go of this.#hanging.splice(0)) go();
  }

  get events(): number {
    const once = new Map(this.seen.map((body) => [body.batch_id, body]));
    return [...once.values()].reduce((sum, body) => sum + (body.entries?.length ?? 0), 0);
  }
}

let pages = 0;

function open(
  carrier: PageCarrier<RequestDelivery>,
  page = new FakePage(),
  timing = new ManualTiming(),
) {
  const id = `page${pages++}`;
  const spool = createSpool(page.page);
  const add = openSender({ page: page.page, id, carrier, timing, natives, spool });
  return { add, page, timing };
}

test('events arrive with the name of the client', async () => {
  const server = new FakeServer();
  const { add, timing } = open(server.carrier);
  add(['log', '{"a":1}', 0]);
  timing.endTask();
  await settle();
  expect(server.seen).toMatchObject([{ entries: [{ a: 1 }], client }]);
});

test('a page that is left sends what it gathered so that it outlives the page', () => {
  const server = new FakeServer();
  const { add, page } = open(server.carrier);
  add(['log', '{}', 0]);
  page.leave();
  expect(server.keepalive).toEqual([true]);
  expect(page.sessionStorage.kept.size).toBe(0);
});

test('a page that is hidden sends what it gathered, and goes on gathering', async () => {
  const server = new FakeServer();
  const { add, page, timing } = open(server.carrier);
  add(['log', '{}', 0]);
  timing.endTask();
  add(['log', '{}', 0]);
  page.hide();
  await settle();
  expect(server.events).toBe(2);
  add(['log', '{}', 0]);
  timing.endTask();
  await settle();
  expect(server.events).toBe(2);
  await timing.advance(100);
  expect(server.events).toBe(3);
});

test('what is logged while the page is being left goes at the end of the task', async () => {
  const server = new FakeServer();
  const { add, page, timing } = open(server.carrier);
  page.leave();
  add(['log', '{}', 0]);
  timing.endTask();
  await settle();
  expect([server.events, server.keepalive]).toEqual([1, [true]]);
});

test('a page that comes back gathers again', async () => {
  const server = new FakeServer();
  const { add, page, timing } = open(server.carrier);
  page.leave();
  page.comeBack();
  add(['log', '{}', 0]);
  timing.endTask();
  add(['log', '{}', 0]);
  timing.endTask();
  await settle();
  expect(server.events).toBe(1);
  await timing.advance(100);
  expect(server.events).toBe(2);
});

test('only a page that was left before is restored', () => {
  const page = new FakePage();
  let restored = 0;
  const { carrier } = new FakeServer();
  const timing = new ManualTiming();
  openSender({ page: page.page, id: 'p', carrier, timing, natives, restored: () => ++restored });
  page.comeBack();
  expect(restored).toBe(0);
  page.leave();
  page.comeBack();
  page.comeBack();
  expect(restored).toBe(1);
});

test('a sender without a spool sends all it has when the page is left, and stores nothing', () => {
  const sent: string[] = [];
  const page = new FakePage();
  const timing = new ManualTiming();
  const carrier: PageCarrier<RequestDelivery> = {
    ...createBinding(() => {}, { client }),
    async send({ kind }) {
      sent.push(kind);
      return new Promise(() => {});
    },
  };
  const add = openSender({ page: page.page, id: 'p', carrier, timing, natives });
  add(['log', '{}', 0]);
  add(['enrichment', '{"id":"e1"}', 0]);
  timing.endTask();
  expect(sent).toEqual(['log']);
  page.leave();
  expect(sent).toEqual(['log', 'enrichment']);
  expect(page.sessionStorage.kept.size).toBe(0);
});

test('a server that starts late gets everything, once', async () => {
  const server = new FakeServer();
  server.isThere = false;
  const { add, timing } = open(server.carrier);
  for (let n = 0; n < 120; n++) add(['log', `{"n":${n}}`, 0]);
  await timing.advance(1000);
  server.isThere = true;
  await timing.advance(5000);
  expect(server.events).toBe(120);
  expect(server.seen).toHaveLength(3);
});

test('what was given up is told when the server is back, though nothing else happens', async () => {
  const server = new FakeServer();
  server.isThere = false;
  const { add, timing } = open(server.carrier);
  for (let n = 0; n < 2100; n++) add(['log', '{}', 0]);
  await timing.advance(200);
  server.isThere = true;
  await timing.advance(10_000);
  expect(server.events).toBe(2000);
  expect(server.seen.map(({ dropped }) => dropped).filter(Boolean)).toEqual([{ log: 100 }]);
});

test('with the server away, the next page of the origin sends what this one left', async () => {
  const server = new FakeServer();
  server.isThere = false;
  const { add, page, timing } = open(server.carrier);
  for (let n = 0; n < 70; n++) add(['log', '{}', 0]);
  await timing.advance(150);
  page.leave();
  await settle();
  expect(server.events).toBe(0);
  server.isThere = true;
  const next = new FakePage();
  next.sessionStorage = page.sessionStorage;
  open(server.carrier, next);
  await settle();
  expect(server.events).toBe(70);
  expect(next.sessionStorage.kept.size).toBe(0);
});

test('large batches that are under way when the page is left are left for the next page too', async () => {
  const server = new FakeServer();
  server.isSlow = true;
  const { add, page } = open(server.carrier);
  for (let n = 0; n < 300; n++) add(['log', `{"n":"${'x'.repeat(300)}"}`, 0]);
  page.leave();
  expect(server.keepalive.filter(Boolean).length).toBe(3);
  server.isThere = false;
  server.answerAll();
  await settle();
  server.isThere = true;
  server.isSlow = false;
  const next = new FakePage();
  next.sessionStorage = page.sessionStorage;
  open(server.carrier, next);
  await settle();
  expect(server.events).toBe(150);
});

test('what finds no room in the storage is counted, and the number finds room', async () => {
  const server = new FakeServer();
  server.isThere = false;
  const page = new FakePage();
  const { kept } = page.sessionStorage;
  page.sessionStorage.setItem = (key, value) => {
    if (value.length > 500) throw new DOMException('full', 'QuotaExceededError');
    kept.set(key, value);
  };
  const { add, timing } = open(server.carrier, page);
  for (let n = 0; n < 60; n++) add(['log', `{"n":"${'x'.repeat(100)}"}`, 0]);
  await timing.advance(150);
  page.leave();
  await settle();
  server.isThere = true;
  open(server.carrier, page);
  await settle();
  expect(server.seen.map(({ dropped }) => dropped)).toEqual([{ log: 60 }]);
});

test('a binding is called at the end of the task with path and body', async () => {
  const calls: [string, string][] = [];
  const { add, timing } = open(
    createBinding((path, body) => void calls.push([path, body]), { client }),
  );
  add(['log', '{"a":1}', 0]);
  timing.endTask();
  expect(calls.map(([path, body]) => [path, JSON.parse(body).entries])).toEqual([
    ['/logs', [{ a: 1 }]],
  ]);
});

test('a binding gets the facts of the events as a third argument, where there are any', () => {
  const calls: unknown[][] = [];
  const { add, timing } = open(createBinding((...given) => void calls.push(given), { client }));
  add(['log', '{"n":1}', 0]);
  timing.endTask();
  add(['log', '{"n":2}', 0]);
  add(['log', '{"n":3}', ['e1', 'console', 'no tea', ['http://a/b.js']]]);
  timing.endTask();
  expect(calls.map(([, , facts]) => facts)).toEqual([
    undefined,
    '[0,["e1","console","no tea",["http://a/b.js"]]]',
  ]);
  expect(calls[0]).toHaveLength(2);
});

test("a page's toJSON is out of the way while the binding is called, and back afterwards", () => {
  const owner: object = Array.prototype;
  Object.defineProperty(owner, 'toJSON', { value: String, configurable: true });
  try {
    let said = '';
    const { add, timing } = open(
      createBinding(
        (...args) => {
          said = JSON.stringify(args.slice(0, 1));
        },
        { client },
      ),
    );
    add(['log', '{}', 0]);
    timing.endTask();
    expect(said).toBe('["/logs"]');
    expect('toJSON' in Array.prototype).toBe(true);
  } finally {
    Reflect.deleteProperty(Array.prototype, 'toJSON');
  }
});

test('a binding whose receiver fails is called again with the same batch', async () => {
  const ids: string[] = [];
  const binding = async (_path: string, body: string): Promise<void> => {
    ids.push(JSON.parse(body).batch_id);
    if (ids.length < 3) throw new Error('server away');
  };
  const { add, timing } = open(createBinding(binding, { client }));
  add(['log', '{}', 0]);
  timing.endTask();
  await timing.advance(1000);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
});

test('a busy binding gets fewer and larger batches', async () => {
  const answers: (() => void)[] = [];
  const sizes: number[] = [];
  const binding = (_path: string, body: string): Promise<void> => {
    sizes.push(JSON.parse(body).entries.length);
    return new Promise((resolve) => answers.push(resolve));
  };
  const { add, timing } = open(createBinding(binding, { client }));
  for (let n = 0; n < 40; n++) {
    add(['log', '{}', 0]);
    timing.endTask();
  }
  expect(sizes).toEqual(Array.from({ length: 16 }, () => 1));
  answers[0]?.();
  await settle();
  expect(sizes.at(-1)).toBe(24);
});
