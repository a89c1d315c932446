// One request and what came of it: the hooks of fetch, XHR and EventSource fill it, it leaves once.
import type { CaptureContext } from '../context.js';
import { BLOCKED_MAX, LEAVING_MS } from '../limits.js';
import { listenAll, on } from '../realm/listeners.js';
import type { Uninstall } from '../realm/patch.js';
import { keys } from '../values/plain.js';
import { REQUEST_BODY_MAX_BYTES, type NetworkBody } from '../protocol.generated.js';
import { headerValue } from '../sensitive.js';
import { clip } from '../values/serialize.js';
import { findOperation } from './graphql.js';
import { textOf } from './request-body.js';
import { whyUnread } from './response-body.js';
import { firstBytes, type Kept } from './text.js';

/** Why there was no response; a hook cannot tell `blocked` from `network`. */
export type Failure = 'network' | 'aborted' | 'timeout';

/** Header names and values, secrets already taken out. */
export type SafeHeaders = Record<string, string>;

/** What a hook knows when a request starts. */
export interface Sent {
  initiator: 'fetch' | 'xhr' | 'eventsource';
  method: string;
  /** Absolute. */
  url: string;
  headers?: SafeHeaders;
  body?: unknown;
  /** Whether cookies go along, where the page said so. */
  credentials?: RequestCredentials;
}

export interface Exchange {
  readonly startedAt: number;
  readonly record: NetworkBody;
  readonly headers: SafeHeaders;
  /** The body's text; it is described when the request is over, off the page's call. */
  readonly text: string | undefined;
}

export interface Exchanges {
  /** Undefined for our own traffic, which is not captured. */
  begin(sent: Sent): Exchange | undefined;
  /**
   * Takes the answer, and how many bytes it has where that is known better than by its headers.
   * True if its body is wanted: then `finish` sends the record, else it is sent.
   */
  answer(
    exchange: Exchange,
    status: number,
    statusText: string,
    headers: SafeHeaders,
    bytes?: number,
  ): boolean;
  finish(exchange: Exchange, body?: Kept): void;
  fail(exchange: Exchange, failure: Failure): void;
  /** Makes a function that runs once: when it is called, or when the page goes. */
  hold(work: () => void): () => void;
  stop: Uninstall;
}

export function createExchanges(context: CaptureContext): Exchanges {
  const { page, natives, settings, pending, now, quietly } = context;
  /** Addresses the content policy does not let the page connect to. */
  const blocked = new Set<string>();
  const held = new Set<() => void>();
  let leftAt = 0;
  const leave = () => {
    leftAt = now();
  };

  const unlisten = listenAll(context, page, [
    on('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
      const isEnforced = effectiveDirective === 'connect-src' && disposition !== 'report';
      if (isEnforced && blockedURI && blocked.size < BLOCKED_MAX) blocked.add(blockedURI);
    }),
    on('beforeunload', leave),
    on('pagehide', () => {
      leave();
      held.forEach((work) => work());
    }),
  ]);

  /** The request is under way no longer. True if more is to be kept of it than that it was made. */
  const close = ({ record, text, headers, startedAt }: Exchange, status: number): boolean => {
    pending.count--;
    pending.answeredAt = now();
    record.status = status;
    record.duration = Math.max(0, Math.round(now() - startedAt));
    const { paused, mode, networkBodies } = settings;
    if (paused) return false;
    const operation = findOperation(record.url, text);
    if (operation) record.graphql = operation;
    if (mode !== 'all' && status > 0 && status < 400) return false;
    if (keys(headers).length > 0) record.requestHeaders = headers;
    if (text && networkBodies) {
      const kept = firstBytes(text, REQUEST_BODY_MAX_BYTES);
      record.requestBody = kept.text;
      if (kept.isCut) record.requestTruncated = true;
    }
    return true;
  };
  const exchanges: Exchanges = {
    begin({ headers = {}, body, ...told }) {
      if (context.isOwn(told.url)) return undefined;
      const startedAt = now();
      const record: NetworkBody = {
        ...told,
        pageUrl: page.location.href,
        timestamp: natives.iso(startedAt),
        id: context.nextId(),
      };
      if ('authorization' in headers) record.hasAuthHeader = true;
      pending.count++;
      // Forms may change after the call; a string cannot.
      return { startedAt, record, headers, text: textOf(body) };
    },
    answer(exchange, status, statusText, headers, bytes) {
      const { record } = exchange;
      const { 'content-type': type = '', 'content-length': length } = headers;
      const isDetailed = close(exchange, status);
      if (statusText) record.statusText = statusText;
      if (type) record.contentType = type;
      if (isDetailed) record.responseHeaders = headers;
      const hasBody = record.method !== 'HEAD' && status !== 204 && status !== 304;
      if (isDetailed && hasBody && settings.networkBodies) {
        // The hook of event streams has the messages at hand.
        if (record.initiator === 'eventsource') return true;
        const why = status === 0 ? `[Skipped: ${statusText}]` : whyUnread(type, bytes ?? length);
        if (!why) return true;
        record.responseBody = why;
      }
      exchanges.finish(exchange);
      return false;
    },
    finish({ record }, body) {
      if (body?.text) record.responseBody = body.text;
      if (body?.isCut) record.responseTruncated = true;
      context.emit('network', record);
    },
    fail(exchange, failure) {
      const { record } = exchange;
      close(exchange, 0);
      // The browser ends what is under way when the page is left, and calls it a failure.
      record.error = now() - leftAt < LEAVING_MS ? 'aborted' : failure;
      const isUnclear = record.error === 'network';
      const send = exchanges.hold(() => {
        const isBlocked = [...blocked].some((url) => record.url.startsWith(url));
        if (isBlocked && isUnclear) record.error = 'blocked';
        exchanges.finish(exchange);
      });
      // The browser tells of a violation of the content policy only after it failed the request.
      if (isUnclear) natives.soon(() => quietly(send));
      else send();
    },
    hold(work) {
      const once = () => {
        if (held.delete(once)) work();
      };
      held.add(once);
      return once;
    },
    stop: unlisten,
  };
  return exchanges;
}

/** The method as browsers send it: they put six into capitals, and send `patch` as it is. */
export function sentMethod(method: string): string {
  return /^(?:delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;
}

/** Collects headers one by one, names in lower case, values bounded, secrets taken out. */
export function addHeader(headers: SafeHeaders, name: string, value: string): void {
  const lower = name.toLowerCase();
  const said = clip(headerValue(lower, value), 2000);
  headers[lower] = lower in headers ? `${headers[lower]}, ${said}` : said;
}
