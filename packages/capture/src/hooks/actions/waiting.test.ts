// What waits is sent once, in order, with its last value.
import { expect, test } from 'vitest';
import { Waiting } from './waiting.js';

/** A clock that is turned by hand. */
function fixture() {
  let now = 0;
  let next = 1;
  const timers = new Map<number, { at: number; work: () => void }>();
  const told: string[] = [];
  const waiting = new Waiting<string>(
    {
      setTimeout(work, milliseconds) {
        timers.set(next, { at: now + milliseconds, work });
        return next++;
      },
      clearTimeout: (timer) => void timers.delete(timer),
    },
    (action) => told.push(`${now}: ${action}`),
  );
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const [timer, { at, work }] of timers) {
      if (at > now) continue;
      timers.delete(timer);
      work();
    }
  };
  const type = (value: string, about: unknown = 'field') =>
    waiting.start({
      is: 'typing',
      about,
      milliseconds: 500,
      restarts: true,
      told: () => [value],
    });
  const scroll = (value: string) =>
    waiting.start({ is: 'scroll', about: 'page', milliseconds: 500, told: () => [value] });
  return { waiting, told, pass, type, scroll };
}

test('typing is told once, with its last value, when it rests', () => {
  const { told, pass, type } = fixture();
  type('a');
  pass(400);
  type('ab');
  pass(400);
  type('abc');
  pass(499);
  expect(told).toEqual([]);
  pass(1);
  expect(told).toEqual(['1300: abc']);
});

test('another field sends the first at once', () => {
  const { told, type } = fixture();
  type('a', 'one');
  type('b', 'two');
  expect(told).toEqual(['0: a']);
});

test('scrolling is told every half second while it goes on', () => {
  const { told, pass, scroll } = fixture();
  for (let y = 0; y < 20; y++) {
    scroll(`${y}`);
    pass(100);
  }
  expect(told).toEqual(['500: 4', '1000: 9', '1500: 14', '2000: 19']);
});

test('what waits is sent before what flushes it, and only once', () => {
  const { waiting, told, pass, type } = fixture();
  type('a');
  waiting.flush();
  waiting.flush();
  pass(1000);
  expect(told).toEqual(['0: a']);
});

test('what is taken away is never sent', () => {
  const { waiting, told, pass, type } = fixture();
  type('a');
  expect(waiting.has('typing', 'field')).toBe(true);
  expect(waiting.take()?.told()).toEqual(['a']);
  expect(waiting.has('typing', 'field')).toBe(false);
  pass(1000);
  expect(told).toEqual([]);
});
