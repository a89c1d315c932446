// What a page loaded, in totals.
import { SLOW_URL_MAX_CHARS } from '../../limits.js';
import { PERFORMANCE_MAX_SLOWEST, type NetworkTotals } from '../../protocol.generated.js';
import { cut } from '../../values/cut.js';

/** What is used of a resource's timing. */
export type Resource = Pick<
  PerformanceResourceTiming,
  'name' | 'initiatorType' | 'duration' | 'transferSize' | 'decodedBodySize'
>;

type Type = 'script' | 'style' | 'image' | 'font' | 'fetch' | 'other';

/** The type by the file's name, because a stylesheet loads fonts and pictures as `css`. */
const BY_EXTENSION: [RegExp, Type][] = [
  [/\.[mc]?js$/, 'script'],
  [/\.css$/, 'style'],
  [/\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp)$/, 'image'],
  [/\.(?:woff2?|ttf|otf|eot)$/, 'font'],
];
const BY_INITIATOR: Record<string, Type> = {
  script: 'script',
  link: 'style',
  css: 'image',
  img: 'image',
  image: 'image',
  input: 'image',
  fetch: 'fetch',
  xmlhttprequest: 'fetch',
  beacon: 'fetch',
};

export function typeOf({ name, initiatorType }: Resource): Type {
  const initiated = BY_INITIATOR[initiatorType] ?? 'other';
  if (initiated === 'fetch') return initiated;
  const path = name.replace(/[?#].*$/, '').toLowerCase();
  return BY_EXTENSION.find(([pattern]) => pattern.test(path))?.[1] ?? initiated;
}

/** Sums up as they come: the browser's own list ends at 250, and pages clear it. */
export class Resources {
  #count = 0;
  #transferSize = 0;
  #decodedSize = 0;
  #byType: Record<string, { count: number; size: number }> = {};
  #slowest: { url: string; duration: number; size: number }[] = [];

  /** The same sums, to go on with. */
  copy(): Resources {
    const copy = new Resources();
    copy.#count = this.#count;
    copy.#transferSize = this.#transferSize;
    copy.#decodedSize = this.#decodedSize;
    for (const [type, total] of Object.entries(this.#byType)) copy.#byType[type] = { ...total };
    copy.#slowest = [...this.#slowest];
    return copy;
  }

  add(resource: Resource): void {
    const { name, duration, transferSize: size, decodedBodySize } = resource;
    this.#count++;
    this.#transferSize += size;
    this.#decodedSize += decodedBodySize;
    const total = (this.#byType[typeOf(resource)] ??= { count: 0, size: 0 });
    total.count++;
    total.size += size;
    const url = cut(name, SLOW_URL_MAX_CHARS);
    const faster = this.#slowest.findIndex((slow) => slow.duration < duration);
    const place = faster === -1 ? this.#slowest.length : faster;
    this.#slowest.splice(place, 0, { url, duration: Math.round(duration), size });
    this.#slowest.length = Math.min(this.#slowest.length, PERFORMANCE_MAX_SLOWEST);
  }

  totals(): NetworkTotals {
    return {
      requestCount: this.#count,
      transferSize: this.#transferSize,
      decodedSize: this.#decodedSize,
      byType: this.#byType,
      slowestRequests: this.#slowest,
    };
  }
}
