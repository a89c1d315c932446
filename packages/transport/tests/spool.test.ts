// What one page leaves and the next takes, whatever the storage is like.
import { expect, test } from 'vitest';
import { createSpool } from '../src/spool.js';
import { MemoryStorage, delivery } from './support.js';

const KEY = '__gasoline';

function open(storage: object) {
  return createSpool({ sessionStorage: storage as Storage });
}

test('the next page takes what was left, once', () => {
  const storage = new MemoryStorage();
  const facts = [0, ['e1', 'console', 'no tea', []]] as const;
  const left = [
    { ...delivery('{"a":"é\\""}', 3), facts },
    { ...delivery('{}'), kind: 'network' as const },
  ];
  expect(open(storage).save(left)).toEqual([]);
  const next = open(storage);
  const [first, second] = next.load();
  expect(first).toEqual(left[0]);
  expect(second?.path).toBe('/network-bodies');
  expect(next.load()).toEqual([]);
  expect(storage.kept.size).toBe(0);
});

test('a page with nothing left touches no storage', () => {
  const storage = new MemoryStorage();
  open(storage).save([]);
  expect(storage.kept.size).toBe(0);
});

test('two frames of an origin leave together', () => {
  const storage = new MemoryStorage();
  open(storage).save([delivery('a')]);
  open(storage).save([delivery('b')]);
  const bodies = open(storage)
    .load()
    .map(({ body }) => body);
  expect(bodies).toEqual(['a', 'b']);
});

test('beyond a million characters the oldest find no room', () => {
  const storage = new MemoryStorage();
  const left = Array.from({ length: 12 }, (_, n) => delivery(`${n} `.padEnd(100_000, 'x')));
  const given = open(storage).save(left);
  expect(given.map(({ body }) => body.slice(0, 2))).toEqual(['0 ', '1 ']);
  expect(open(storage).load()).toHaveLength(10);
});

test('a storage the page has almost filled takes the newest', () => {
  const storage = new MemoryStorage();
  const set = storage.setItem;
  storage.setItem = (key, value) => {
    if (value.length > 30) throw new DOMException('full', 'QuotaExceededError');
    set(key, value);
  };
  const left = ['a', 'b', 'c', 'd'].map((letter) => delivery(letter.repeat(5)));
  const given = open(storage).save(left);
  expect(given.map(({ body }) => body[0])).toEqual(['a', 'b', 'c']);
  expect(open(storage).load()).toEqual([left[3]]);
});

test('a storage that is forbidden keeps nothing and breaks nothing', () => {
  const page = {
    get sessionStorage(): Storage {
      throw new DOMException('opaque origin', 'SecurityError');
    },
  };
  const spool = createSpool(page);
  const left = [delivery('a'), delivery('b')];
  expect(spool.save(left)).toEqual(left);
  expect(spool.load()).toEqual([]);
});

const angry = (): never => {
  throw new Error('no');
};

test('a storage that throws at everything breaks nothing', () => {
  const spool = open({ getItem: angry, setItem: angry, removeItem: angry });
  expect(spool.save([delivery('a')])).toHaveLength(1);
  expect(spool.load()).toEqual([]);
});

test.each([
  'not json',
  'null',
  '7',
  '{}',
  '[1,null,[],["d"],["d","log","3","{}"],["d","nothing",1,"{}"],["d","toString",1,"{}"],["d","log",1,{}],[1,"log",1,"{}"]]',
])("a page's own rubbish is passed over: %s", (rubbish) => {
  const storage = new MemoryStorage();
  storage.setItem(KEY, rubbish);
  expect(open(storage).load()).toEqual([]);
});

test('rubbish between what we left does not cost it', () => {
  const storage = new MemoryStorage();
  storage.setItem(KEY, '[["d1","log",1,"a",0],"rubbish",["d2","log",2,"b",7]]');
  const expected = [delivery('a', 1), delivery('b', 2)];
  expect(open(storage).load()).toEqual([
    { ...expected[0], id: 'd1' },
    { ...expected[1], id: 'd2' },
  ]);
});
