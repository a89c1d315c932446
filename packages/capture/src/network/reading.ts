// When the body of a response may be copied without costing the page memory.
import type { CaptureContext } from '../context.js';
import { RESPONSE_UNREAD_MAX_MS } from '../limits.js';
import {
  patchGetter,
  patchMethod,
  together,
  watchMethod,
  type Around,
  type Uninstall,
} from '../realm/patch.js';

const WHOLE = ['text', 'json', 'arrayBuffer', 'blob', 'bytes', 'formData'];

type Copy = (response: Response) => void;

export interface Readings {
  /** Calls `copy` when that is cheap, before the body is gone; or `giveUp` when it never was. */
  expect(response: Response, url: string, copy: Copy, giveUp: () => void): void;
  stop: Uninstall;
}

/**
 * In Chromium a `clone()` ends back-pressure: the browser then takes the whole body into memory,
 * even if the clone is cancelled at once. So a body of unknown length is copied only when the page
 * begins to read it, or when all of it has arrived (which resource timing tells) and thus fitted
 * into the buffers.
 */
export function watchReadings({ page, natives, quietly }: CaptureContext): Readings {
  /** By response, and by every copy the page makes of it. */
  const waiting = new WeakMap<object, Copy>();
  /** What has not arrived as a whole, by address. */
  const incomplete = new Map<() => void, string>();
  const isRead: Around = (self, _args, call) => {
    quietly(() => waiting.get(self as object)?.(self as Response));
    return call();
  };
  const { prototype } = page.Response;
  const uninstalls = [
    ...WHOLE.map((method) => patchMethod(prototype, method, isRead)),
    patchGetter(prototype, 'body', isRead),
    watchMethod(prototype, 'clone', (self, _args, made) => {
      const copy = waiting.get(self);
      if (copy) waiting.set(made as object, copy);
    }),
  ];
  const observer = new page.PerformanceObserver((list) => {
    for (const { name } of incomplete.size > 0 ? list.getEntries() : []) {
      for (const [copyNow, url] of incomplete) if (url === name) quietly(copyNow);
    }
  });
  observer.observe({ type: 'resource' });
  return {
    expect(response, url, copy, giveUp) {
      let isOver = false;
      const copyOnce: Copy = (from) => {
        if (isOver) return;
        isOver = true;
        incomplete.delete(copyNow);
        natives.clearTimeout(timer);
        copy(from);
      };
      const copyNow = () => copyOnce(response);
      const timer = natives.setTimeout(() => {
        isOver = true;
        incomplete.delete(copyNow);
        quietly(giveUp);
      }, RESPONSE_UNREAD_MAX_MS);
      // Resource timing knows addresses without their fragment.
      incomplete.set(copyNow, url.split('#', 1)[0] ?? url);
      waiting.set(response, copyOnce);
    },
    stop: together([...uninstalls, () => observer.disconnect()]),
  };
}
