// The components around an error, root first: by whichever framework made the element.
import { ANCESTRY_MAX_CHARS, ANCESTRY_MAX_COMPONENTS } from '../../limits.js';
import { encode } from '../../values/encode.js';
import { reactAncestry, stackedAncestry } from './react.js';
import { svelteAncestry } from './svelte.js';
import { vueAncestry } from './vue.js';
import { isElement, type IsSpent } from '../look.js';
import type { Moment } from '../moments.js';

/** One component: what it is called, and the names of what it holds. Never a value. */
export interface Component {
  name: string;
  propKeys?: string[];
  hasState?: boolean;
  stateKeys?: string[];
}

export interface ComponentAncestry {
  framework: 'react' | 'vue' | 'svelte';
  components: Component[];
}

/** Undefined where no framework is, or none can be asked. */
export function ancestryOf(moment: Moment, isSpent: IsSpent): ComponentAncestry | undefined {
  // The element itself may have been taken down by the error; what stood above it tells a part.
  const elements = moment.way.filter(isElement);
  const byElement = (find: typeof vueAncestry): Component[] => {
    for (const element of elements) {
      const found = find(element, isSpent);
      if (found.length > 0 || isSpent()) return found;
    }
    return [];
  };
  const stacked = stackedAncestry(moment.entry);
  const walked = reactAncestry(moment.fibers);
  // React names the component that failed; the one that was touched may be another.
  const isSame = stacked.length === 0 || walked[0]?.name === stacked[0]?.name;
  return (
    bounded('react', isSame ? walked : stacked) ??
    bounded('vue', byElement(vueAncestry)) ??
    bounded('svelte', byElement(svelteAncestry))
  );
}

/** Finders tell the leaf first: the nearest are the ones to keep. */
function bounded(
  framework: ComponentAncestry['framework'],
  found: Component[],
): ComponentAncestry | undefined {
  if (found.length === 0) return undefined;
  const components = found.slice(0, ANCESTRY_MAX_COMPONENTS).toReversed();
  while (encode(components).length > ANCESTRY_MAX_CHARS) components.shift();
  return { framework, components };
}
