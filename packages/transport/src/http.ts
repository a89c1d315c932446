// Out of the page by requests. No preflight, no cookies, and within the quota of a page that goes.
import type { Page } from 'gasoline-capture/context';
import {
  KEEPALIVE_MAX_BYTES,
  KEEPALIVE_RESERVED_BYTES,
  REQUEST_HEADERS_BYTES,
  REQUEST_TIMEOUT_MS,
} from './limits.js';
import type { Outcome } from './outbox.js';
import type { Parcel, Way } from './parcel.js';

/** What is asked of the page's realm; taken before a page can replace it. */
export interface HttpNatives {
  fetch(input: string, init: RequestInit): Promise<Response>;
  /** `fetchLater`, which has a quota of 64 KB of its own. Throws when it is used up. */
  later?: ((url: string, init: RequestInit & { activateAfter: number }) => unknown) | undefined;
  beacon(url: string, text: string): boolean;
  timeout(milliseconds: number): AbortSignal;
}

export function takeHttpNatives(page: Page): HttpNatives {
  const { navigator, AbortSignal } = page;
  const { fetchLater } = page as { fetchLater?: HttpNatives['later'] };
  return {
    fetch: page.fetch.bind(page),
    later: fetchLater?.bind(page),
    // A script that ran before us may have taken it away.
    beacon: navigator.sendBeacon?.bind(navigator) ?? (() => false),
    timeout: AbortSignal.timeout.bind(AbortSignal),
  };
}

/** `base` is the server's origin. */
export function createHttp(base: string, natives: HttpNatives): Way {
  const encoder = new TextEncoder();
  const bytes = (body: string): number => encoder.encode(body).length + REQUEST_HEADERS_BYTES;
  /** Parcels that outlive the page, and their share of the quota while they are under way. */
  const kept = new Set<Parcel>();
  const entrusted = new WeakSet<Parcel>();
  let inFlight = 0;

  const room = (isLeaving: boolean): number =>
    KEEPALIVE_MAX_BYTES - (isLeaving ? 0 : KEEPALIVE_RESERVED_BYTES) - inFlight;

  const post = async (parcel: Parcel, keepalive: boolean): Promise<Outcome> => {
    const share = keepalive ? bytes(parcel.body) : 0;
    inFlight += share;
    if (keepalive) kept.add(parcel);
    try {
      const answer = await natives.fetch(base + parcel.path, {
        ...init(parcel),
        keepalive,
        signal: natives.timeout(REQUEST_TIMEOUT_MS),
      });
      if (answer.ok) return 'taken';
      return answer.status < 500 ? 'refused' : 'away';
    } finally {
      inFlight -= share;
      kept.delete(parcel);
    }
  };

  /** Leaves a parcel to the browser. It may still be dropped, so a yes is no receipt. */
  const entrust = (parcel: Parcel): boolean => {
    if (entrusted.has(parcel)) return true;
    const url = base + parcel.path;
    let isAccepted = false;
    try {
      isAccepted = natives.later?.(url, { ...init(parcel), activateAfter: 0 }) !== undefined;
    } catch {
      // No room.
    }
    isAccepted ||= natives.beacon(url, parcel.body);
    if (isAccepted) entrusted.add(parcel);
    return isAccepted;
  };

  return {
    mode: 'timer',
    bytes,
    room: (isLeaving) => (isLeaving ? Math.max(room(true), 0) : KEEPALIVE_MAX_BYTES),
    async deliver(parcel, isLeaving) {
      const fits = bytes(parcel.body) <= room(isLeaving);
      if (isLeaving && !fits && entrust(parcel)) return 'away';
      return post(parcel, fits);
    },
    leave(unsettled) {
      // A plain request dies with the page. The server keeps a batch once, so sending twice is safe.
      // The newest wait longest for a connection, so they are the ones in danger.
      for (let index = unsettled.length - 1; index >= 0; index--) {
        const parcel = unsettled[index];
        if (!parcel || kept.has(parcel)) continue;
        if (bytes(parcel.body) <= room(true)) void quietly(post(parcel, true));
        else entrust(parcel);
      }
    },
    isSafe: (parcel) => kept.has(parcel),
  };
}

async function quietly(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch {
    // The same parcel is under way already.
  }
}

function init(parcel: Parcel): RequestInit {
  return {
    method: 'POST',
    body: parcel.body,
    // Any other type, and cookies, would cost a preflight that a closing page never finishes.
    headers: { 'content-type': 'text/plain' },
    credentials: 'omit',
    mode: 'cors',
    cache: 'no-store',
  };
}
