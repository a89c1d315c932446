// WebSockets: what a connection does is told, and nothing of it is changed.
import { expect, test } from 'vitest';
import { fixture, type Fixture } from '../fixture.js';
import { hookWebSocket } from './websocket.js';

function fakeSocket() {
  return class extends EventTarget {
    readyState = 0;
    constructor(readonly url: string) {
      super();
      if (url === 'bad') throw new SyntaxError('of the page');
    }
    send(data: unknown): void {
      if (data === 'refuse') throw new Error('of the page');
    }
    happen(type: string, members: Record<string, unknown> = {}): void {
      if (type === 'open') this.readyState = 1;
      this.dispatchEvent(Object.assign(new Event(type), members));
    }
  };
}

type Socket = InstanceType<ReturnType<typeof fakeSocket>>;

function hooked(): Fixture & { connect: (url?: string) => Socket; uninstall: () => void } {
  const made = fixture({ WebSocket: fakeSocket() });
  const uninstall = hookWebSocket(made.context);
  const holder = made.page as unknown as { WebSocket: new (url: string) => Socket };
  return { ...made, uninstall, connect: (url = 'ws://host/a') => new holder.WebSocket(url) };
}

test('a connection tells its life in order, under one id', () => {
  const { connect, of } = hooked();
  const socket = connect();
  socket.happen('open');
  socket.send('ping');
  socket.happen('message', { data: 'pong' });
  socket.happen('error');
  socket.happen('close', { code: 1006, reason: 'gone' });
  const events = of('websocket');
  expect(events.map(({ event, direction, data, size }) => [event, direction, data, size])).toEqual([
    ['connecting', undefined, undefined, undefined],
    ['open', undefined, undefined, undefined],
    ['message', 'outgoing', 'ping', 4],
    ['message', 'incoming', 'pong', 4],
    ['error', undefined, undefined, undefined],
    ['close', undefined, undefined, undefined],
  ]);
  expect(events.at(-1)).toMatchObject({ code: 1006, reason: 'gone', url: 'ws://host/a' });
  expect(new Set(events.map(({ id }) => id)).size).toBe(1);
});

test.each([
  ['an ArrayBuffer', new Uint8Array([1, 171]).buffer, '[Binary: 2 bytes] 01 ab', 2],
  ['a view', new Uint8Array([9, 1, 2]).subarray(1), '[Binary: 2 bytes] 01 02', 2],
  ['a Blob', new Blob(['abc']), '[Binary: 3 bytes]', 3],
])('%s is told as bytes', (_name, data, text, size) => {
  const { connect, of } = hooked();
  const socket = connect();
  socket.happen('message', { data });
  expect(of('websocket').at(-1)).toMatchObject({ data: text, size, binary: true });
});

test('exceptions of constructor and send are the page\u2019s, and nothing is told of them', () => {
  const { connect, of } = hooked();
  expect(() => connect('bad')).toThrow(SyntaxError);
  const socket = connect();
  socket.happen('open');
  expect(() => socket.send('refuse')).toThrow('of the page');
  expect(of('websocket').map(({ event }) => event)).toEqual(['connecting', 'open']);
});

test.each([
  ['off', []],
  ['lifecycle', ['connecting', 'open', 'close']],
] as const)('in mode %s these are told: %s', (mode, expected) => {
  const { connect, settings, of } = hooked();
  settings.webSocket = mode;
  const socket = connect();
  socket.happen('open');
  socket.send('x');
  socket.happen('message', { data: 'x' });
  socket.happen('close', { code: 1000, reason: '' });
  expect(of('websocket').map(({ event }) => event)).toEqual(expected);
});

test('a connection opened while paused is told with its time when capture resumes', () => {
  const { connect, settings, of, pass } = hooked();
  settings.paused = true;
  const socket = connect();
  socket.happen('open');
  pass(1000);
  settings.paused = false;
  socket.happen('close', { code: 1000, reason: '' });
  expect(of('websocket').map(({ event, timestamp }) => [event, timestamp])).toEqual([
    ['open', '2026-01-02T03:04:05.006Z'],
    ['close', '2026-01-02T03:04:06.006Z'],
  ]);
});

test('our own socket is not told, nor what is sent on a closed one', () => {
  const { connect, events } = hooked();
  connect('ws://own.test:7890/ext').happen('open');
  expect(events).toEqual([]);
  const socket = connect();
  socket.send('too early');
  expect(events).toHaveLength(1);
});
