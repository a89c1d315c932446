// The line opens, greets, is taken for dead when silent, and comes back.
import {
  CLOSE_FRAME_TOO_LARGE,
  CLOSE_NOT_PAIRED,
  type ConnectionState,
  type ToWorker,
} from 'gasoline-capture/protocol.generated';
import { beforeEach, expect, test } from 'vitest';
import { CONNECT_TIMEOUT_MS, RECONNECT_MS, SILENCE_MAX_MS } from '../src/limits.js';
import { FakeClock, settle } from './fixture.js';
import { Line, type Wire } from '../src/worker/socket.js';

class FakeWire extends EventTarget implements Wire {
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
let wires: FakeWire[];
let serverAnswers: boolean;
let states: ConnectionState[];
let tooLarge: boolean;
let line: Line;

beforeEach(() => {
  clock = new FakeClock();
  wires = [];
  serverAnswers = false;
  states = [];
  tooLarge = false;
  line = new Line({
    open(url) {
      const wire = new FakeWire(url);
      wires.push(wire);
      return wire;
    },
    probe: async () => serverAnswers,
    after: clock.after,
    hello: () => ({ type: 'hello', version: '0.1.0', browser: 'b', secret: null }),
    version: '0.1.0',
    heard: () => {},
    changed(state, frameTooLarge) {
      states.push(state);
      tooLarge ||= frameTooLarge;
    },
  });
});

function latest(): FakeWire {
  const wire = wires.at(-1);
  if (wire === undefined) throw new Error('no wire was opened');
  return wire;
}

function connect(): void {
  line.use('http://127.0.0.1:7890');
  latest().opens();
  latest().hears(WELCOME);
}

test('it greets first, and is open once it is welcome', () => {
  line.use('http://127.0.0.1:7890');
  expect(latest().url).toBe('ws://127.0.0.1:7890/ext');
  latest().opens();
  expect(latest().sent.map((text) => JSON.parse(text).type)).toEqual(['hello']);
  expect(line.isOpen).toBe(false);
  expect(line.send({ type: 'pong' })).toBe(false);
  latest().hears(WELCOME);

  expect(line.isOpen).toBe(true);
  expect(line.state).toBe('connected');
});

test('a batch has its body after the first line', () => {
  connect();
  line.send({ type: 'batch', id: 3, path: '/logs' }, '{"entries":[]}');

  expect(latest().sent.at(-1)).toBe('{"type":"batch","id":3,"path":"/logs"}\n{"entries":[]}');
});

test('a ping is answered', () => {
  connect();
  latest().hears({ type: 'ping' });

  expect(latest().sent.at(-1)).toBe('{"type":"pong"}');
});

test('without a server it says so and tries again, ever less often', async () => {
  line.use('http://127.0.0.1:7890');
  for (const [index, pause] of RECONNECT_MS.entries()) {
    latest().ends();
    await settle();
    expect(line.state).toBe('no_server');
    await clock.pass(pause - 1);
    expect(wires).toHaveLength(index + 1);
    await clock.pass(1);
    expect(wires).toHaveLength(index + 2);
  }
});

test('a server that answers but opens no line is of another version', async () => {
  serverAnswers = true;
  line.use('http://127.0.0.1:7890');
  latest().ends();
  await settle();
  expect(line.state).toBe('connecting');
  await clock.pass(RECONNECT_MS[0]);
  latest().ends();
  await settle();

  expect(line.state).toBe('wrong_version');
});

test('a server of another series is told apart, and still heard', () => {
  line.use('http://127.0.0.1:7890');
  latest().opens();
  latest().hears({ ...WELCOME, version: '0.2.0' });

  expect(line.state).toBe('wrong_version');
  expect(line.isOpen).toBe(true);
});

test('a browser that is not the paired one does not hammer the server', async () => {
  connect();
  latest().ends(CLOSE_NOT_PAIRED);
  await settle();
  expect(line.state).toBe('paired_elsewhere');
  await clock.pass(5000);

  expect(wires).toHaveLength(1);
});

test('a frame that was too large is told apart', async () => {
  connect();
  latest().ends(CLOSE_FRAME_TOO_LARGE);
  await settle();

  expect(tooLarge).toBe(true);
});

test('an alarm or a message shortens the pause', async () => {
  line.use('http://127.0.0.1:7890');
  for (const pause of RECONNECT_MS.slice(0, 4)) {
    latest().ends();
    await clock.pass(pause);
  }
  latest().ends();
  const before = wires.length;
  await clock.pass(1500);
  expect(wires).toHaveLength(before);
  line.wake();

  expect(wires).toHaveLength(before + 1);
});

test('messages of a busy page do not open a line each', async () => {
  line.use('http://127.0.0.1:7890');
  latest().ends();
  await settle();
  for (let message = 0; message < 50; message++) line.wake();

  expect(wires).toHaveLength(1);
});

test('another server is connected to at once, and the old one left', () => {
  connect();
  const old = latest();
  line.use('http://127.0.0.1:7999');

  expect(old.closed).toBe(true);
  expect(latest().url).toBe('ws://127.0.0.1:7999/ext');
  expect(line.isOpen).toBe(false);
});

test('what the old server says after that is not heard', () => {
  line.use('http://127.0.0.1:7890');
  const old = latest();
  line.use('http://127.0.0.1:7999');
  old.hears(WELCOME);
  old.ends();

  expect(line.isOpen).toBe(false);
  expect(wires).toHaveLength(2);
});

test('a line that is silent for too long is dead', async () => {
  connect();
  await clock.pass(SILENCE_MAX_MS - 1);
  latest().hears({ type: 'ping' });
  await clock.pass(SILENCE_MAX_MS - 1);
  expect(line.isOpen).toBe(true);
  await clock.pass(1);
  expect(line.isOpen).toBe(false);
  await clock.pass(RECONNECT_MS[0]);

  expect(wires).toHaveLength(2);
});

test('an attempt without a welcome is given up', async () => {
  line.use('http://127.0.0.1:7890');
  latest().opens();
  await clock.pass(CONNECT_TIMEOUT_MS);

  expect(latest().closed).toBe(true);
});

test('what is no frame is passed over', () => {
  connect();
  latest().hears('not json');
  latest().hears('17');

  expect(line.isOpen).toBe(true);
});
