// The link between two worlds, here two functions over one EventTarget.
import { expect, test, vi } from 'vitest';
import type { Page, PendingRequests } from 'gasoline-capture/context';
import type { HookPacket } from 'gasoline-capture/packet';
import type { Settings } from 'gasoline-capture/settings';
import { openIsolatedEnd, openPageEnd } from '../src/message.js';

const NOTHING_PENDING: PendingRequests = { count: 0, answeredAt: 0 };

class MouseEvent extends Event {
  readonly relatedTarget: EventTarget | null;
  constructor(type: string, init: { relatedTarget?: EventTarget }) {
    super(type);
    this.relatedTarget = init.relatedTarget ?? null;
  }
}

function fakePage(): Page {
  const globals = { EventTarget, CustomEvent, MouseEvent, JSON, queueMicrotask };
  return Object.assign(new EventTarget(), globals) as unknown as Page;
}

function link() {
  const page = fakePage();
  const received: HookPacket[] = [];
  const settings: Partial<Settings>[] = [];
  const isolated = openIsolatedEnd(page, (packet) => void received.push(packet));
  let pending = NOTHING_PENDING;
  let given = 0;
  const main = openPageEnd(page, {
    settings: (changes) => void settings.push(changes),
    pending: () => pending,
    nextId: () => `page-${++given}`,
  });
  const setPending = (now: PendingRequests): void => void (pending = now);
  return { page, main, isolated, received, settings, setPending };
}

test('events arrive together at the end of the task, in order and unchanged', async () => {
  const { main, received } = link();
  main.send(['log', '{"message":"é \\"quoted\\" \\n"}', 0]);
  main.send(['network', '{"url":"/"}', 0]);
  expect(received).toEqual([]);
  await Promise.resolve();
  expect(received).toEqual([
    ['log', '{"message":"é \\"quoted\\" \\n"}', 0],
    ['network', '{"url":"/"}', 0],
  ]);
});

test('facts arrive as they are, whatever toJSON the page has put on arrays', () => {
  const { main, received } = link();
  const error: HookPacket = ['log', '{}', ['e1', 'console', 'é "quoted"', ['http://a/b.js']]];
  const dialog = { id: 'd1', timestamp: 1, dialog: 'confirm', message: 'Sure?', returned: true };
  const prototype: object = Array.prototype;
  Object.defineProperty(prototype, 'toJSON', { value: () => 'page', configurable: true });
  try {
    main.send(error);
    main.send(['dialog', '{}', dialog as never]);
  } finally {
    Reflect.deleteProperty(prototype, 'toJSON');
  }
  main.flush();
  expect(received).toEqual([error, ['dialog', '{}', dialog]]);
});

test('what waits can be sent at once, and is sent once', async () => {
  const { main, received } = link();
  main.send(['log', '{}', 0]);
  main.flush();
  await Promise.resolve();
  expect(received).toEqual([['log', '{}', 0]]);
});

test('settings told before the page has said hello reach it with the hello', () => {
  const page = fakePage();
  const isolated = openIsolatedEnd(page, () => {});
  isolated.tell({ paused: true });
  isolated.tell({ logLevel: 'warn' });
  const settings = vi.fn();
  openPageEnd(page, { settings, pending: () => NOTHING_PENDING, nextId: () => '' });
  expect(settings.mock.calls).toEqual([[{ paused: true, logLevel: 'warn' }]]);
});

test('changed settings reach the page at once', () => {
  const { isolated, settings } = link();
  isolated.tell({ webSocket: 'off' });
  expect(settings.at(-1)).toEqual({ webSocket: 'off' });
});

test('the state of pending requests is returned while the page is asked', () => {
  const { isolated, setPending } = link();
  expect(isolated.pending()).toEqual(NOTHING_PENDING);
  const now = { count: 3, answeredAt: 1_700_000_000_000 };
  setPending(now);
  expect(isolated.pending()).toEqual(now);
});

test('the page gives each id once', () => {
  const { isolated } = link();
  expect([isolated.nextId(), isolated.nextId()]).toEqual(['page-1', 'page-2']);
});

test('without a page that has said hello nothing is pending, and no id is given', () => {
  const isolated = openIsolatedEnd(fakePage(), () => {});
  expect([isolated.pending(), isolated.nextId()]).toEqual([NOTHING_PENDING, undefined]);
});

test('the window itself carries the hello and nothing else', async () => {
  const { page, main, received } = link();
  const heard = vi.spyOn(page, 'dispatchEvent');
  main.send(['log', '{}', 0]);
  await Promise.resolve();
  expect(received).toHaveLength(1);
  expect(heard).not.toHaveBeenCalled();
});

test('a second hello is not listened to', async () => {
  const { page, main, received } = link();
  const stranger = new EventTarget();
  page.dispatchEvent(new MouseEvent('gasoline-hello', { relatedTarget: stranger }));
  stranger.dispatchEvent(new CustomEvent('up', { detail: '[["log","{}",0]]' }));
  main.send(['network', '{}', 0]);
  await Promise.resolve();
  expect(received).toEqual([['network', '{}', 0]]);
});

test.each([
  '',
  'x',
  'null',
  '[1]',
  '[["nothing","{}",0]]',
  '[["log",{},0]]',
  '[["log","{}"]]',
  '[["log","{}",1]]',
  '[["log","{}",null]]',
  '{"pending":"7","answeredAt":null}',
])('rubbish breaks neither end: %s', (detail) => {
  const page = fakePage();
  const receive = vi.fn();
  const isolated = openIsolatedEnd(page, receive);
  const target = new EventTarget();
  page.dispatchEvent(new MouseEvent('gasoline-hello', { relatedTarget: target }));
  target.dispatchEvent(new CustomEvent('up', { detail }));
  expect(receive).not.toHaveBeenCalled();
  expect(isolated.pending()).toEqual(NOTHING_PENDING);
});

test('a page that replaces JSON, CustomEvent and toJSON afterwards changes nothing', async () => {
  const { page, main, received } = link();
  Object.assign(page, { JSON: {}, CustomEvent: () => {}, queueMicrotask: () => {} });
  main.send(['log', '{"a":1}', 0]);
  await Promise.resolve();
  expect(received).toEqual([['log', '{"a":1}', 0]]);
});
