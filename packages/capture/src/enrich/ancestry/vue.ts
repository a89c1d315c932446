// Components of Vue 3. In development an element knows its component; in production it must be searched for.
import {
  ANCESTRY_MAX_COMPONENTS,
  ANCESTRY_MAX_PROP_KEYS,
  ANCESTRY_MAX_STATE_KEYS,
  SEARCH_MAX_NODES,
} from '../../limits.js';
import { isArray, isFunction, isObject } from '../../values/plain.js';
import type { Component } from './index.js';
import { counted, fileName, firstName, isElement, member, namesIn, type IsSpent } from '../look.js';

/** Leaf first. */
export function vueAncestry(element: Element, isSpent: IsSpent): Component[] {
  const found: Component[] = [];
  let instance = instanceOf(element, counted(isSpent, SEARCH_MAX_NODES));
  while (isObject(instance) && found.length < ANCESTRY_MAX_COMPONENTS) {
    found.push(describe(instance));
    instance = member(instance, 'parent');
  }
  return found;
}

/** The component that made an element. */
function instanceOf(element: Element, isSpent: IsSpent): unknown {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const known = member(at, '__vueParentComponent');
    if (isObject(known)) return known;
    const root = member(at, '_vnode');
    if (isObject(root)) return search(root, element, isSpent);
  }
  return undefined;
}

/**
 * The innermost component below `node` that holds the element. A fragment has an empty text for its
 * element, so only elements can say that they do not hold it.
 */
function search(node: unknown, element: Element, isSpent: IsSpent): unknown {
  if (!isObject(node) || isSpent()) return undefined;
  const own = member(node, 'el');
  const instance = member(node, 'component');
  if (instance) {
    const inner = search(member(instance, 'subTree'), element, isSpent);
    return inner ?? (isObject(own) && holds(own, element) ? instance : undefined);
  }
  // What is teleported stands elsewhere; its element is only the place it would have stood.
  const isElsewhere = member(node, 'target') !== null && member(node, 'target') !== undefined;
  if (isElement(own) && !isElsewhere && !holds(own, element)) return undefined;
  const branch = member(node, 'suspense', 'activeBranch');
  if (branch) return search(branch, element, isSpent);
  const children = member(node, 'children');
  if (!isArray(children)) return undefined;
  for (const child of children) {
    const found = search(child, element, isSpent);
    if (found) return found;
  }
  return undefined;
}

function holds(outer: object, inner: Element): boolean {
  return isElement(outer) && outer.contains(inner);
}

function describe(instance: object): Component {
  const type = member(instance, 'type');
  const name = firstName(
    member(type, 'name'),
    member(type, '__name'),
    fileName(member(type, '__file')),
  );
  const component: Component = { name: name ?? 'Anonymous' };
  const propKeys = namesIn(member(instance, 'props'), ANCESTRY_MAX_PROP_KEYS);
  if (propKeys.length > 0) component.propKeys = propKeys;
  const stateKeys = [...setupKeys(instance), ...namesIn(member(instance, 'data'), Infinity)];
  if (stateKeys.length > 0) {
    component.hasState = true;
    component.stateKeys = stateKeys.slice(0, ANCESTRY_MAX_STATE_KEYS);
  }
  return component;
}

/** What `setup` returned, but for functions and components. Refs are not read: a getter may be behind. */
function setupKeys(instance: object): string[] {
  const shown = member(instance, 'setupState');
  const raw = member(instance, 'devtoolsRawSetupState') ?? member(shown, '__v_raw') ?? shown;
  return namesIn(raw, Infinity).filter((name) => {
    const value = member(raw, name);
    return !isFunction(value) && !isComponent(value) && !name.startsWith('__');
  });
}

function isComponent(value: unknown): boolean {
  return ['setup', 'render', '__file'].some((name) => member(value, name) !== undefined);
}
