// `fetch`: the page gets its response at once; ours is the beginning of a copy.
import type { CaptureContext } from '../context.js';
import {
  addHeader,
  type Exchange,
  type Exchanges,
  type Failure,
  type SafeHeaders,
  sentMethod,
} from '../network/exchange.js';
import { watchReadings, type Readings } from '../network/reading.js';
import { trackRequestBodies, type RequestBodies } from '../network/request-body.js';
import { readBeginning } from '../network/response-body.js';
import type { Kept } from '../network/text.js';
import { patchMethod, together, type Uninstall } from '../realm/patch.js';
import { isObject } from '../values/plain.js';
import { read } from '../values/serialize.js';

/** What the parts of this hook share. */
interface Watch {
  context: CaptureContext;
  exchanges: Exchanges;
  bodies: RequestBodies;
  readings: Readings;
}

/** A call under way. */
interface Call {
  exchange: Exchange;
  signal: AbortSignal | null | undefined;
}

export function hookFetch(context: CaptureContext, exchanges: Exchanges): Uninstall {
  const { page, natives, quietly } = context;
  const bodies = trackRequestBodies(context);
  const readings = watchReadings(context);
  const watch = { context, exchanges, bodies, readings };
  const { Promise: NativePromise } = page;
  const unpatch = patchMethod(page, 'fetch', (_self, args, call) => {
    const promise = call();
    // Another tool's `fetch` may give anything.
    if (!(promise instanceof NativePromise)) return promise;
    let started: Call | undefined;
    quietly(() => {
      started = begin(args, watch);
    });
    if (!started) return promise;
    const { exchange, signal } = started;
    // The derived promise, not the original: a handler on the original would make the browser
    // believe that the page handles failures, and no `unhandledrejection` would come.
    return natives.after(
      promise as Promise<Response>,
      (response) => {
        quietly(() => answered(exchange, response, watch));
        return response;
      },
      (reason) => {
        quietly(() => exchanges.fail(exchange, failureOf(reason, signal)));
        throw reason;
      },
    );
  });
  return together([unpatch, bodies.stop, readings.stop]);
}

function begin([input, options]: unknown[], watch: Watch): Call | undefined {
  const { natives } = watch.context;
  const request = natives.isRequest(input) ? input : undefined;
  const init = (options ?? {}) as RequestInit;
  const url = request ? request.url : natives.resolve(String(input));
  if (!url) return undefined;
  const method = String(init.method ?? request?.method ?? 'GET');
  const credentials = init.credentials ?? request?.credentials;
  const exchange = watch.exchanges.begin({
    initiator: 'fetch',
    method: sentMethod(method),
    url,
    headers: collect(init.headers ?? request?.headers),
    body: init.body ?? (request && watch.bodies.of(request)),
    ...(credentials && { credentials }),
  });
  return exchange && { exchange, signal: init.signal ?? request?.signal };
}

function collect(init: HeadersInit | undefined): SafeHeaders {
  const headers: SafeHeaders = {};
  if (!init) return headers;
  const pairs = Symbol.iterator in init ? [...(init as Headers)] : Object.entries(init);
  for (const [name, value] of pairs) addHeader(headers, String(name), String(value));
  return headers;
}

function answered(exchange: Exchange, response: Response, watch: Watch): void {
  const { context, exchanges, readings } = watch;
  const { status, type } = response;
  const headers = collect(response.headers);
  // Opaque responses have status 0 without having failed: the text says which kind it is.
  const statusText = status === 0 ? type : response.statusText;
  if (!exchanges.answer(exchange, status, statusText, headers)) return;

  let body: Kept = { text: '[Skipped: not read]' };
  let cut: (() => void) | undefined;
  const end = exchanges.hold(() => {
    cut?.();
    exchanges.finish(exchange, body);
  });
  const copy = (from: Response) => {
    try {
      cut = readBeginning(context, from.clone(), (kept) => {
        body = kept;
        end();
      });
    } catch {
      // The page gave the body away, to a cache for example.
      end();
    }
  };
  if ('content-length' in headers || status >= 400) copy(response);
  else readings.expect(response, exchange.record.url, copy, end);
}

function failureOf(reason: unknown, signal: AbortSignal | null | undefined): Failure {
  const name = isObject(reason) ? read(reason, 'name') : '';
  if (name === 'TimeoutError') return 'timeout';
  return name === 'AbortError' || signal?.aborted ? 'aborted' : 'network';
}
