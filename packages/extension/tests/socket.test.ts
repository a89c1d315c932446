// The socket opens, greets, is taken for dead when silent, and comes back.
import {
  CLOSE_FRAME_TOO_LARGE,
  CLOSE_NOT_PAIRED,
  type ConnectionState,
  type ToWorker,
} from 'gasoline-capture/protocol.generated';
import { beforeEach, expect, test } from 'vitest';
import { CONNECT_TIMEOUT_MS, RECONNECT_MS, SILENCE_MAX_MS } from '../src/limits.js';
import { FakeClock, settle } from './fixture.js';
import { ServerSocket, type WebSocketLike } from '../src/worker/socket.js';

class FakeWebSocket extends EventTarget implements WebSocketLike {
  sent: string[] = [];
  closed = false;

  constructor(readonly url: string) {
    super();
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
  }

  opens(): void {
    this.dispatchEvent(new Event('open'));
  }

  hears(frame: ToWorker | string): void {
    const data = typeof frame === 'string' ? frame : JSON.stringify(frame);
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  ends(code = 1006): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

const WELCOME: ToWorker = { type: 'welcome', secret: 's', version: '0.1.9', settings: {} };

let clock: FakeClock;
let webSockets: FakeWebSocket[];
let serverAnswers: boolean;
let states: ConnectionState[];
let changes: [state: ConnectionState, frameTooLarge: boolean][];
let socket: ServerSocket;

beforeEach(() => {
  clock = new FakeClock();
  webSockets = [];
  serverAnswers = false;
  states = [];
  changes = [];
  socket = new ServerSocket({
    open(url) {
      const webSocket = new FakeWebSocket(url);
      webSockets.push(webSocket);
      return webSocket;
    },
    probe: async () => serverAnswers,
    after: clock.after,
    hello: () => ({ type: 'hello', version: '0.1.0', browser: 'b', secret: null }),
    version: '0.1.0',
    heard: () => {},
    changed(state, frameTooLarge) {
      states.push(state);
      changes.push([state, frameTooLarge]);
    },
  });
});

function latest(): FakeWebSocket {
  const webSocket = webSockets.at(-1);
  if (webSocket === undefined) throw new Error('no socket was opened');
  return webSocket;
}

function connect(): void {
  socket.use('http://127.0.0.1:7890');
  latest().opens();
  latest().hears(WELCOME);
}

test('it greets first, and is open once it is welcome', () => {
  socket.use('http://127.0.0.1:7890');
  expect(latest().url).toBe('ws://127.0.0.1:7890/ext');
  latest().opens();
  expect(latest().sent.map((text) => JSON.parse(text).type)).toEqual(['hello']);
  expect(socket.isOpen).toBe(false);
  expect(socket.send({ type: 'pong' })).toBe(false);
  latest().hears(WELCOME);

  expect(socket.isOpen).toBe(true);
  expect(socket.state).toBe('connected');
});

test('a batch has its body after the first line', () => {
  connect();
  socket.send({ type: 'batch', id: 3, path: '/logs' }, '{"entries":[]}');

  expect(latest().sent.at(-1)).toBe('{"type":"batch","id":3,"path":"/logs"}\n{"entries":[]}');
});

test('a ping is answered', () => {
  connect();
  latest().hears({ type: 'ping' });

  expect(latest().sent.at(-1)).toBe('{"type":"pong"}');
});

test('without a server it says so and tries again, ever less often', async () => {
  socket.use('http://127.0.0.1:7890');
  for (const [index, pause] of RECONNECT_MS.entries()) {
    latest().ends();
    await settle();
    expect(socket.state).toBe('no_server');
    await clock.pass(pause - 1);
    expect(webSockets).toHaveLength(index + 1);
    await clock.pass(1);
    expect(webSockets).toHaveLength(index + 2);
  }
});

test('a server that responds but opens no socket is of another version', async () => {
  serverAnswers = true;
  socket.use('http://127.0.0.1:7890');
  latest().ends();
  await settle();
  expect(socket.state).toBe('connecting');
  await clock.pass(RECONNECT_MS[0]);
  latest().ends();
  await settle();

  expect(socket.state).toBe('wrong_version');
});

test('a server of another series is told apart, and still heard', () => {
  socket.use('http://127.0.0.1:7890');
  latest().opens();
  latest().hears({ ...WELCOME, version: '0.2.0' });

  expect(socket.state).toBe('wrong_version');
  expect(socket.isOpen).toBe(true);
});

test('a browser that is not the paired one does not hammer the server', async () => {
  connect();
  latest().ends(CLOSE_NOT_PAIRED);
  await settle();
  expect(socket.state).toBe('paired_elsewhere');
  await clock.pass(5000);

  expect(webSockets).toHaveLength(1);
});

test('that a frame was too large is known while it still counts as sent', async () => {
  connect();
  changes.length = 0;
  latest().ends(CLOSE_FRAME_TOO_LARGE);
  await settle();

  expect(changes[0]).toEqual(['connecting', true]);
});

test('an alarm or a message shortens the pause', async () => {
  socket.use('http://127.0.0.1:7890');
  for (const pause of RECONNECT_MS.slice(0, 4)) {
    latest().ends();
    await clock.pass(pause);
  }
  latest().ends();
  const before = webSockets.length;
  await clock.pass(1500);
  expect(webSockets).toHaveLength(before);
  socket.wake();

  expect(webSockets).toHaveLength(before + 1);
});

test('messages of a busy page do not open a socket each', async () => {
  socket.use('http://127.0.0.1:7890');
  latest().ends();
  await settle();
  for (let message = 0; message < 50; message++) socket.wake();

  expect(webSockets).toHaveLength(1);
});

test('another server is connected to at once, and the old one left', () => {
  connect();
  const old = latest();
  socket.use('http://127.0.0.1:7999');

  expect(old.closed).toBe(true);
  expect(latest().url).toBe('ws://127.0.0.1:7999/ext');
  expect(socket.isOpen).toBe(false);
});

test('what the old server says after that is not heard', () => {
  socket.use('http://127.0.0.1:7890');
  const old = latest();
  socket.use('http://127.0.0.1:7999');
  old.hears(WELCOME);
  old.ends();

  expect(socket.isOpen).toBe(false);
  expect(webSockets).toHaveLength(2);
});

test('a socket that is silent for too long is dead', async () => {
  connect();
  await clock.pass(SILENCE_MAX_MS - 1);
  latest().hears({ type: 'ping' });
  await clock.pass(SILENCE_MAX_MS - 1);
  expect(socket.isOpen).toBe(true);
  await clock.pass(1);
  expect(socket.isOpen).toBe(false);
  await clock.pass(RECONNECT_MS[0]);

  expect(webSockets).toHaveLength(2);
});

test('an attempt without a welcome is given up', async () => {
  socket.use('http://127.0.0.1:7890');
  latest().opens();
  await clock.pass(CONNECT_TIMEOUT_MS);

  expect(latest().closed).toBe(true);
});

test('what is no frame is passed over', () => {
  connect();
  latest().hears('not json');
  latest().hears('17');

  expect(socket.isOpen).toBe(true);
});
