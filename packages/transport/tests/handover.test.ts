// What one page leaves and the next takes, whatever the storage is like.
import { expect, test } from 'vitest';
import { createHandover } from '../src/handover.js';
import { MemoryStorage, parcel } from './support.js';

const KEY = '__gasoline';

function open(storage: object) {
  return createHandover({ sessionStorage: storage as Storage });
}

test('the next page takes what was left, once', () => {
  const storage = new MemoryStorage();
  const left = [parcel('{"a":"é\\""}', 3), { ...parcel('{}'), kind: 'network' as const }];
  expect(open(storage).leave(left)).toEqual([]);
  const next = open(storage);
  const [first, second] = next.take();
  expect(first).toEqual(left[0]);
  expect(second?.path).toBe('/network-bodies');
  expect(next.take()).toEqual([]);
  expect(storage.kept.size).toBe(0);
});

test('a page with nothing left touches no storage', () => {
  const storage = new MemoryStorage();
  open(storage).leave([]);
  expect(storage.kept.size).toBe(0);
});

test('two frames of an origin leave together', () => {
  const storage = new MemoryStorage();
  open(storage).leave([parcel('a')]);
  open(storage).leave([parcel('b')]);
  const bodies = open(storage)
    .take()
    .map(({ body }) => body);
  expect(bodies).toEqual(['a', 'b']);
});

test('beyond a million characters the oldest find no room', () => {
  const storage = new MemoryStorage();
  const left = Array.from({ length: 12 }, (_, n) => parcel(`${n} `.padEnd(100_000, 'x')));
  const given = open(storage).leave(left);
  expect(given.map(({ body }) => body.slice(0, 2))).toEqual(['0 ', '1 ']);
  expect(open(storage).take()).toHaveLength(10);
});

test('a storage the page has almost filled takes the newest', () => {
  const storage = new MemoryStorage();
  const set = storage.setItem;
  storage.setItem = (key, value) => {
    if (value.length > 30) throw new DOMException('full', 'QuotaExceededError');
    set(key, value);
  };
  const left = ['a', 'b', 'c', 'd'].map((letter) => parcel(letter.repeat(5)));
  const given = open(storage).leave(left);
  expect(given.map(({ body }) => body[0])).toEqual(['a', 'b', 'c']);
  expect(open(storage).take()).toEqual([left[3]]);
});

test('a storage that is forbidden keeps nothing and breaks nothing', () => {
  const page = {
    get sessionStorage(): Storage {
      throw new DOMException('opaque origin', 'SecurityError');
    },
  };
  const handover = createHandover(page);
  const left = [parcel('a'), parcel('b')];
  expect(handover.leave(left)).toEqual(left);
  expect(handover.take()).toEqual([]);
});

const angry = (): never => {
  throw new Error('no');
};

test('a storage that throws at everything breaks nothing', () => {
  const handover = open({ getItem: angry, setItem: angry, removeItem: angry });
  expect(handover.leave([parcel('a')])).toHaveLength(1);
  expect(handover.take()).toEqual([]);
});

test.each([
  'not json',
  'null',
  '7',
  '{}',
  '[1,null,[],["log"],["log","3","{}"],["nothing",1,"{}"],["toString",1,"{}"],["log",1,{}]]',
])("a page's own rubbish is passed over: %s", (rubbish) => {
  const storage = new MemoryStorage();
  storage.setItem(KEY, rubbish);
  expect(open(storage).take()).toEqual([]);
});

test('rubbish between what we left does not cost it', () => {
  const storage = new MemoryStorage();
  storage.setItem(KEY, '[["log",1,"a"],"rubbish",["log",2,"b"]]');
  expect(open(storage).take()).toEqual([parcel('a', 1), parcel('b', 2)]);
});
