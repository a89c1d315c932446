// What is gathered, how bodies are written, and what is counted.
import type { Packet } from 'gasoline-capture/packet';
import { expect, test } from 'vitest';
import { compose, createBatcher, stamp, withActions, type Batch } from '../src/batch.js';
import { Queue } from '../src/queue.js';
import { client, ManualTiming } from './support.js';

function gathering(mode: 'micro' | 'timer', isBusy = () => false) {
  const timing = new ManualTiming();
  const losses = new Queue<never>({ chars: 0 });
  const sent: Batch[] = [];
  const send = (batch: Batch): void => void sent.push(batch);
  const batcher = createBatcher({ id: 'page', mode, timing, losses, send, isBusy });
  return { timing, losses, sent, batcher };
}

const counts = (sent: Batch[]): number[] => sent.map((batch) => batch.events.length);

test('members are added to encoded events without parsing them', () => {
  expect(stamp('{"a":1}', { tabId: 5, name: 'x"y' })).toBe('{"a":1,"tabId":5,"name":"x\\"y"}');
  expect(stamp('{}', { tabId: 5 })).toBe('{"tabId":5}');
  expect(stamp('{"a":1}', { frameId: undefined })).toBe('{"a":1}');
  expect(stamp('{}', {})).toBe('{}');
});

const ERROR = ['e1', 'console', 'x', []] as const;
const recent = () => [{ type: 'click' }];

test('an error carries the latest actions, and nothing else does', () => {
  const error: Packet = ['log', '{"level":"error","message":"x"}', ERROR];
  expect(withActions(error, recent)).toEqual([
    'log',
    '{"level":"error","message":"x","_actions":[{"type":"click"}]}',
    ERROR,
  ]);
  const quiet: Packet = ['log', '{"level":"error"}', 0];
  expect(withActions(quiet, recent)).toBe(quiet);
  const request: Packet = ['network', '{"status":500}', ['n1', 'GET', '/', 500]];
  expect(withActions(request, recent)).toBe(request);
  expect(withActions(error, () => [])).toBe(error);
});

test('a batch becomes one body with its list and envelope', () => {
  const batch: Batch = { id: 'p-1', kind: 'log', events: ['{"a":1}', '{"a":2}'] };
  expect(compose(batch, { client, test_id: 'a › b' }, { tabId: 7 })).toEqual([
    {
      id: 'p-1',
      path: '/logs',
      body: '{"entries":[{"a":1,"tabId":7},{"a":2,"tabId":7}],"batch_id":"p-1","client":"test/0 page","test_id":"a › b"}',
    },
  ]);
});

test('facts travel with their batch, where there are any, and reach no body', () => {
  const { sent, batcher } = gathering('timer');
  batcher.add(['log', '{"n":1}', 0]);
  batcher.add(['log', '{"n":2}', ERROR]);
  batcher.add(['performance', '{}', 0]);
  batcher.flush();
  expect(sent.map(({ facts }) => facts)).toEqual([[0, ERROR], undefined]);
  expect(sent.slice(0, 1).flatMap((batch) => compose(batch, { client }))).toEqual([
    {
      id: 'page-0',
      path: '/logs',
      body: '{"entries":[{"n":1},{"n":2}],"batch_id":"page-0","client":"test/0 page"}',
    },
  ]);
});

test.each([
  ['network', '/network-bodies', 'bodies'],
  ['websocket', '/websocket-events', 'events'],
  ['action', '/enhanced-actions', 'actions'],
  ['outline', '/dom-snapshots', 'snapshots'],
  ['enrichment', '/enrichments', 'enrichments'],
] as const)('%s goes to %s as %s', (kind, path, list) => {
  const [made] = compose({ id: '1', kind, events: ['{"x":1}'] }, { client });
  expect(made?.path).toBe(path);
  expect(made?.id).toBe('1');
  expect(JSON.parse(made?.body ?? '')).toEqual({ [list]: [{ x: 1 }], batch_id: '1', client });
});

test('performance snapshots travel alone, each with an id of its own', () => {
  const dropped = { log: 2 };
  const batch: Batch = { id: 'p', kind: 'performance', events: ['{"url":"/a"}', '{}'], dropped };
  const made = compose(batch, { client }).map(({ path, body }) => [path, JSON.parse(body)]);
  expect(made).toEqual([
    ['/performance-snapshot', { url: '/a', batch_id: 'p-0', client, dropped }],
    ['/performance-snapshot', { batch_id: 'p-1', client }],
  ]);
});

test('a batch says what was given up, even with nothing else to say', () => {
  const batch: Batch = { id: 'p', kind: 'log', events: [], dropped: { log: 3, network: 1 } };
  const body = JSON.parse(compose(batch, { client })[0]?.body ?? '');
  expect(body).toEqual({ entries: [], batch_id: 'p', client, dropped: { log: 3, network: 1 } });
});

