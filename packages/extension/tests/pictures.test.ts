// When pictures are taken: no faster than Chrome allows, of nobody else's tab, and not too many.
import type { ActionType } from 'gasoline-capture/protocol.generated';
import { expect, test } from 'vitest';
import { Refusal } from '../src/errands/refusal.js';
import {
  Automatic,
  type Trigger,
  type PendingScreenshot,
} from '../src/worker/pictures/automatic.js';
import { Camera, type Lens } from '../src/worker/pictures/camera.js';
import { FakeClock, settle } from './fixture.js';

/** A browser with tab 1 shown in window 7, whose time is moved by resting. */
function fakeLens(changes: Partial<Lens> = {}) {
  let now = 10_000;
  const exposed: number[] = [];
  const lens: Lens = {
    aim: async () => ({ windowId: 7, url: 'http://localhost/' }),
    expose: async () => {
      exposed.push(now);
      return 'data:image/png;base64,';
    },
    watch: () => () => {},
    now: () => now,
    rest: async (ms) => {
      now += ms;
    },
    ...changes,
  };
  return { lens, exposed };
}

test('pictures are half a second apart', async () => {
  const { lens, exposed } = fakeLens();
  const camera = new Camera(lens);
  await Promise.all([1, 2, 3].map(() => camera.use((snap) => snap(1))));
  const gaps = exposed.slice(1).map((at, index) => at - (exposed[index] ?? 0));
  expect(gaps).toEqual([550, 550]);
});

test('a job has the camera until it is done, and a job that fails gives it back', async () => {
  const camera = new Camera(fakeLens().lens);
  const order: string[] = [];
  const first = camera.use(async (snap) => {
    order.push('first');
    await snap(1);
    await snap(1);
    order.push('done');
    throw new Error('it failed');
  });
  const second = camera.use(async () => order.push('second'));
  await expect(first).rejects.toThrow('it failed');
  await second;
  expect(order).toEqual(['first', 'done', 'second']);
});

test('what Chrome refuses for being too fast is tried again, and not for ever', async () => {
  let left = 2;
  const { lens } = fakeLens({
    expose: async () => {
      if (left-- > 0) throw new Error('exceeds the MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND quota');
      return 'data:image/png;base64,x';
    },
  });
  const camera = new Camera(lens);
  expect((await camera.use((snap) => snap(1))).dataUrl).toBe('data:image/png;base64,x');
  left = 3;
  await expect(camera.use((snap) => snap(1))).rejects.toThrow();
});

test('a picture is thrown away when the window showed another tab meanwhile', async () => {
  const { lens } = fakeLens({
    watch: (_window, moved) => {
      moved();
      return () => {};
    },
  });
  const taken = new Camera(lens).use((snap) => snap(1));
  await expect(taken).rejects.toThrow('went to another tab');
});

test('a missing permission is said in our words', async () => {
  const said = "Either the '<all_urls>' or 'activeTab' permission is required.";
  const { lens } = fakeLens({ expose: () => Promise.reject(new Error(said)) });
  const refused = await new Camera(lens).use((snap) => snap(1)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).hint).toContain('Allow screenshots');
});

/** Screenshots as they are taken; `on` are the triggers switched on. */
function automatic(on: Trigger[], isLoading = () => false) {
  const clock = new FakeClock();
  let now = 0;
  const taken: PendingScreenshot[] = [];
  /** How long the next pictures take to be taken. */
  const slowMs: number[] = [];
  /** Whether the next pictures cannot be taken. */
  const failing: boolean[] = [];
  const room = new Automatic({
    after: clock.after,
    now: () => now,
    isOn: (trigger) => on.includes(trigger),
    isLoading: async () => isLoading(),
    take: async (pending) => {
      taken.push(pending);
      await new Promise<void>((resolve) => clock.after(slowMs.shift() ?? 0, resolve));
      return failing.shift() === true ? undefined : now;
    },
  });
  const pass = async (ms: number) => {
    for (let step = 0; step < ms; step += 50) {
      now += 50;
      await clock.pass(50);
      await settle();
    }
  };
  const log = (id: string, message: string, source = 'exception') => {
    const facts = [[id, source, message, []]] as const;
    room.received(1, true, { id: `b${id}`, kind: 'log', events: ['{}'], facts });
  };
  const act = (id: string, type: ActionType) => {
    room.received(1, true, { id: `b${id}`, kind: 'action', events: ['{}'], facts: [[id, type]] });
  };
  return { room, pass, taken, slowMs, failing, log, act };
}

