// Looking into values of the page without trusting them: whatever throws is not there.
import { COMPONENT_NAME_MAX_CHARS } from '../limits.js';
import { isFunction, isObject, isString, keys } from '../values/plain.js';
import { clip } from '../values/serialize.js';

/** Whether the time or the number of steps that something may take is used up. */
export type IsSpent = () => boolean;

/** `member(fiber, 'memoizedProps', 'store')`: undefined where anything on the way is missing or throws. */
export function member(value: unknown, ...names: string[]): unknown {
  let found = value;
  try {
    for (const name of names) {
      if (!isObject(found) && !isFunction(found)) return undefined;
      found = (found as Record<string, unknown>)[name];
    }
  } catch {
    return undefined;
  }
  return found;
}

/** Whether it is an object with such a member. */
export function has(value: unknown, name: string): value is object {
  try {
    return isObject(value) && name in value;
  } catch {
    return false;
  }
}

/** Names of members, none of what is no object. */
export function namesIn(value: unknown, most: number): string[] {
  try {
    if (!isObject(value)) return [];
    return keys(value)
      .slice(0, most)
      .map((name) => clip(name, COMPONENT_NAME_MAX_CHARS));
  } catch {
    return [];
  }
}

/** The first of these that is a name. */
export function firstName(...candidates: unknown[]): string | undefined {
  const name = candidates.find((candidate) => isString(candidate) && candidate !== '');
  return name === undefined ? undefined : clip(String(name), COMPONENT_NAME_MAX_CHARS);
}

/** `src/routes/Cart.svelte` → `Cart`. */
export function fileName(path: unknown): string | undefined {
  return isString(path) ? /([^/\\]+?)(?:\.\w+)?$/.exec(path)?.[1] : undefined;
}

/** Calls a method of the page's; undefined when there is none or it throws. */
export function ask(value: unknown, name: string): unknown {
  const method = member(value, name);
  try {
    return isFunction(method) ? (Reflect.apply(method, value, []) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

export function hasMethods(value: unknown, ...names: string[]): boolean {
  return names.every((name) => isFunction(member(value, name)));
}

/** An element of any window. */
export function isElement(value: unknown): value is Element {
  return member(value, 'nodeType') === 1;
}

/** Stops after so many questions, besides what else says stop. */
export function counted(isSpent: IsSpent, most: number): IsSpent {
  let left = most;
  return () => left-- <= 0 || isSpent();
}
