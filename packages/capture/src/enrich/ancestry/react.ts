// Components of React 16 to 19: by the nodes above the error, else by the names React printed.
import {
  ANCESTRY_MAX_COMPONENTS,
  ANCESTRY_MAX_PROP_KEYS,
  ANCESTRY_MAX_STATE_KEYS,
} from '../../limits.js';
import type { LogEntry } from '../../protocol.generated.js';
import { isArray, isFunction } from '../../values/plain.js';
import type { Component } from './index.js';
import { firstName, has, hasMethods, member, namesIn } from '../look.js';
import type { Fiber } from '../moments.js';

/**
 * Leaf first. Elements, fragments, providers and the like are no components.
 *
 * The nodes and what is told of them are bounded, so no clock is looked at: a machine that pauses
 * here would cost an error the components that it has.
 */
export function reactAncestry(fibers: readonly Fiber[]): Component[] {
  const found: Component[] = [];
  for (const fiber of fibers) {
    if (found.length === ANCESTRY_MAX_COMPONENTS) break;
    const name = componentName(member(fiber, 'type'));
    if (name !== undefined) found.push({ name, ...describe(fiber) });
  }
  return found;
}

/** `memo` and `forwardRef` wrap the function that has the name; undefined for what is no component. */
export function componentName(type: unknown): string | undefined {
  const inner = [
    type,
    member(type, 'type'),
    member(type, 'render'),
    member(type, 'type', 'render'),
  ];
  if (!inner.some(isFunction)) return undefined;
  const names = inner.flatMap((one) => [
    member(one, 'displayName'),
    isFunction(one) ? member(one, 'name') : undefined,
  ]);
  return firstName(...names) ?? 'Anonymous';
}

function describe(fiber: Fiber): Omit<Component, 'name'> {
  const described: Omit<Component, 'name'> = {};
  const propKeys = namesIn(member(fiber, 'memoizedProps'), ANCESTRY_MAX_PROP_KEYS + 1)
    .filter((name) => name !== 'children')
    .slice(0, ANCESTRY_MAX_PROP_KEYS);
  if (propKeys.length > 0) described.propKeys = propKeys;
  const states = statesOf(fiber);
  if (states.length > 0) described.hasState = true;
  const stateKeys = states.flatMap((state) =>
    isArray(state) ? [] : namesIn(state, ANCESTRY_MAX_STATE_KEYS),
  );
  if (stateKeys.length > 0) {
    described.stateKeys = [...new Set(stateKeys)].slice(0, ANCESTRY_MAX_STATE_KEYS);
  }
  return described;
}

/** A class has one; of hooks `useState` and `useReducer` have one each, and no name for it. */
function statesOf(fiber: Fiber): unknown[] {
  const first = member(fiber, 'memoizedState');
  if (hasMethods(member(fiber, 'stateNode'), 'setState', 'render')) return first ? [first] : [];
  return hooksOf(fiber)
    .filter((hook) => isFunction(member(hook, 'queue', 'dispatch')))
    .map((hook) => member(hook, 'memoizedState'));
}

const HOOKS_MAX = 100;

/** The hooks of a function component, in their order. */
export function hooksOf(fiber: Fiber): unknown[] {
  const hooks: unknown[] = [];
  let hook = member(fiber, 'memoizedState');
  while (has(hook, 'next') && hooks.length < HOOKS_MAX) {
    hooks.push(hook);
    hook = member(hook, 'next');
  }
  return hooks;
}

const FAILED = /The above error occurred in (?:the <([\w$.]+)>|one of your React) component/;

/** `    at Cart (http://localhost/app.js:7:3)`; before version 17 `    in Cart (created by App)`. */
const LINE = /^ +(?:at|in) ([A-Z][\w$.]*)(?: |$)/gm;

/** What React printed of the components around an error, leaf first. Only its development builds do. */
export function stackedAncestry({ message = '' }: Pick<LogEntry, 'message'>): Component[] {
  const failed = FAILED.exec(message);
  if (!failed) return [];
  const lines = [...message.matchAll(LINE)].map(([, name]) => name);
  const names = lines.length > 0 ? lines : [failed[1]];
  return names.flatMap((name) => (name ? [{ name }] : []));
}