test('the first events go at the end of the task, one batch a kind, numbered', () => {
  const { timing, sent, batcher } = gathering('timer');
  batcher.add(['log', '{"n":1}', 0]);
  batcher.add(['network', '{"n":2}', 0]);
  batcher.add(['log', '{"n":3}', 0]);
  expect(sent).toEqual([]);
  timing.endTask();
  expect(sent).toEqual([
    { id: 'page-0', kind: 'log', events: ['{"n":1}', '{"n":3}'] },
    { id: 'page-1', kind: 'network', events: ['{"n":2}'] },
  ]);
});

test('what follows is gathered for a tenth of a second at a time', async () => {
  const { timing, sent, batcher } = gathering('timer');
  for (let n = 0; n < 25; n++) {
    batcher.add(['log', '{}', 0]);
    timing.endTask();
    await timing.advance(10);
  }
  expect(counts(sent)).toEqual([1, 9, 10]);
  await timing.advance(200);
  expect(counts(sent)).toEqual([1, 9, 10, 5]);
});

test('after a tenth of a second without events the next one goes at once again', async () => {
  const { timing, sent, batcher } = gathering('timer');
  batcher.add(['log', '{}', 0]);
  timing.endTask();
  await timing.advance(100);
  batcher.add(['log', '{}', 0]);
  timing.endTask();
  expect(counts(sent)).toEqual([1, 1]);
});

test('the fiftieth event of a kind sends at once', () => {
  const { sent, batcher } = gathering('timer');
  for (let n = 0; n < 120; n++) batcher.add(['log', `{"n":${n}}`, 0]);
  expect(counts(sent)).toEqual([50, 50]);
});

test('32,000 characters send at once', () => {
  const { sent, batcher } = gathering('timer');
  const large = `{"x":"${'x'.repeat(9000)}"}`;
  for (let n = 0; n < 4; n++) batcher.add(['log', large, 0]);
  expect(counts(sent)).toEqual([4]);
});

test('with a binding, events go at the end of the task', () => {
  const { timing, sent, batcher } = gathering('micro');
  batcher.add(['log', '{}', 0]);
  batcher.add(['log', '{}', 0]);
  expect(sent).toEqual([]);
  timing.endTask();
  expect(counts(sent)).toEqual([2]);
});

test('half-filled batches wait while the binding is busy, full ones do not', () => {
  let isBusy = true;
  const { timing, sent, batcher } = gathering('micro', () => isBusy);
  batcher.add(['log', '{}', 0]);
  timing.endTask();
  expect(sent).toEqual([]);
  for (let n = 1; n < 50; n++) batcher.add(['log', '{}', 0]);
  expect(counts(sent)).toEqual([50]);
  batcher.add(['log', '{}', 0]);
  timing.endTask();
  isBusy = false;
  batcher.flush();
  expect(counts(sent)).toEqual([50, 1]);
});

test('while the page is left, nothing waits for the timer', () => {
  const { timing, sent, batcher } = gathering('timer');
  batcher.leaving(true);
  batcher.add(['log', '{}', 0]);
  timing.endTask();
  expect(counts(sent)).toEqual([1]);
});

test('what was given up rides in the next batch, once', () => {
  const { losses, sent, batcher } = gathering('timer');
  losses.addDropped({ log: 2 });
  losses.addDropped({ websocket: 1 });
  losses.addDropped({ log: 3 });
  batcher.add(['network', '{}', 0]);
  batcher.add(['log', '{}', 0]);
  batcher.flush();
  batcher.flush();
  expect(sent.map((batch) => batch.dropped)).toEqual([{ log: 5, websocket: 1 }, undefined]);
});

test('a monster of an event is given up and counted', () => {
  const { losses, sent, batcher } = gathering('timer');
  batcher.add(['network', 'x'.repeat(1_000_001), 0]);
  batcher.flush();
  expect(sent).toEqual([{ id: 'page-0', kind: 'log', events: [], dropped: { network: 1 } }]);
  expect(losses.takeDropped()).toBeUndefined();
});

test("a page's toJSON has no say in the envelope", () => {
  const prototypes = [Object.prototype, Array.prototype, String.prototype];
  for (const prototype of prototypes) {
    Object.defineProperty(prototype, 'toJSON', { value: () => 'page', configurable: true });
  }
  try {
    const batch: Batch = { id: 'p', kind: 'log', events: ['{"a":[1]}'], dropped: { log: 1 } };
    expect(compose(batch, { client: 'c' })[0]?.body).toBe(
      '{"entries":[{"a":[1]}],"batch_id":"p","client":"c","dropped":{"log":1}}',
    );
  } finally {
    for (const prototype of prototypes) Reflect.deleteProperty(prototype, 'toJSON');
  }
});
