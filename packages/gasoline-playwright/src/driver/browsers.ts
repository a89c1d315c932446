// Every context that a worker opens, however it is opened: by a fixture, a test or a hook.
import type { Browser, BrowserContext, BrowserType } from '@playwright/test';

/** What is told of contexts. Both are waited for; neither may keep the test from going on. */
export interface ContextListener {
  opened(context: BrowserContext): Promise<void>;
  closing(context: BrowserContext): Promise<void>;
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** Watches the browsers of these types from here on. Gives the way back. */
export function watchBrowsers(
  types: readonly BrowserType[],
  listener: ContextListener,
): () => void {
  const undo: (() => void)[] = [];
  const met = new WeakSet<object>();
  const once = (thing: object): boolean => !met.has(thing) && Boolean(met.add(thing));

  const context = async (opened: BrowserContext): Promise<void> => {
    if (!once(opened)) return;
    undo.push(before(opened, 'close', () => listener.closing(opened)));
    await listener.opened(opened);
  };
  const browser = async (launched: Browser): Promise<void> => {
    if (!once(launched)) return;
    undo.push(after<BrowserContext>(launched, 'newContext', context));
    for (const opened of launched.contexts()) await context(opened);
  };
  for (const type of types) {
    for (const name of ['launch', 'connect', 'connectOverCDP']) {
      undo.push(after<Browser>(type, name, browser));
    }
    undo.push(after<BrowserContext>(type, 'launchPersistentContext', context));
  }
  return () => undo.toReversed().forEach((step) => step());
}

/** Calls `then` with what a method gave, before its caller has it. */
function after<T>(owner: object, name: string, then: (given: T) => Promise<void>): () => void {
  return replace(owner, name, (original) => {
    return async function (this: unknown, ...args: unknown[]) {
      const given = await original.apply(this, args);
      await quietly(then(given as T));
      return given;
    };
  });
}

function before(owner: object, name: string, first: () => Promise<void>): () => void {
  return replace(owner, name, (original) => {
    return async function (this: unknown, ...args: unknown[]) {
      await quietly(first());
      return original.apply(this, args);
    };
  });
}

/** Puts a method of its own on one object; its class stays as it is. */
function replace(owner: object, name: string, make: (original: Method) => Method): () => void {
  const methods = owner as Record<string, Method>;
  const original = methods[name];
  if (typeof original !== 'function') return () => {};
  methods[name] = make(original);
  return () => Reflect.deleteProperty(methods, name);
}

async function quietly(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch {
    // The test goes on as without us.
  }
}
