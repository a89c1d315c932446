// What is known only while an error happens: the component at work, and what the user touched last.
import type { CaptureContext } from '../context.js';
import { FIBERS_MAX, MOMENTS_MAX, PIPELINE_MAX_MS, TOUCHED_MAX_AGE_MS } from '../limits.js';
import type { LogEntry } from '../protocol.generated.js';
import { listenAll, type Listening } from '../realm/listeners.js';
import { together, type Uninstall } from '../realm/patch.js';
import type { Reporter } from '../report.js';
import { keys } from '../values/plain.js';
import { currentFiber, standInForDevtools } from './react-hook.js';

/** A node of React's tree, as far as it is used. */
export interface Fiber {
  type?: unknown;
  tag?: number;
  return?: Fiber | null;
  child?: Fiber | null;
  sibling?: Fiber | null;
  alternate?: Fiber | null;
  memoizedProps?: unknown;
  memoizedState?: unknown;
  stateNode?: unknown;
  _debugOwner?: Fiber | null;
}

/** An error that was sent, and what there was around it. */
export interface Moment {
  readonly entry: LogEntry;
  readonly at: number;
  /** From the element that was touched last, or has the focus, up to the window. */
  readonly way: readonly EventTarget[];
  /** Copies, leaf first: React empties the nodes of what it takes down, and an error takes much down. */
  readonly fibers: readonly Fiber[];
}

/** Errors that wait to be looked into; the hooks put them here, enrichment takes them out. */
export interface Moments {
  readonly waiting: Set<Moment>;
  /** Called after one was put in, once enrichment is there. */
  heard?: () => void;
}

const TOUCHES = ['pointerdown', 'click', 'keydown', 'input', 'change', 'submit'];

/** Remembers the moment of each error. Costs nothing until there is one, but a note for each touch. */
export function hookMoments(context: CaptureContext, reporter: Reporter): Uninstall {
  const { page, natives, settings, moments, now } = context;
  const { waiting } = moments;
  /** The way from each touched element up: what is taken down by an error has lost it. */
  const ways = new WeakMap<object, EventTarget[]>();
  let touched: WeakRef<EventTarget> | undefined;
  let touchedAt = 0;

  const touch = (event: Event) => {
    const way = event.composedPath();
    const [target] = way;
    if (!target) return;
    ways.set(target, way);
    touched = new WeakRef(target);
    touchedAt = now();
  };

  reporter.sent = (entry) => {
    if (!settings.aiContext || waiting.size >= MOMENTS_MAX) return;
    const at = now();
    const last = at - touchedAt < TOUCHED_MAX_AGE_MS ? touched?.deref() : undefined;
    const { activeElement, documentElement } = page.document;
    const way = (last && ways.get(last)) ?? [activeElement ?? documentElement];
    const busy: Fiber | undefined = currentFiber(page);
    const moment: Moment = {
      entry,
      at,
      way,
      fibers: above(busy ? [busy] : way.map(fiberOf)),
    };
    waiting.add(moment);
    // Nobody may come to look: what is remembered of the page must not stay.
    natives.setTimeout(() => waiting.delete(moment), PIPELINE_MAX_MS);
    moments.heard?.();
  };

  const listening = TOUCHES.map((type): Listening => [type, touch, true]);
  return together([standInForDevtools(page), listenAll(context, page, listening)]);
}

/** React's node for an element: `__reactFiber$…`, before version 17 `__reactInternalInstance$…`. */
export function fiberOf(element: object): Fiber | undefined {
  const name = keys(element).find((key) => /^__react(Fiber|InternalIn)/.test(key));
  return name ? (element as Record<string, Fiber>)[name] : undefined;
}

/** The nodes and all above them, each once. A node comes in two versions, which know each other. */
function above(starts: (Fiber | undefined)[]): Fiber[] {
  const seen = new Set<unknown>();
  for (let fiber of starts as (Fiber | null | undefined)[]) {
    while (fiber && !seen.has(fiber) && !seen.has(fiber.alternate) && seen.size < FIBERS_MAX) {
      seen.add(fiber);
      fiber = fiber.return ?? fiber['_debugOwner'];
    }
  }
  return [...(seen as Set<Fiber>)].map((fiber) => ({ ...fiber }));
}
