// Numbers with a reason, for what leaves a page.

/** Gathered text that is sent without waiting any longer: half a keepalive quota, so the tail fits. */
export const FLUSH_CHARS = 32_000;

/** One event beyond this is not an event but a dump; the server refuses bodies of 5 MiB. */
export const EVENT_MAX_CHARS = 1_000_000;

/** Calls of a binding under way at which half-filled batches wait: it saturates at 1,200 a second. */
export const BUSY_CALLS = 16;

/** How long to rest after each failure in a row, in milliseconds; the last one repeats. */
export const RETRY_DELAYS_MS: readonly number[] = [100, 500, 2000, 5000];

/** A request without an answer for this long is tried again: the server may have been suspended. */
export const REQUEST_TIMEOUT_MS = 10_000;

/** Chromium allows 65,536 bytes in flight for a page that is left, with headers. */
export const KEEPALIVE_MAX_BYTES = 60_000;

/** Headers of one request, as counted against the quota. */
export const REQUEST_HEADERS_BYTES = 600;

/** What of that quota stays free while the page lives: one gathered batch and its envelope. */
export const KEEPALIVE_RESERVED_BYTES = 36_000;

/** Text kept for the next page of the origin: sessionStorage holds 5 M, and most is the page's. */
export const SPOOL_MAX_CHARS = 1_000_000;
