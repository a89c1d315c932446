// React tells renderers to whoever stands where its developer tools would; we stand there when they do not.
import type { Page } from '../context.js';
import type { Uninstall } from '../realm/patch.js';
import { defineProperty, getPrototypeOf } from '../values/plain.js';

const NAME = '__REACT_DEVTOOLS_GLOBAL_HOOK__';

/** What React gives its tools. Only development builds say which component is at work. */
interface Renderer {
  getCurrentFiber?: () => object | null;
}

interface Hook {
  renderers?: Map<number, Renderer>;
}

function ignore(): void {}

/**
 * Stands in for the tools, on the prototype of the window: the real ones look only for a property
 * of the window itself, put theirs there, and hide ours. What finds us may write to us and wrap us,
 * as the refreshers of dev servers do.
 */
export function standInForDevtools(page: Page): Uninstall {
  if (NAME in page) return () => {};
  const renderers = new Map<number, Renderer>();
  const hook = {
    renderers,
    supportsFiber: true,
    inject: (renderer: Renderer) => renderers.set(renderers.size + 1, renderer).size,
    // React 16 calls these without asking whether they are there.
    onCommitFiberRoot: ignore,
    onCommitFiberUnmount: ignore,
  };
  const owner = getPrototypeOf(page) as object;
  defineProperty(owner, NAME, { value: hook, writable: true, configurable: true });
  return () => Reflect.deleteProperty(owner, NAME);
}

/** The component React is busy with at this moment; undefined in production. */
export function currentFiber(page: Page): object | undefined {
  const { renderers } = (page as { [NAME]?: Hook })[NAME] ?? {};
  for (const [, renderer] of renderers ?? []) {
    const fiber = renderer.getCurrentFiber?.();
    if (fiber) return fiber;
  }
  return undefined;
}
