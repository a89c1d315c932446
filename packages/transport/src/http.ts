// Out of the page by requests. No preflight, no cookies, and within the quota of a page that goes.
import type { Page } from 'gasoline-capture/context';
import {
  KEEPALIVE_MAX_BYTES,
  KEEPALIVE_RESERVED_BYTES,
  REQUEST_HEADERS_BYTES,
  REQUEST_TIMEOUT_MS,
} from './limits.js';
import type { BatchEnvelope } from './batch.js';
import { requestsOf, type RequestDelivery } from './delivery.js';
import type { Outcome } from './queue.js';
import type { PageCarrier } from './sender.js';

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
export function createHttp(
  base: string,
  envelope: BatchEnvelope,
  natives: HttpNatives,
): PageCarrier<RequestDelivery> {
  const encoder = new TextEncoder();
  const bytes = (body: string): number => encoder.encode(body).length + REQUEST_HEADERS_BYTES;
  /** Requests that outlive the page, and their share of the quota while they are under way. */
  const kept = new Set<RequestDelivery>();
  const entrusted = new WeakSet<RequestDelivery>();
  let inFlight = 0;

  /** Whether the quota of a page that goes has room for it. */
  const isWithin = (body: string, isLeaving: boolean): boolean =>
    bytes(body) <= KEEPALIVE_MAX_BYTES - (isLeaving ? 0 : KEEPALIVE_RESERVED_BYTES) - inFlight;

  const post = async (delivery: RequestDelivery, keepalive: boolean): Promise<Outcome> => {
    const share = keepalive ? bytes(delivery.body) : 0;
    inFlight += share;
    if (keepalive) kept.add(delivery);
    try {
      const response = await natives.fetch(base + delivery.path, {
        ...init(delivery),
        keepalive,
        signal: natives.timeout(REQUEST_TIMEOUT_MS),
      });
      if (response.ok) return 'accepted';
      return response.status < 500 ? 'refused' : 'retry';
    } finally {
      inFlight -= share;
      kept.delete(delivery);
    }
  };

  /** Leaves a request to the browser. It may still be dropped, so a yes is no receipt. */
  const entrust = (delivery: RequestDelivery): boolean => {
    if (entrusted.has(delivery)) return true;
    const url = base + delivery.path;
    let isAccepted = false;
    try {
      isAccepted = natives.later?.(url, { ...init(delivery), activateAfter: 0 }) !== undefined;
    } catch {
      // No room.
    }
    isAccepted ||= natives.beacon(url, delivery.body);
    if (isAccepted) entrusted.add(delivery);
    return isAccepted;
  };

  return {
    mode: 'timer',
    pack: (batch, isLeaving) =>
      requestsOf(batch, envelope, (body) =>
        isLeaving ? isWithin(body, true) : bytes(body) <= KEEPALIVE_MAX_BYTES,
      ),
    async send(delivery, isLeaving) {
      const fits = isWithin(delivery.body, isLeaving);
      if (isLeaving && !fits && entrust(delivery)) return 'retry';
      return post(delivery, fits);
    },
    capacity: () => Infinity,
    fits: ({ body }) => isWithin(body, true),
    leave(unsettled) {
      // A plain request dies with the page. The server keeps a batch once, so sending twice is safe.
      // The newest wait longest for a connection, so they are the ones in danger.
      for (const delivery of unsettled.toReversed()) {
        if (kept.has(delivery)) continue;
        if (isWithin(delivery.body, true)) void guarded(post(delivery, true));
        else entrust(delivery);
      }
      return unsettled.filter((delivery) => !kept.has(delivery));
    },
  };
}

async function guarded(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch {
    // The same request is under way already.
  }
}

function init({ body }: RequestDelivery): RequestInit {
  return {
    method: 'POST',
    body,
    // Any other type, and cookies, would cost a preflight that a closing page never finishes.
    headers: { 'content-type': 'text/plain' },
    credentials: 'omit',
    mode: 'cors',
    cache: 'no-store',
  };
}
