// WebSockets: the constructor and `send` are patched, the rest is heard by listeners.
import type { CaptureContext } from '../context.js';
import { BINARY_PREVIEW_BYTES } from '../limits.js';
import type { Listener } from '../realm/natives.js';
import { createSampler, type Sampler } from '../network/sampling.js';
import { byteLength, firstBytes } from '../network/text.js';
import { patchConstructor, together, watchMethod, type Uninstall } from '../realm/patch.js';
import {
  WEBSOCKET_DATA_MAX_BYTES,
  type Direction,
  type SocketEvent,
  type WebSocketEvent,
} from '../protocol.generated.js';
import { isObject, isString } from '../values/plain.js';

/** A connection of the page. */
interface Connection {
  readonly id: string;
  readonly url: string;
  readonly incoming: Sampler;
  readonly outgoing: Sampler;
  /** When it opened, if nothing was told of it then: capture was paused. */
  untold?: number | undefined;
}

const OPEN = 1;

export function hookWebSocket(context: CaptureContext): Uninstall {
  const { page, natives, quietly, settings } = context;
  const connections = new WeakMap<object, Connection>();

  const tell = (
    connection: Connection,
    event: SocketEvent,
    members: Partial<WebSocketEvent> = {},
    at = context.now(),
  ) => {
    if (settings.paused || settings.webSocket === 'off') return;
    const { id, url, untold } = connection;
    connection.untold = undefined;
    if (untold && event !== 'open') tell(connection, 'open', {}, untold);
    context.emit('websocket', { event, id, url, ...members, timestamp: natives.iso(at) });
  };
  const message = (connection: Connection, direction: Direction, data: unknown) => {
    if (settings.paused || settings.webSocket !== 'messages') return;
    const text = isString(data) ? data : undefined;
    const verdict = connection[direction](context.now(), text);
    if (!verdict) return;
    const sampled = verdict === 'all' ? {} : { sampled: verdict };
    tell(connection, 'message', { direction, ...describe(data), ...sampled });
  };

  const watch = (socket: WebSocket) => {
    const { url } = socket;
    if (context.isOwn(url.replace(/^ws/, 'http'))) return;
    const connection: Connection = {
      id: context.nextId(),
      url,
      incoming: createSampler(),
      outgoing: createSampler(),
    };
    connections.set(socket, connection);
    const on = (type: string, heard: Listener) =>
      natives.listen(socket, type, (event) => quietly(() => heard(event)));
    on('open', () => {
      connection.untold = context.now();
      tell(connection, 'open');
    });
    on('message', (event) => message(connection, 'incoming', (event as MessageEvent).data));
    on('error', () => tell(connection, 'error'));
    on('close', (event) => {
      const { code, reason } = event as CloseEvent;
      tell(connection, 'close', { code, reason });
    });
    tell(connection, 'connecting');
  };

  const uninstalls = [
    patchConstructor(page, 'WebSocket', (made) => quietly(() => watch(made as WebSocket))),
    watchMethod(page.WebSocket.prototype, 'send', (self, [data]) =>
      quietly(() => {
        const connection = connections.get(self);
        // What is sent on a closed socket goes nowhere.
        if (connection && (self as WebSocket).readyState === OPEN) {
          message(connection, 'outgoing', data);
        }
      }),
    ),
  ];
  return together(uninstalls);
}

/** Text up to the limit; of bytes their number, and the first ones where they are at hand. */
function describe(data: unknown): Partial<WebSocketEvent> {
  if (!isObject(data)) {
    const whole = String(data);
    const { text, isCut } = firstBytes(whole, WEBSOCKET_DATA_MAX_BYTES);
    return { data: text, size: byteLength(whole), ...(isCut && { truncated: true }) };
  }
  const { byteLength: bytes, buffer = data, byteOffset = 0 } = data as Uint8Array;
  // A blob cannot be looked into at once.
  const size = bytes ?? (data as Blob).size;
  let hex = '';
  if (bytes) {
    const shown = Math.min(bytes, BINARY_PREVIEW_BYTES);
    for (const byte of new Uint8Array(buffer as ArrayBuffer, byteOffset, shown)) {
      hex += ` ${byte.toString(16).padStart(2, '0')}`;
    }
    if (bytes > shown) hex += ' …';
  }
  return { data: `[Binary: ${size} bytes]${hex}`, size, binary: true };
}
