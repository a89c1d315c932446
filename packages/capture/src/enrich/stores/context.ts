// React's contexts around an error: what each provider above it provides.
import { isObject } from '../../values/plain.js';
import { componentName } from '../ancestry/react.js';
import { firstName, has, member } from '../look.js';
import type { Store } from './index.js';
import type { Trees } from './trees.js';

/** By the name of the context, else of the component that provides it. */
export function findReactContext({ above }: Trees): Store | undefined {
  const state: Record<string, unknown> = {};
  above.forEach((fiber, index) => {
    const type = member(fiber, 'type');
    // Version 19 renders the context itself, earlier ones its `Provider`.
    const context = member(type, '_context') ?? type;
    const props = member(fiber, 'memoizedProps');
    if (!has(context, '_currentValue') || !has(props, 'value')) return;
    const owner = above.slice(index + 1).find((one) => componentName(member(one, 'type')));
    const name = firstName(member(context, 'displayName'), componentName(member(owner, 'type')));
    const value = member(props, 'value');
    // The innermost of several is the one that was read.
    if (name && !(name in state) && isObject(value)) state[name] = value;
  });
  return Object.keys(state).length > 0 ? { source: 'react-context', state } : undefined;
}
