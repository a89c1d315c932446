// The only place that replaces a native.
import {
  apply,
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isFunction,
} from '../values/plain.js';

/** Puts things back the way they were. Calling it twice is harmless. */
export type Uninstall = () => void;

/** One undo for many. */
export function together(uninstalls: Uninstall[]): Uninstall {
  return () => uninstalls.forEach((uninstall) => uninstall());
}

type Callable = (...args: never[]) => unknown;
type Constructor = abstract new (...args: never[]) => object;

/** How a patched method behaves: `call` is the original, already bound to `self` and `args`. */
export type Around = (self: unknown, args: unknown[], call: () => unknown) => unknown;

/** Natives that our wrappers pretend to be, for `Function.prototype.toString`. */
const disguises = new WeakMap<object, object>();

/**
 * Replaces a method with a wrapper around the original.
 *
 * A Proxy keeps name, length, `new`-lessness and own properties of the original by construction.
 *
 * The page may wrap our wrapper later, and putting the original back would then throw the page's
 * wrapper away. So uninstalling restores the original only while we are outermost; otherwise the
 * wrapper stays and passes every call straight through.
 */
export function patchMethod(owner: object, name: string, around: Around): Uninstall {
  return replace(owner, name, 'value', wrapper(around));
}

/** Watches the calls of a method, after they were made and did not throw. */
export function watchMethod(
  owner: object,
  name: string,
  seen: (self: object, args: unknown[], returned: unknown) => void,
): Uninstall {
  return patchMethod(owner, name, (self, args, call) => {
    const returned = call();
    seen(self as object, args, returned);
    return returned;
  });
}

/** Replaces the getter of a property in the same way. */
export function patchGetter(owner: object, name: string, around: Around): Uninstall {
  return replace(owner, name, 'get', wrapper(around));
}

function wrapper(around: Around): Make {
  return (original, isActive) =>
    new Proxy(original as Callable, {
      apply(target, self, args: unknown[]) {
        if (!isActive()) return apply(target, self, args as never[]);
        return around(self, args, () => apply(target, self, args as never[]));
      },
    });
}

/**
 * Replaces a constructor, on its owner and as `prototype.constructor`. `seen` gets each new object
 * after the page's own construction succeeded; subclasses construct through us too, and stay what
 * they are.
 */
export function patchConstructor(
  owner: object,
  name: string,
  seen: (made: object, args: unknown[]) => void,
): Uninstall {
  let ours: object | undefined;
  const unpatch = replace(owner, name, 'value', (original, isActive) => {
    ours = new Proxy(original as Constructor, {
      construct(target, args: unknown[], newTarget) {
        const made = construct(target, args as never[], newTarget === ours ? target : newTarget);
        if (isActive()) seen(made as object, args);
        return made as object;
      },
    });
    return ours;
  });
  const { prototype } = (ours ?? {}) as { prototype?: object };
  if (prototype === undefined) return unpatch;
  const unname = replace(prototype, 'constructor', 'value', (original) => ours ?? original);
  return together([unpatch, unname]);
}

/** Makes what stands in for the original. */
type Make = (original: object, isActive: () => boolean) => object;

/** Replaces one field of a property's descriptor by what `make` returns. */
function replace(owner: object, name: string, field: 'value' | 'get', make: Make): Uninstall {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  const original: unknown = descriptor?.[field];
  if (descriptor === undefined || !isFunction(original)) return () => {};
  let active = true;
  const ours = make(original, () => active);
  disguises.set(ours, disguises.get(original) ?? original);
  defineProperty(owner, name, { ...descriptor, [field]: ours });
  return () => {
    active = false;
    const now = getOwnPropertyDescriptor(owner, name);
    if (now?.[field] === ours) defineProperty(owner, name, { ...now, [field]: original });
  };
}

/** How a function prints that is a proxy, ours or not. */
const ANONYMOUS = 'function () { [native code] }';

/**
 * Makes our wrappers print as the natives they stand for. Install it before any other patch.
 *
 * A frame of the page has a `toString` of its own, and wrappers of its own: a wrapper that is not
 * known here is asked about where it comes from.
 */
export function disguiseWrappers(functionPrototype: object): Uninstall {
  return replace(functionPrototype, 'toString', 'value', (original, isActive) => {
    const ours: Callable = new Proxy(original as Callable, {
      apply(target, self: unknown, args: unknown[]) {
        if (!isActive() || !isFunction(self)) return apply(target, self, args as never[]);
        const printed = apply(target, disguises.get(self) ?? self, []);
        const home = printed === ANONYMOUS ? printerOf(self) : ours;
        return home && home !== ours ? apply(home, self, []) : printed;
      },
    });
    return ours;
  });
}

/** The `toString` of the realm a function was made in: that of the last prototype but one. */
function printerOf(self: object): Callable | undefined {
  let above = getPrototypeOf(self) as object | null;
  for (;;) {
    const next = above === null ? null : (getPrototypeOf(above) as object | null);
    if (above === null || next === null) return undefined;
    if (getPrototypeOf(next) === null) break;
    above = next;
  }
  const printer: unknown = getOwnPropertyDescriptor(above, 'toString')?.value;
  return isFunction(printer) ? printer : undefined;
}
