// What could not leave with a page waits in its sessionStorage for the next page of the origin.
import type { Page } from 'gasoline-capture/context';
import { isKind, path } from './kinds.js';
import { HANDOVER_MAX_CHARS } from './limits.js';
import type { Parcel } from './parcel.js';

const KEY = '__gasoline';
const { parse, stringify } = JSON;
const { isArray } = Array;

export interface Handover {
  /** Adds to what is kept; the answer is what there was no room for, the oldest. */
  leave(parcels: Parcel[]): Parcel[];
  /** Takes what earlier pages left. */
  take(): Parcel[];
}

/** The storage may be forbidden, full, or hold the page's own rubbish: none of it gets out of here. */
export function createHandover(page: Pick<Page, 'sessionStorage'>): Handover {
  const read = (): Parcel[] => attempt(() => unpack(page.sessionStorage.getItem(KEY))) ?? [];

  const write = (parcels: Parcel[]): boolean =>
    attempt(() => {
      page.sessionStorage.setItem(KEY, `[${parcels.map(line).join(',')}]`);
      return true;
    }) ?? false;

  return {
    leave(parcels) {
      if (parcels.length === 0) return parcels;
      const all = [...read(), ...parcels];
      const given: Parcel[] = [];
      for (let chars = 0, index = all.length - 1; index >= 0; index--) {
        chars += all[index]?.chars ?? 0;
        if (chars <= HANDOVER_MAX_CHARS) continue;
        given.push(...all.splice(0, index + 1));
        break;
      }
      // Full by the page's own doing: half as much may fit.
      while (all.length > 0 && !write(all)) given.push(...all.splice(0, (all.length + 1) >> 1));
      return given;
    },
    take() {
      const parcels = read();
      if (parcels.length > 0) attempt(() => page.sessionStorage.removeItem(KEY));
      return parcels;
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

function line({ kind, count, body }: Parcel): string {
  return `["${kind}",${count},${stringify(body)}]`;
}

function unpack(text: string | null): Parcel[] {
  const lines: unknown = text === null ? [] : parse(text);
  const parcels: Parcel[] = [];
  for (const entry of isArray(lines) ? lines : []) {
    const [kind, count, body] = isArray(entry) ? (entry as unknown[]) : [];
    if (isKind(kind) && typeof count === 'number' && typeof body === 'string') {
      parcels.push({ kind, count, path: path(kind), body, chars: body.length });
    }
  }
  return parcels;
}
