// Trees made by hand, as frameworks leave them in a page.
import type { Fiber, Moment } from './moments.js';

/** A function that is called so. */
export function component(name: string): () => void {
  return Object.defineProperty(() => {}, 'name', { value: name });
}

/** Leaf first, as a moment holds them; hooks are given as the list React keeps. */
export function fibers(...members: Fiber[]): Fiber[] {
  return members;
}

/** The hooks of a function component, linked in their order. */
export function hooks(...states: object[]): unknown {
  return states.reduceRight<unknown>((next, state) => ({ ...state, next }), null);
}

export function moment(members: Partial<Moment> = {}): Moment {
  const entry = {
    level: 'error' as const,
    message: 'broken',
    source: 'exception' as const,
    id: 'e1',
  };
  return { entry, at: 0, way: [], fibers: [], ...members };
}

export const never = (): boolean => false;

function bite(): never {
  throw new Error('bitten');
}

/** Whoever touches it is bitten. */
export function cruel(): object {
  return new Proxy({}, { get: bite, ownKeys: bite, has: bite, getOwnPropertyDescriptor: bite });
}
