// How a page load performs: web vitals, long tasks, what was loaded.
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { CaptureContext } from '../../context.js';
import { PERFORMANCE_AFTER_LOAD_MS, PERFORMANCE_EVERY_MS } from '../../limits.js';
import { listenAll } from '../../realm/listeners.js';
import type { Uninstall } from '../../realm/patch.js';
import type { LongTasks, PerformanceSnapshot, Timing } from '../../protocol.generated.js';
import { Resources, type Resource } from './resources.js';

const { stringify } = JSON;

/** A task is long from here on, and what goes beyond it blocks. */
const LONG_TASK_MS = 50;

/** `id` is the page load's: a later snapshot of the same load takes the earlier one's place. */
interface Load extends PerformanceSnapshot {
  id: string;
}

/**
 * Takes a snapshot two seconds after loading, and again whenever the numbers changed: while the page
 * lives now and then, and when it is hidden or left.
 */
export function hookPerformance(context: CaptureContext): Uninstall {
  const { page, natives, quietly, settings } = context;
  // Frames would tell of themselves under the path of another page.
  if (page !== page.parent) return () => {};
  const { performance, document } = page;
  const id = context.nextId();
  const url = page.location.pathname;
  const vitals: Timing = {};
  const tasks: Required<LongTasks> = { count: 0, totalBlockingTime: 0, longest: 0 };
  const resources = new Resources();
  let shift: number | undefined;
  let told = '';
  let timer: number | undefined;
  let isActive = true;

  const snapshot = (): Load => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const timing: Timing = { ...vitals };
    const since = (moment: number | undefined) =>
      moment ? Math.round(moment - (load?.activationStart ?? 0)) : undefined;
    const add = (name: keyof Timing, moment: number | undefined) => {
      const milliseconds = since(moment);
      if (milliseconds !== undefined) timing[name] = milliseconds;
    };
    add('domContentLoaded', load?.domContentLoadedEventEnd);
    add('load', load?.loadEventEnd);
    add('domInteractive', load?.domInteractive);
    const event: Load = { id, url, timestamp: context.now(), timing, longTasks: { ...tasks } };
    event.network = resources.totals();
    if (shift !== undefined) event.cumulativeLayoutShift = shift;
    return event;
  };

  /** Sends a snapshot unless it would say the same as the last. */
  const tell = () => {
    if (!isActive || settings.paused || !settings.performance) return;
    const event = snapshot();
    const said = stringify([event.timing, shift, tasks, event.network?.requestCount]);
    if (said === told) return;
    told = said;
    context.emit('performance', event);
  };
  const tellIn = (milliseconds: number) => {
    timer ??= natives.setTimeout(() => {
      timer = undefined;
      quietly(tell);
    }, milliseconds);
  };

  /** A number changed. Before the first snapshot there is nothing to correct. */
  const changed = () => {
    if (told !== '') tellIn(PERFORMANCE_EVERY_MS);
  };
  const vital = (name: keyof Timing) => (metric: { value: number }) => {
    vitals[name] = Math.round(metric.value);
    changed();
  };
  const always = { reportAllChanges: true };
  quietly(() => {
    onTTFB(vital('timeToFirstByte'));
    onFCP(vital('firstContentfulPaint'));
    onLCP(vital('largestContentfulPaint'), always);
    onINP(vital('interactionToNextPaint'), always);
    onCLS((metric) => {
      shift = Math.round(metric.value * 10_000) / 10_000;
      changed();
    }, always);
  });

  const observe = (type: string, see: (entry: PerformanceEntry) => void) => {
    const observer = new page.PerformanceObserver((list) =>
      quietly(() => list.getEntries().forEach(see)),
    );
    observer.observe({ type, buffered: true });
    return observer;
  };
  const observers = [
    observe('longtask', ({ duration }) => {
      tasks.count++;
      tasks.totalBlockingTime += Math.round(Math.max(0, duration - LONG_TASK_MS));
      tasks.longest = Math.max(tasks.longest, Math.round(duration));
    }),
    observe('resource', (entry) => {
      if (!context.isOwn(entry.name)) resources.add(entry as PerformanceEntry & Resource);
    }),
  ];

  // The library settles its numbers in the capture phase of the same event: ours come after it.
  const unlisten = listenAll(context, page, [
    ['load', () => tellIn(PERFORMANCE_AFTER_LOAD_MS)],
    ['visibilitychange', () => document.visibilityState === 'hidden' && tell()],
    ['pagehide', tell],
  ]);
  if (document.readyState === 'complete') tellIn(PERFORMANCE_AFTER_LOAD_MS);
  return () => {
    isActive = false;
    for (const observer of observers) observer.disconnect();
    unlisten();
  };
}
