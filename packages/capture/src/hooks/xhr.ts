// `XMLHttpRequest`: three methods of its prototype, and listeners nobody can see.
import type { CaptureContext } from '../context.js';
import { encode } from '../values/encode.js';
import {
  addHeader,
  type Exchange,
  type Exchanges,
  type Failure,
  type SafeHeaders,
  sentMethod,
} from '../network/exchange.js';
import { readBeginning } from '../network/response-body.js';
import { firstBytes, type Kept } from '../network/text.js';
import type { Listener } from '../realm/natives.js';
import { patchMethod, together, watchMethod, type Uninstall } from '../realm/patch.js';
import { isObject } from '../values/plain.js';
import { RESPONSE_BODY_MAX_BYTES } from '../protocol.generated.js';

/** One object may be opened many times; each `open` starts a new one of these. */
interface Opened {
  method: string;
  url: string | undefined;
  isSync: boolean;
  headers: SafeHeaders;
  exchange?: Exchange | undefined;
}

interface Watch {
  context: CaptureContext;
  exchanges: Exchanges;
}

/** The events that end a request, and what they say of it. */
const ENDINGS: Readonly<Record<string, Failure | undefined>> = {
  load: undefined,
  error: 'network',
  abort: 'aborted',
  timeout: 'timeout',
};

export function hookXhr(context: CaptureContext, exchanges: Exchanges): Uninstall {
  const { page, natives, quietly } = context;
  const { prototype } = page.XMLHttpRequest;
  const opened = new WeakMap<object, Opened>();
  const watch = { context, exchanges };

  const end = (request: XMLHttpRequest, type: string, loaded?: number) => {
    const state = opened.get(request);
    const exchange = state?.exchange;
    if (!exchange) return;
    state.exchange = undefined;
    const failure = ENDINGS[type];
    if (failure) exchanges.fail(exchange, failure);
    else answered(request, loaded, exchange, watch);
  };
  const heard: Listener = ({ target, type, loaded }: Partial<ProgressEvent>) =>
    quietly(() => end(target as XMLHttpRequest, String(type), loaded));
  const after = (name: string, seen: (request: XMLHttpRequest, args: unknown[]) => void) =>
    watchMethod(prototype, name, (self, args) => quietly(() => seen(self as XMLHttpRequest, args)));

  const uninstalls = [
    after('open', (request, args) => {
      // Opening anew ends the request under way without any event.
      if (opened.has(request)) end(request, 'abort');
      // Here rather than in `send`: a page may open the object anew in its own listener for the end.
      else for (const type in ENDINGS) natives.listen(request, type, heard);
      opened.set(request, {
        method: sentMethod(String(args[0])),
        url: natives.resolve(String(args[1])),
        // An `undefined` that is passed counts as false.
        isSync: args.length > 2 && !args[2],
        headers: {},
      });
    }),
    after('setRequestHeader', (request, [name, value]) => {
      const state = opened.get(request);
      if (state) addHeader(state.headers, String(name), String(value));
    }),
    patchMethod(prototype, 'send', (self, args, call) => {
      const request = self as XMLHttpRequest;
      const state = opened.get(request);
      let isBegun = false;
      // Before the call: a synchronous request is over when it returns.
      quietly(() => {
        // Sending twice throws, and leaves the first request under way.
        if (!state?.url || state.exchange) return;
        const { method, url, headers } = state;
        state.exchange = exchanges.begin({ initiator: 'xhr', method, url, headers, body: args[0] });
        isBegun = true;
      });
      try {
        const returned = call();
        if (state?.isSync) quietly(() => end(request, 'load'));
        return returned;
      } catch (error) {
        if (isBegun) quietly(() => end(request, state?.isSync ? 'error' : 'abort'));
        throw error;
      }
    }),
  ];
  return together(uninstalls);
}

function answered(
  request: XMLHttpRequest,
  loaded: number | undefined,
  exchange: Exchange,
  { context, exchanges }: Watch,
): void {
  const headers: SafeHeaders = {};
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const [, name, value] = /^(.+?): *(.*)$/.exec(line) ?? [];
    if (name) addHeader(headers, name, value ?? '');
  }
  if (!exchanges.answer(exchange, request.status, request.statusText, headers, loaded)) return;
  // The page has the whole body in memory: its beginning is taken from there.
  const response: unknown = request.response;
  const finish = (body: Kept) => exchanges.finish(exchange, body);
  const { responseType } = request;
  if (response && (responseType === 'blob' || responseType === 'arraybuffer')) {
    const type = { 'content-type': headers['content-type'] ?? '' };
    readBeginning(context, new Response(response as Blob, { headers: type }), finish);
    return;
  }
  let text = String(response ?? '');
  // Of `json` the text is gone; the value says the same.
  if (isObject(response)) {
    const { documentElement } = response as Partial<Document>;
    text = responseType === 'document' ? (documentElement?.outerHTML ?? '') : encode(response);
  }
  finish(firstBytes(text, RESPONSE_BODY_MAX_BYTES));
}
