// A page made for one test, and what is captured in it.
import { captureContext, type CaptureContext, type HookEvents, type Page } from './context.js';
import { takeNatives } from './realm/natives.js';
import { createExchanges, type Exchanges } from './network/exchange.js';
import { createReporter, type Reporter } from './report.js';
import { defaultSettings, type Settings } from './settings.js';

/** One captured event. */
export interface Caught {
  kind: keyof HookEvents;
  event: Record<string, unknown>;
}

export interface Fixture {
  page: Page;
  context: CaptureContext;
  settings: Settings;
  reporter: Reporter;
  exchanges: Exchanges;
  events: Caught[];
  /** The events of one kind. */
  of(kind: keyof HookEvents): Record<string, unknown>[];
  /** What the page's own console was called with. */
  printed: unknown[][];
  /** Moves the clock, and runs what was to happen until then. */
  pass(milliseconds: number): void;
  /** Tells the page that something happened to its window. */
  happen(type: string, members: Record<string, unknown>): void;
}

const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'assert', 'dir', 'table'];

/** `parts` are natives of the page that a test brings along. */
export function fixture(parts: Record<string, unknown> = {}): Fixture {
  const events: Caught[] = [];
  const printed: unknown[][] = [];
  const settings = defaultSettings();
  const timers = new Map<number, { at: number; work: () => void }>();
  let time = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
  let ids = 0;
  const console = Object.fromEntries(
    METHODS.map((name) => [name, (...args: unknown[]) => void printed.push(args)]),
  );
  const natives = takeNatives(globalThis as unknown as Page);
  const page = Object.assign(new EventTarget(), {
    console,
    Promise,
    Request: class extends Request {},
    Response: class extends Response {},
    PerformanceObserver: class {
      observe(): void {}
      disconnect(): void {}
    },
    MutationObserver: class {
      observe(): void {}
      disconnect(): void {}
    },
    Function,
    location: { href: 'http://localhost/page', origin: 'http://localhost' },
    ...parts,
  }) as unknown as Page;
  const context = captureContext({
    page,
    settings,
    own: ['http://own.test:7890'],
    sink: ([kind, text]) => {
      events.push({ kind, event: JSON.parse(text) as Record<string, unknown> });
    },
    natives: {
      ...natives,
      now: () => time,
      resolve: (address) => {
        try {
          return new URL(address, 'http://localhost/page').href;
        } catch {
          return undefined;
        }
      },
      setTimeout(work, milliseconds) {
        timers.set(++ids, { at: time + milliseconds, work });
        return ids;
      },
      clearTimeout: (timer) => void timers.delete(timer),
      soon: (work) => void timers.set(++ids, { at: time, work }),
    },
  });
  return {
    page,
    context,
    settings,
    reporter: createReporter(context),
    exchanges: createExchanges(context),
    events,
    of: (kind) => events.filter((caught) => caught.kind === kind).map(({ event }) => event),
    printed,
    pass(milliseconds) {
      time += milliseconds;
      for (const [id, { at, work }] of timers) {
        if (at > time) continue;
        timers.delete(id);
        work();
      }
    },
    happen: (type, members) => void page.dispatchEvent(Object.assign(new Event(type), members)),
  };
}