test('an error is taken at once, the same one not again, another a second later', async () => {
  const { pass, taken, log } = automatic(['error']);
  log('e1', 'no tea');
  log('e2', 'no tea');
  log('e3', 'no cake');
  log('e4', '/missing.png', 'resource');
  await pass(200);
  expect(taken).toEqual([{ tab: 1, trigger: 'error', errorId: 'e1' }]);
  log('e5', 'no sugar');
  await pass(900);
  expect(taken).toHaveLength(1);
  await pass(200);
  expect(taken.slice(1)).toEqual([{ tab: 1, trigger: 'error', errorId: 'e5' }]);
  await pass(30_000);
  log('e6', 'no tea');
  await pass(200);
  expect(taken.at(-1)).toMatchObject({ errorId: 'e6' });
});

test('a picture that took its time is followed by another a second later, and by one only', async () => {
  const { pass, taken, slowMs, log, act } = automatic(['error', 'action']);
  slowMs.push(700);
  log('e1', 'no tea');
  await pass(200);
  log('e2', 'no cake');
  act('a1', 'click');
  await pass(1550);
  expect(taken).toHaveLength(1);
  await pass(300);
  expect(taken).toHaveLength(2);
  await pass(1100);
  expect(taken).toHaveLength(3);
});

test('a navigation settles from when the page is complete, and carries the name of its action', async () => {
  let isLoading = true;
  const { room, pass, taken, act } = automatic(['navigation'], () => isLoading);
  room.newDocument(1);
  act('a1', 'navigate');
  await pass(5000);
  expect(taken).toEqual([]);
  isLoading = false;
  room.loaded(1);
  await pass(900);
  expect(taken).toEqual([]);
  await pass(200);
  expect(taken).toEqual([{ tab: 1, trigger: 'navigation', actionId: 'a1' }]);
});

test('a document that is left takes the pending screenshots of its errors with it', async () => {
  const { room, pass, taken, log } = automatic(['action', 'error']);
  log('e1', 'gone');
  room.newDocument(1);
  await pass(2000);
  expect(taken).toEqual([]);
});

test('a click that leads to another document is taken when that one has settled', async () => {
  let isLoading = true;
  const { room, pass, taken, act } = automatic(['action'], () => isLoading);
  act('a1', 'click');
  room.newDocument(1);
  await pass(5000);
  expect(taken).toEqual([]);
  isLoading = false;
  room.loaded(1);
  await pass(900);
  expect(taken).toEqual([]);
  await pass(200);
  expect(taken).toEqual([{ tab: 1, trigger: 'action', actionId: 'a1' }]);
});

test('where navigations are taken as well, one picture shows where a click led', async () => {
  const { room, pass, taken, act } = automatic(['action', 'navigation']);
  act('a1', 'click');
  room.newDocument(1);
  await pass(5000);
  expect(taken).toEqual([{ tab: 1, trigger: 'navigation' }]);
});

test('an error whose picture could not be taken is taken when it comes again', async () => {
  const { room, pass, taken, failing, log } = automatic(['error']);
  failing.push(true);
  log('e1', 'no tea');
  await pass(2000);
  log('e2', 'no tea');
  await pass(2000);
  log('e3', 'no tea');
  await pass(2000);
  expect(taken.map(({ errorId }) => errorId)).toEqual(['e1', 'e2']);
  // Another was waiting when the document was left: nobody has seen it.
  log('e4', 'no cake');
  room.newDocument(1);
  log('e5', 'no cake');
  await pass(2000);
  log('e6', 'no tea');
  await pass(2000);
  expect(taken.map(({ errorId }) => errorId)).toEqual(['e1', 'e2', 'e5', 'e6']);
});

test('an entry of another level is not an error, whatever it holds', async () => {
  const { room, pass, taken } = automatic(['error']);
  const text = '{"level":"log","args":[{"level":"error"}],"source":"console","id":"e1"}';
  room.received(1, true, { id: 'b', kind: 'log', events: [text] });
  await pass(2000);
  expect(taken).toEqual([]);
});

test('what is switched off is not taken', async () => {
  const { room, pass, taken, act, log } = automatic([]);
  room.newDocument(1);
  act('a1', 'click');
  log('e1', 'no tea');
  await pass(3000);
  expect(taken).toEqual([]);
});
