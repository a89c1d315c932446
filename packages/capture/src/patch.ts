// The only place that replaces a native.

/** Puts things back the way they were. Calling it twice is harmless. */
export type Uninstall = () => void;

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
  return replace(owner, name, (original, isActive) => {
    const apply = Reflect.apply;
    return new Proxy(original as Callable, {
      apply(target, self, args: unknown[]) {
        if (!isActive()) return apply(target, self, args as never[]);
        return around(self, args, () => apply(target, self, args as never[]));
      },
    });
  });
}

/**
 * Replaces a constructor. `seen` gets each new object after the page's own construction succeeded;
 * subclasses construct through us too, and stay what they are.
 */
export function patchConstructor(
  owner: object,
  name: string,
  seen: (made: object, args: unknown[]) => void,
): Uninstall {
  return replace(owner, name, (original, isActive) => {
    const construct = Reflect.construct;
    const proxy: object = new Proxy(original as Constructor, {
      construct(target, args: unknown[], newTarget) {
        // `new.target` must be the native for a plain `new`, or `made.constructor` would be a stranger.
        const made = construct(target, args as never[], newTarget === proxy ? target : newTarget);
        if (isActive()) seen(made as object, args);
        return made as object;
      },
    });
    return proxy;
  });
}

/** Replaces one property by what `make` returns, keeping its descriptor. */
function replace(
  owner: object,
  name: string,
  make: (original: object, isActive: () => boolean) => object,
): Uninstall {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || typeof original !== 'function') return () => {};
  let active = true;
  const ours = make(original, () => active);
  disguises.set(ours, disguises.get(original) ?? original);
  Object.defineProperty(owner, name, { ...descriptor, value: ours });
  return () => {
    active = false;
    const now = Object.getOwnPropertyDescriptor(owner, name);
    if (now?.value === ours) Object.defineProperty(owner, name, { ...now, value: original });
  };
}

/** Makes our wrappers print as the natives they stand for. Install it before any other patch. */
export function disguiseWrappers(functionPrototype: object): Uninstall {
  return replace(functionPrototype, 'toString', (original, isActive) => {
    const apply = Reflect.apply;
    return new Proxy(original as Callable, {
      apply(target, self: unknown, args: unknown[]) {
        const known = isActive() && typeof self === 'function' ? disguises.get(self) : undefined;
        return apply(target, known ?? self, args as never[]);
      },
    });
  });
}
