// Where the user goes: loads, history, traversals. Nothing is patched for it.
import type { CaptureContext } from '../context.js';
import { listenAll } from '../realm/listeners.js';
import type { Uninstall } from '../realm/patch.js';
import type { Recorder } from './actions/recorder.js';

/** The part of the Navigation API that is used; not every browser has it. */
interface NavigationApi extends EventTarget {
  activation?: { from?: { url: string | null } | null } | null;
}

/** Of the same API; null where the history itself did not change. */
interface NavigationChange {
  navigationType: string | null;
}

/** Tells where the page went, and calls `moved` when it did so without loading. */
export function hookNavigation(
  context: CaptureContext,
  recorder: Recorder,
  moved: () => void,
): Uninstall {
  const { page } = context;
  const { document, location } = page;
  const api = 'navigation' in page ? (page.navigation as unknown as NavigationApi) : undefined;
  let url = location.href;

  const tell = (navigation: string, fromUrl: string | undefined, toUrl: string) => {
    if (!recorder.isOn()) return;
    recorder.waiting.flush();
    const action = { type: 'navigate' as const, toUrl, navigation };
    recorder.record(recorder.stamp(fromUrl ? { ...action, fromUrl } : action));
  };

  /** Frames load with their page; only their history is the user's. */
  const loaded = (how: string) => {
    if (page !== page.parent || location.protocol === 'about:') return;
    // The referrer of other origins is only their origin, and may be withheld.
    tell(how, api?.activation?.from?.url ?? (document.referrer || undefined), location.href);
  };

  const changed = (event: Event) => {
    const before = url;
    url = location.href;
    if (url === before) return;
    const { navigationType = event.type === 'popstate' ? 'traverse' : 'push' } =
      event as Partial<NavigationChange>;
    tell(navigationType ?? 'push', before, url);
    moved();
  };

  const shown = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) loaded('back_forward');
  };

  const changes = api ? ['currententrychange'] : ['popstate', 'hashchange'];
  const uninstalls = [
    listenAll(context, page, [['pageshow', shown]]),
    listenAll(
      context,
      api ?? page,
      changes.map((type) => [type, changed]),
    ),
  ];
  context.quietly(() => loaded(howLoaded(page)));
  return () => uninstalls.forEach((uninstall) => uninstall());
}

/** A page that no other sent the user to was asked for in the address bar, or by a driver. */
function howLoaded({ performance, document }: CaptureContext['page']): string {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry && entry.type !== 'navigate') return entry.type;
  return document.referrer ? 'link' : 'typed';
}
