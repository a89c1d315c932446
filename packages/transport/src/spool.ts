// What could not leave with a page waits in its sessionStorage for the next page of the origin.
import type { Page } from 'gasoline-capture/context';
import { encode } from 'gasoline-capture/values/encode';
import type { RequestDelivery } from './delivery.js';
import { isKind, path } from './kinds.js';
import { SPOOL_MAX_CHARS } from './limits.js';

const KEY = '__gasoline';
const { parse } = JSON;
const { isArray } = Array;

/** Keeps deliveries beyond the life of a page. Synchronous: a page that is left has no later. */
export interface Spool<D> {
  /** Takes what earlier pages left. */
  load(): D[];
  /** Adds to what is kept. What there was no room for is returned, the oldest. */
  save(added: readonly D[]): D[];
}

/** The storage may be forbidden, full, or hold the page's own rubbish: none of it gets out of here. */
export function createSpool(page: Pick<Page, 'sessionStorage'>): Spool<RequestDelivery> {
  const read = (): RequestDelivery[] =>
    attempt(() => unpack(page.sessionStorage.getItem(KEY))) ?? [];

  const write = (deliveries: RequestDelivery[]): boolean =>
    attempt(() => {
      page.sessionStorage.setItem(KEY, encode(deliveries.map(line)));
      return true;
    }) ?? false;

  return {
    save(added) {
      if (added.length === 0) return [];
      const all = [...read(), ...added];
      const lost: RequestDelivery[] = [];
      for (let chars = 0, index = all.length - 1; index >= 0; index--) {
        chars += all[index]?.chars ?? 0;
        if (chars <= SPOOL_MAX_CHARS) continue;
        lost.push(...all.splice(0, index + 1));
        break;
      }
      // Full by the page's own doing: half as much may fit.
      while (all.length > 0 && !write(all)) lost.push(...all.splice(0, (all.length + 1) >> 1));
      return lost;
    },
    load() {
      const deliveries = read();
      if (deliveries.length > 0) attempt(() => page.sessionStorage.removeItem(KEY));
      return deliveries;
    },
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function line({ id, kind, count, body, facts }: RequestDelivery): unknown[] {
  return [id, kind, count, body, facts ?? 0];
}

function unpack(text: string | null): RequestDelivery[] {
  const lines: unknown = text === null ? [] : parse(text);
  const deliveries: RequestDelivery[] = [];
  for (const entry of isArray(lines) ? lines : []) {
    const [id, kind, count, body, facts] = isArray(entry) ? (entry as unknown[]) : [];
    const isOurs = typeof id === 'string' && typeof count === 'number' && typeof body === 'string';
    if (!isOurs || !isKind(kind)) continue;
    const delivery = { id, kind, count, path: path(kind), body, chars: body.length };
    deliveries.push(isArray(facts) ? { ...delivery, facts } : delivery);
  }
  return deliveries;
}
