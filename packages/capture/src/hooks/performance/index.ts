// How a page load performs, and each change of route after it: web vitals, long tasks, what was loaded.
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { CaptureContext } from '../../context.js';
import { PERFORMANCE_AFTER_LOAD_MS, PERFORMANCE_EVERY_MS } from '../../limits.js';
import { listenAll } from '../../realm/listeners.js';
import type { Uninstall } from '../../realm/patch.js';
import type { PerformanceSnapshot, Timing } from '../../protocol.generated.js';
import { pathOf, watchInteractions } from './routes.js';
import { Visit, type TimedResource } from './visit.js';

const { stringify } = JSON;

/** `id` is the page load's: a later snapshot of the same load takes the earlier one's place. */
interface Load extends PerformanceSnapshot {
  id: string;
}

/** Vitals of one showing of the page: its load, or its return from the browser's cache. */
interface Shown {
  visit: Visit;
  navigationType: string;
  vitals: Timing;
  shift?: number;
}

/** What is used of a metric of the library. */
interface Metric {
  value: number;
  navigationType: string;
}

export interface PerformanceHook {
  uninstall: Uninstall;
  /** The page changed its address without loading. */
  moved(): void;
}

const RESTORED = 'back-forward-cache';

/**
 * Takes a snapshot two seconds after loading, and again whenever the numbers changed: while the page
 * lives now and then, and when it is hidden or left. A change of route has a snapshot of its own.
 */
export function hookPerformance(context: CaptureContext): PerformanceHook {
  const { page, natives, quietly, settings } = context;
  const { performance, document, location } = page;
  // Frames would tell of themselves under the path of another page; an empty page loads nothing.
  if (page !== page.parent || location.protocol === 'about:') {
    return { uninstall: () => {}, moved: () => {} };
  }
  const visitFrom = (start: number) => new Visit(context.nextId(), pathOf(location), start);
  let shown: Shown = { visit: visitFrom(0), navigationType: 'navigate', vitals: {} };
  /** The change of route the page is in, when it was noticed, and none while it is as loaded. */
  let route: { visit: Visit; changed: number } | undefined;
  let timer: number | undefined;
  let isActive = true;

  /** Times of the load itself; a page that was restored did not load. */
  const addLoad = (timing: Timing) => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const add = (name: keyof Timing, moment: number | undefined) => {
      if (moment) timing[name] = Math.round(moment - (load?.activationStart ?? 0));
    };
    add('domContentLoaded', load?.domContentLoadedEventEnd);
    add('load', load?.loadEventEnd);
    add('domInteractive', load?.domInteractive);
  };

  const emit = (visit: Visit, navigationType: string, timing: Timing, shift?: number) => {
    const { id, url } = visit;
    const { origin } = location;
    const longTasks = visit.longTasks();
    const network = visit.network();
    // Sends nothing that would say the same as the last.
    const said = stringify([timing, shift, longTasks, network.requestCount]);
    if (said === visit.told) return;
    visit.told = said;
    const event: Load = {
      id,
      url,
      origin,
      navigationType,
      timestamp: context.now(),
      timing,
      longTasks,
      network,
    };
    if (shift !== undefined) event.cumulativeLayoutShift = shift;
    context.emit('performance', event);
  };

  const isOff = () => !isActive || settings.paused || !settings.performance;
  const tellShown = () => {
    if (isOff()) return;
    const { visit, navigationType, vitals, shift } = shown;
    const timing = { ...vitals };
    if (navigationType === RESTORED) timing.load = vitals.largestContentfulPaint ?? 0;
    else addLoad(timing);
    emit(visit, navigationType, timing, shift);
  };
  const tellRoute = () => {
    if (route === undefined || isOff()) return;
    emit(route.visit, 'soft-navigation', { load: route.visit.settled(route.changed) });
  };
  const tell = () => {
    tellShown();
    tellRoute();
  };
  const tellIn = (milliseconds: number) => {
    timer ??= natives.setTimeout(() => {
      timer = undefined;
      quietly(tell);
    }, milliseconds);
  };

  /** A number changed. Before the first snapshot there is nothing to correct. */
  const changed = () => {
    if (shown.visit.told !== '') tellIn(PERFORMANCE_EVERY_MS);
  };
  /** The showing a metric is of: a page that returns from the cache is shown anew. */
  const of = ({ navigationType }: Metric): Shown => {
    if (navigationType === RESTORED && shown.navigationType !== RESTORED) {
      shown = { visit: visitFrom(performance.now()), navigationType, vitals: {} };
      tellIn(PERFORMANCE_AFTER_LOAD_MS);
    }
    if (shown.navigationType !== RESTORED) shown.navigationType = navigationType;
    return shown;
  };
  const vital = (name: keyof Timing) => (metric: Metric) => {
    of(metric).vitals[name] = Math.round(metric.value);
    changed();
  };
  const always = { reportAllChanges: true };
  quietly(() => {
    onTTFB(vital('timeToFirstByte'));
    onFCP(vital('firstContentfulPaint'));
    onLCP(vital('largestContentfulPaint'), always);
    onINP(vital('interactionToNextPaint'), always);
    onCLS((metric) => {
      of(metric).shift = Math.round(metric.value * 10_000) / 10_000;
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
  /** Whose an entry is: the route's, unless it began before that. */
  const visitOf = ({ startTime }: PerformanceEntry) =>
    route && startTime >= route.visit.start ? route.visit : shown.visit;
  const observers = [
    observe('longtask', (entry) => visitOf(entry).addTask(entry)),
    observe('resource', (entry) => {
      if (context.isOwn(entry.name)) return;
      visitOf(entry).addResource(entry as PerformanceEntry & TimedResource);
      if (route !== undefined && route.visit.told !== '') tellIn(PERFORMANCE_EVERY_MS);
    }),
  ];

  const interactions = watchInteractions(context);
  const moved = () => {
    const before = route?.visit ?? shown.visit;
    if (before.url === pathOf(location)) return;
    const moment = performance.now();
    const began = interactions.before(moment, before.start);
    if (route !== undefined && began === undefined && route.visit.told === '') {
      // Nobody did anything meanwhile: the page redirects itself.
      route.visit.url = pathOf(location);
      route.changed = moment;
      return;
    }
    const visit = visitFrom(began ?? moment);
    before.handOver(visit);
    tell();
    route = { visit, changed: moment };
    natives.setTimeout(() => quietly(tellRoute), PERFORMANCE_AFTER_LOAD_MS);
  };

  // The library settles its numbers in the capture phase of the same event: ours come after it.
  const unlisten = listenAll(context, page, [
    ['load', () => tellIn(PERFORMANCE_AFTER_LOAD_MS)],
    ['visibilitychange', () => document.visibilityState === 'hidden' && tell()],
    ['pagehide', tell],
  ]);
  if (document.readyState === 'complete') tellIn(PERFORMANCE_AFTER_LOAD_MS);
  const uninstall = () => {
    isActive = false;
    for (const observer of observers) observer.disconnect();
    interactions.uninstall();
    unlisten();
  };
  return { uninstall, moved };
}
