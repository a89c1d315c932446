// `EventSource`: one record a connection, with its first messages; a failure is one of its own.
import type { CaptureContext } from '../context.js';
import { EVENT_SOURCE_MAX_MESSAGES, RESPONSE_UNREAD_MAX_MS } from '../limits.js';
import type { Listener } from '../realm/natives.js';
import type { Exchange, Exchanges } from '../network/exchange.js';
import { firstBytes } from '../network/text.js';
import { patchConstructor, together, watchMethod, type Uninstall } from '../realm/patch.js';
import { RESPONSE_BODY_MAX_BYTES } from '../protocol.generated.js';

const CLOSED = 2;

/**
 * The browser shows neither status nor headers of an event stream. One that opened was answered
 * with 200 and `text/event-stream`, or it would not have. Messages with a name of their own
 * (`event: tick`) reach only listeners of that name, so the record has the unnamed ones.
 */
export function hookEventSource(context: CaptureContext, exchanges: Exchanges): Uninstall {
  const { page, natives, quietly } = context;
  /** Ends the record of a stream that the page closes. */
  const endings = new WeakMap<object, () => void>();

  const watch = (source: EventSource) => {
    const { url } = source;
    const begin = () => exchanges.begin({ initiator: 'eventsource', method: 'GET', url });
    let exchange: Exchange | undefined = begin();
    let messages: string[] = [];
    let send: (() => void) | undefined;
    const on = (type: string, heard: Listener) =>
      natives.listen(source, type, (event) => quietly(() => heard(event)));

    on('open', () => {
      const opened = exchange ?? begin();
      if (!opened) return;
      const headers = { 'content-type': 'text/event-stream' };
      exchange = undefined;
      if (!exchanges.answer(opened, 200, 'OK', headers)) return;
      send = exchanges.hold(() => {
        send = undefined;
        exchanges.finish(opened, firstBytes(messages.join('\n'), RESPONSE_BODY_MAX_BYTES));
        messages = [];
      });
      natives.setTimeout(() => quietly(() => send?.()), RESPONSE_UNREAD_MAX_MS);
    });
    on('message', (event) => {
      // What comes after the record was sent is not kept.
      if (
        send &&
        messages.push(`data: ${(event as MessageEvent).data}`) >= EVENT_SOURCE_MAX_MESSAGES
      ) {
        send();
      }
    });
    const end = (failure: 'network' | 'aborted') => {
      send?.();
      if (exchange) exchanges.fail(exchange, failure);
      exchange = undefined;
    };
    on('error', () => {
      send?.();
      // A lost connection is taken up again by the browser, which then opens or fails.
      exchange ??= begin();
      if (source.readyState === CLOSED) end('network');
    });
    endings.set(source, () => end('aborted'));
  };

  const uninstalls = [
    patchConstructor(page, 'EventSource', (made) => quietly(() => watch(made as EventSource))),
    watchMethod(page.EventSource.prototype, 'close', (self) =>
      quietly(() => endings.get(self)?.()),
    ),
  ];
  return together(uninstalls);
}
