// What is tried again, when, and what is given up.
import { expect, test } from 'vitest';
import { createOutbox, type Outcome } from '../src/outbox.js';
import type { Parcel } from '../src/parcel.js';
import { ManualTiming, parcel, settle } from './support.js';

function open(answer: (item: Parcel) => Outcome | Promise<Outcome>) {
  const timing = new ManualTiming();
  const tried: { body: string; at: number }[] = [];
  const lost: string[] = [];
  const taken: boolean[] = [];
  const outbox = createOutbox<Parcel>({
    timing,
    async deliver(item) {
      tried.push({ body: item.body.slice(0, 8), at: timing.now });
      return answer(item);
    },
    lost: (item) => void lost.push(item.body),
    taken: (isBack) => void taken.push(isBack),
    mustWait: ({ body }, before) => body.startsWith('after') && before.length > 0,
  });
  return { timing, tried, lost, taken, outbox };
}

test('what is taken is forgotten', async () => {
  const { outbox, taken, lost } = open(() => 'taken');
  outbox.put(parcel('a'));
  expect(outbox.underWay()).toBe(1);
  await settle();
  expect(outbox.unsettled()).toEqual([]);
  expect([taken, lost]).toEqual([[false], []]);
});

test('what is refused is given up, not tried again', async () => {
  const { timing, outbox, lost, tried } = open(() => 'refused');
  outbox.put(parcel('a'));
  await timing.advance(60_000);
  expect([tried.length, lost]).toEqual([1, ['a']]);
});

test('while nobody is there, one is tried after 100, 500, 2000 and then every 5000 ms', async () => {
  const { timing, outbox, tried } = open(() => 'away');
  outbox.put(parcel('a'));
  await timing.advance(13_000);
  expect(tried.map(({ at }) => at)).toEqual([0, 100, 600, 2600, 7600, 12_600]);
});

test('a delivery that throws is a delivery to nobody', async () => {
  const { timing, outbox, tried } = open(() => Promise.reject(new TypeError('Failed to fetch')));
  outbox.put(parcel('a'));
  await timing.advance(100);
  expect(tried).toHaveLength(2);
});

test('a single one goes ahead after a failure, and the rest follow in order', async () => {
  let isThere = false;
  const { timing, outbox, tried, taken } = open(() => (isThere ? 'taken' : 'away'));
  for (const body of ['a', 'b', 'c']) outbox.put(parcel(body));
  await settle();
  expect(outbox.isAway()).toBe(true);
  outbox.put(parcel('d'));
  await timing.advance(100);
  expect(tried.map(({ body }) => body).join('')).toBe('abca');
  isThere = true;
  await timing.advance(500);
  expect(tried.map(({ body }) => body).join('')).toBe('abcaabcd');
  expect(taken).toEqual([true, false, false, false]);
  expect(outbox.isAway()).toBe(false);
});

test('back-off starts over after a success', async () => {
  const answers: Outcome[] = ['away', 'away', 'taken', 'away', 'taken'];
  const { timing, outbox, tried } = open(() => answers.shift() ?? 'taken');
  outbox.put(parcel('a'));
  await timing.advance(1000);
  outbox.put(parcel('b'));
  await timing.advance(1000);
  expect(tried.map(({ at }) => at)).toEqual([0, 100, 600, 1000, 1100]);
});

test('beyond 2,000 waiting events the oldest are given up', async () => {
  const { outbox, lost } = open(() => 'away');
  outbox.put(parcel('first', 50));
  await settle();
  for (let n = 0; n < 41; n++) outbox.put(parcel(String(n), 50));
  expect(lost).toEqual(['first', '0']);
});

test('beyond 2,000,000 waiting characters the oldest are given up', async () => {
  const { outbox, lost } = open(() => 'away');
  outbox.put(parcel('first'));
  await settle();
  for (let n = 0; n < 21; n++) outbox.put(parcel(`${n} `.padEnd(100_000, 'x')));
  expect(lost.map((body) => body.slice(0, 5))).toEqual(['first', `0 xxx`]);
});

test('what hangs does not pile up', () => {
  const { outbox, tried, lost } = open(() => new Promise<Outcome>(() => {}));
  for (let n = 0; n < 100; n++) outbox.put(parcel('x'.repeat(100_000)));
  expect(tried).toHaveLength(21);
  expect(lost).toHaveLength(100 - 21 - 20);
});

test('at the end everything that is accepted is tried, whatever the clock says', async () => {
  const { outbox, tried } = open(() => 'away');
  outbox.put(parcel('a'));
  await settle();
  outbox.put(parcel('b'));
  outbox.put(parcel('c'));
  outbox.rush((item) => item.body !== 'b');
  expect(tried.map(({ body }) => body)).toEqual(['a', 'a', 'c']);
});

test('what belongs to an earlier one goes after it', async () => {
  const answers: ((outcome: Outcome) => void)[] = [];
  const { outbox, tried } = open(() => new Promise((resolve) => void answers.push(resolve)));
  for (const body of ['a', 'after a', 'b']) outbox.put(parcel(body));
  await settle();
  expect(tried.map(({ body }) => body)).toEqual(['a', 'b']);
  for (const answer of answers.splice(0)) answer('taken');
  await settle();
  expect(tried.map(({ body }) => body)).toEqual(['a', 'b', 'after a']);
});
