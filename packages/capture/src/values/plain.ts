// Functions of the language, taken before a page can replace them, and questions about values.

export const { keys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Object;
export const { apply, construct } = Reflect;
export const { isArray } = Array;
/** What every plain object inherits from. */
export const objects = Object.prototype;

type AnyFunction = (...args: never[]) => unknown;

/** `f.call` without looking `call` up: a function of `this` becomes a function of its first argument. */
export function unbound<A extends unknown[], R>(method: AnyFunction): (...args: A) => R {
  return Function.prototype.call.bind(method) as unknown as (...args: A) => R;
}

/** `[object Map]`: the same in every realm. */
export const tagOf = unbound<[unknown], string>(objects.toString);

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Anything with members, except functions. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function isFunction(value: unknown): value is (...args: never[]) => unknown {
  return typeof value === 'function';
}
