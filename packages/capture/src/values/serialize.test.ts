// Any value becomes bounded plain JSON, and never an exception.
import { describe, expect, test } from 'vitest';
import { serialize } from './serialize.js';

// Another realm. The package knows no Node, and its tests only this much of it.
const node: string = 'node:vm';
const { runInNewContext } = (await import(/* @vite-ignore */ node)) as {
  runInNewContext(code: string): unknown;
};

const cases: [string, unknown, unknown][] = [
  ['a string', 'a', 'a'],
  ['a number', -1.5, -1.5],
  ['numbers without JSON', [NaN, Infinity, -Infinity], ['NaN', 'Infinity', '-Infinity']],
  ['null and undefined', [null, undefined], [null, 'undefined']],
  ['a big integer', 12n, '12n'],
  ['a symbol', Symbol('s'), 'Symbol(s)'],
  ['a function', function named() {}, '[Function: named]'],
  ['an anonymous function', (() => () => {})(), '[Function]'],
  ['a class', Map, '[Function: Map]'],
  ['a Map', new Map<unknown, unknown>([[1, { a: 2 }]]), { '[Map]': [[1, { a: 2 }]] }],
  ['a Set', new Set(['a']), { '[Set]': ['a'] }],
  ['a typed array', new Uint8Array([1, 2]), { '[Uint8Array]': [1, 2] }],
  ['an ArrayBuffer', new ArrayBuffer(8), '[ArrayBuffer: 8 bytes]'],
  ['a DataView', new DataView(new ArrayBuffer(3)), '[DataView: 3 bytes]'],
  ['a Blob', new Blob(['abc']), '[Blob: 3 bytes]'],
  ['a Date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['an invalid Date', new Date(NaN), 'Invalid Date'],
  ['a RegExp', /a+/g, '/a+/g'],
  ['a Promise', Promise.resolve(1), '[Promise]'],
  ['a WeakMap', new WeakMap(), '[WeakMap]'],
  [
    'boxed primitives',
    [new Number(1), new String('s'), Object(false), Object(1n)],
    [1, 's', false, '1n'],
  ],
  ['a URL by its toJSON', new URL('http://a/b'), 'http://a/b'],
  ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ['a hole', Object.assign([1], { length: 2 }), [1, 'undefined']],
  ['own __proto__', JSON.parse('{"__proto__": {"x": 1}}'), JSON.parse('{"__proto__": {"x": 1}}')],
  ['members named like methods', { toString: 1, constructor: 2 }, { toString: 1, constructor: 2 }],
  ['a foreign Map', runInNewContext('new Map([[1, 2]])'), { '[Map]': [[1, 2]] }],
  ['a foreign Date', runInNewContext('new Date(0)'), '1970-01-01T00:00:00.000Z'],
  [
    'a pretended Map',
    {
      get [Symbol.toStringTag]() {
        return 'Map';
      },
      a: 1,
    },
    { a: 1 },
  ],
];

test.each(cases)('%s', (_name, value, expected) => {
  expect(serialize(value)).toEqual(expected);
});

class Point {
  x = 1;
  get y(): number {
    throw new Error('no');
  }
}

describe('objects', () => {
  test('say their class', () => {
    expect(serialize(new Point())).toEqual({ '[class]': 'Point', x: 1 });
  });

  test('may contain themselves, and the same thing twice', () => {
    const shared = { a: 1 };
    const circle: Record<string, unknown> = { one: shared, two: shared };
    circle['self'] = circle;
    expect(serialize(circle)).toEqual({ one: { a: 1 }, two: { a: 1 }, self: '[Circular]' });
  });

  test('that throw when read are told so, member by member', () => {
    const half = {
      get bad(): never {
        throw new Error('no');
      },
      good: 1,
    };
    expect(serialize(half)).toEqual({ bad: '[Unreadable]', good: 1 });
  });

  test('behind hostile and revoked proxies do no harm', () => {
    const traps = ['get', 'ownKeys', 'getPrototypeOf', 'has', 'getOwnPropertyDescriptor'] as const;
    for (const trap of traps) {
      const hostile = new Proxy(
        { a: 1 },
        {
          [trap]: () => {
            throw new Error('trap');
          },
        },
      );
      expect(() => JSON.stringify(serialize({ hostile }))).not.toThrow();
    }
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    expect(serialize({ proxy })).toEqual({ proxy: '[Unreadable]' });
  });

  test('with a toJSON that gives ever new objects come to an end', () => {
    const endless = { toJSON: (): unknown => ({ ...endless }) };
    expect(JSON.stringify(serialize(endless)).length).toBeLessThan(100);
  });
});

describe('errors', () => {
  test('keep name, message, stack, cause and what was put on them', () => {
    const error = Object.assign(new TypeError('outer', { cause: new Error('inner') }), { code: 7 });
    expect(serialize(error)).toMatchObject({
      name: 'TypeError',
      message: 'outer',
      stack: expect.stringContaining('TypeError: outer'),
      cause: { name: 'Error', message: 'inner' },
      code: 7,
    });
  });

  test('of an AggregateError are all there', () => {
    const error = new AggregateError([new Error('a'), 'b'], 'both');
    expect(serialize(error)).toMatchObject({ errors: [{ message: 'a' }, 'b'] });
  });

  test('of another realm are errors too', () => {
    expect(serialize(runInNewContext('new RangeError("far")'))).toMatchObject({
      name: 'RangeError',
      message: 'far',
    });
  });

  test('that are their own cause come to an end', () => {
    const error = new Error('loop');
    error.cause = error;
    expect(serialize(error)).toMatchObject({ cause: '[Circular]' });
  });
});

describe('limits', () => {
  test('cut strings with the mark', () => {
    expect(serialize('word '.repeat(2049))).toBe(`${'word '.repeat(2048)}... [truncated]`);
  });

  test('keep 100 items and say how many more there are', () => {
    const list = serialize(Array.from({ length: 250 }, (_, n) => n)) as unknown[];
    expect(list).toHaveLength(101);
    expect(list.at(-1)).toBe('... 150 more');
    expect(serialize(new Set(Array.from({ length: 250 }, (_, n) => n)))).toMatchObject({
      '[Set]': expect.arrayContaining(['... 150 more']),
    });
  });

  test('keep 50 members and say how many more there are', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, n]));
    const kept = serialize(many) as Record<string, unknown>;
    expect(Object.keys(kept)).toHaveLength(51);
    expect(kept['[more]']).toBe(10);
  });

  test('keep ten levels', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 20; level++) deep = { deep };
    const text = JSON.stringify(serialize(deep));
    expect(text.match(/deep/g)).toHaveLength(10);
    expect(text).toContain('[Object]');
  });

  test('bound what a wide tree costs', () => {
    const wide = (levels: number): unknown =>
      levels === 0 ? 'x'.repeat(100) : Array.from({ length: 50 }, () => wide(levels - 1));
    const text = JSON.stringify(serialize(wide(3)));
    expect(text.length).toBeLessThan(120_000);
  });
});

test('whatever is put together at random becomes JSON, and always the same', () => {
  let seed = 7;
  const random = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % most;
  };
  const leaves = cases.map(([, value]) => value);
  const grow = (levels: number): unknown => {
    const kind = random(levels > 0 ? 6 : 1);
    const parts = () => Array.from({ length: random(5) }, () => grow(levels - 1));
    if (kind === 1) return parts();
    if (kind === 2) return new Map(parts().map((part) => [part, part]));
    if (kind === 3) return new Proxy(Object.assign(new Point(), parts()), {});
    if (kind === 4) return Object.assign(new Error('e'), { parts: parts() });
    if (kind === 5) return { '': parts(), ['x'.repeat(300)]: grow(levels - 1) };
    return leaves[random(leaves.length)];
  };
  for (let round = 0; round < 300; round++) {
    const value = grow(5);
    const once = JSON.stringify(serialize(value));
    expect(typeof once).toBe('string');
    expect(JSON.stringify(serialize(value))).toBe(once);
  }
});
