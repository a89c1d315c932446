// Replaced natives behave like the originals, and go back to them.
import { expect, test, vi } from 'vitest';
import { disguiseWrappers, patchConstructor, patchGetter, patchMethod } from './patch.js';

test('a patched method keeps name, length, this, arguments, result and exceptions', () => {
  const owner = {
    add(this: { base: number }, a: number, b: number): number {
      if (a < 0) throw new RangeError('negative');
      return this.base + a + b;
    },
    base: 10,
  };
  const seen = vi.fn();
  patchMethod(owner, 'add', (_self, args, call) => {
    seen(args);
    return call();
  });
  expect([owner.add.name, owner.add.length, owner.add(1, 2)]).toEqual(['add', 2, 13]);
  expect(() => owner.add(-1, 0)).toThrow(new RangeError('negative'));
  expect(seen).toHaveBeenCalledTimes(2);
});

test('uninstalling restores the original and its descriptor', () => {
  const owner = { f: () => 1 };
  const before = Object.getOwnPropertyDescriptor(owner, 'f');
  const uninstall = patchMethod(owner, 'f', () => 2);
  expect(owner.f()).toBe(2);
  uninstall();
  uninstall();
  expect(Object.getOwnPropertyDescriptor(owner, 'f')).toEqual(before);
});

test('uninstalling leaves a wrapper the page added later in place', () => {
  const owner = { f: () => 'native' };
  const uninstall = patchMethod(owner, 'f', (_self, _args, call) => `ours(${String(call())})`);
  const ours = owner.f;
  const pages = () => `page(${ours()})`;
  owner.f = pages;
  uninstall();
  expect(owner.f).toBe(pages);
  expect(owner.f()).toBe('page(native)');
});

test('what is not there, or no function, is left alone', () => {
  const owner = { value: 1 };
  patchMethod(owner, 'value', () => 2)();
  patchMethod(owner, 'missing', () => 2)();
  expect(owner).toEqual({ value: 1 });
});

test('a patched getter is a getter', () => {
  class Owner {
    get body(): string {
      return 'native';
    }
  }
  const uninstall = patchGetter(
    Owner.prototype,
    'body',
    (_self, _args, call) => `${String(call())}!`,
  );
  expect(new Owner().body).toBe('native!');
  uninstall();
  expect(new Owner().body).toBe('native');
});

test('a patched constructor makes what the original makes, for subclasses too', () => {
  class Native {
    constructor(readonly value: number) {
      if (value < 0) throw new RangeError('negative');
    }
    static readonly OPEN = 1;
  }
  const owner: { Socket: typeof Native } = { Socket: Native };
  const seen = vi.fn();
  const uninstall = patchConstructor(owner, 'Socket', seen);
  const made = new owner.Socket(3);
  class Sub extends owner.Socket {}
  const sub = new Sub(4);
  expect([made.value, made instanceof owner.Socket, made.constructor === owner.Socket]).toEqual([
    3,
    true,
    true,
  ]);
  expect([sub instanceof Sub, sub.constructor === Sub, owner.Socket.OPEN]).toEqual([true, true, 1]);
  expect(() => new owner.Socket(-1)).toThrow('negative');
  expect(seen.mock.calls).toEqual([
    [made, [3]],
    [sub, [4]],
  ]);
  uninstall();
  expect([owner.Socket, Native.prototype.constructor]).toEqual([Native, Native]);
});

test('wrappers print as what they stand for', () => {
  const owner = { f: Array.prototype.map };
  const printed = owner.f.toString();
  const uninstall = disguiseWrappers(Function.prototype);
  patchMethod(owner, 'f', (_self, _args, call) => call());
  expect(owner.f.toString()).toBe(printed);
  expect(String(Function.prototype.toString)).toBe('function toString() { [native code] }');
  expect(() => Reflect.apply(Function.prototype.toString, {}, [])).toThrow(TypeError);
  uninstall();
  expect(owner.f.toString()).toBe('function () { [native code] }');
});
