// The socket to the server: opens it, greets, notices when it is dead, opens it again.
import {
  CLOSE_FRAME_TOO_LARGE,
  CLOSE_NO_HELLO,
  CLOSE_NOT_PAIRED,
  CLOSE_REPLACED,
  type ConnectionState,
  type ToServer,
  type ToWorker,
} from 'gasoline-capture/protocol.generated';
import { CONNECT_TIMEOUT_MS, RECONNECT_MS, SILENCE_MAX_MS, WAKE_PAUSE_MS } from '../limits.js';
import type { After } from './environment.js';

/** As much of a WebSocket as is used. */
export interface WebSocketLike extends EventTarget {
  send(text: string): void;
  close(): void;
}

export interface ServerSocketOptions {
  open(url: string): WebSocketLike;
  /** Whether a Gasoline server answers plain HTTP there. */
  probe(serverUrl: string): Promise<boolean>;
  after: After;
  hello(): ToServer;
  version: string;
  /** A frame from the server, pings and welcomes included. */
  heard(frame: ToWorker): void;
  /** The state changed; `frameTooLarge` says that the server closed the socket for that. */
  changed(state: ConnectionState, frameTooLarge: boolean): void;
}

/** What the end of a socket means. */
type Ending = { state: ConnectionState; retry: 'soon' | 'slowly' };

const ENDINGS: Record<number, Ending> = {
  [CLOSE_NOT_PAIRED]: { state: 'paired_elsewhere', retry: 'slowly' },
  [CLOSE_REPLACED]: { state: 'paired_elsewhere', retry: 'slowly' },
  [CLOSE_NO_HELLO]: { state: 'wrong_version', retry: 'slowly' },
  [CLOSE_FRAME_TOO_LARGE]: { state: 'connecting', retry: 'soon' },
};

export class ServerSocket {
  #serverUrl: string | undefined;
  #webSocket: WebSocketLike | undefined;
  #welcomed = false;
  #state: ConnectionState = 'connecting';
  #failures = 0;
  /** A busy page gives reasons all the time. */
  #rested = true;
  #stopTimer: (() => void) | undefined;

  constructor(private readonly options: ServerSocketOptions) {}

  get state(): ConnectionState {
    return this.#state;
  }

  /** Captures and answers can be sent. */
  get isOpen(): boolean {
    return this.#welcomed;
  }

  /** Connects to this server from here on; another one is left at once. */
  use(serverUrl: string): void {
    if (serverUrl === this.#serverUrl) return this.wake();
    this.#serverUrl = serverUrl;
    this.#failures = 0;
    this.#drop();
    this.#connect();
  }

  /** A reason to look again before the pause is over: an alarm, a message. */
  wake(): void {
    if (this.#webSocket === undefined && this.#rested) this.#connect();
  }

  send(frame: ToServer, body?: string): boolean {
    if (!this.#welcomed || this.#webSocket === undefined) return false;
    const head = JSON.stringify(frame);
    this.#webSocket.send(body === undefined ? head : `${head}\n${body}`);
    return true;
  }

  #connect(): void {
    if (this.#serverUrl === undefined || this.#webSocket !== undefined) return;
    this.#stopTimer?.();
    this.#rested = false;
    this.options.after(WAKE_PAUSE_MS, () => {
      this.#rested = true;
    });
    let webSocket: WebSocketLike;
    try {
      webSocket = this.options.open(
        `${this.#serverUrl.replace(/^http/, 'ws').replace(/\/$/, '')}/ext`,
      );
    } catch {
      return this.#enter('no_server');
    }
    this.#webSocket = webSocket;
    this.#limitSilence(CONNECT_TIMEOUT_MS);
    webSocket.addEventListener('open', () => webSocket.send(JSON.stringify(this.options.hello())));
    webSocket.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<unknown>;
      if (webSocket === this.#webSocket && typeof data === 'string') this.#hear(data);
    });
    webSocket.addEventListener('close', (event) => {
      if (webSocket === this.#webSocket) void this.#ended((event as CloseEvent).code);
    });
  }

  #hear(text: string): void {
    this.#limitSilence(SILENCE_MAX_MS);
    const frame = readFrame(text);
    if (frame === undefined) return;
    if (frame.type === 'welcome') {
      this.#welcomed = true;
      this.#failures = 0;
      this.#enter(
        isSameSeries(frame.version, this.options.version) ? 'connected' : 'wrong_version',
      );
    }
    if (frame.type === 'ping') this.send({ type: 'pong' });
    this.options.heard(frame);
  }

  async #ended(code: number): Promise<void> {
    this.#drop(code === CLOSE_FRAME_TOO_LARGE);
    const serverUrl = this.#serverUrl;
    const ending = ENDINGS[code] ?? (await this.#explain());
    // A later attempt, or another server, has taken over while the probe was out.
    if (this.#webSocket !== undefined || serverUrl !== this.#serverUrl) return;
    this.#enter(ending.state);
    const last = RECONNECT_MS.length - 1;
    const step = ending.retry === 'slowly' ? last : Math.min(this.#failures, last);
    this.#failures += 1;
    this.#stopTimer = this.options.after(RECONNECT_MS[step] ?? 0, () => this.#connect());
  }

  /** A socket that never opened or just broke: is there a server at all? */
  async #explain(): Promise<Ending> {
    // The first break is most often a restart: look again before alarming anyone.
    const answers = await this.options.probe(this.#serverUrl ?? '');
    if (!answers) return { state: 'no_server', retry: 'soon' };
    return { state: this.#failures === 0 ? 'connecting' : 'wrong_version', retry: 'soon' };
  }

  #limitSilence(ms: number): void {
    this.#stopTimer?.();
    this.#stopTimer = this.options.after(ms, () => {
      const webSocket = this.#webSocket;
      webSocket?.close();
      // A peer that is gone never answers the closing handshake.
      if (webSocket !== undefined && webSocket === this.#webSocket) void this.#ended(0);
    });
  }

  #drop(frameTooLarge = false): void {
    this.#stopTimer?.();
    const webSocket = this.#webSocket;
    this.#webSocket = undefined;
    if (this.#welcomed) {
      this.#welcomed = false;
      this.#enter('connecting', frameTooLarge);
    }
    webSocket?.close();
  }

  #enter(state: ConnectionState, frameTooLarge = false): void {
    this.#state = state;
    this.options.changed(state, frameTooLarge);
  }
}

/** A frame of the server; undefined for what is none. */
function readFrame(text: string): ToWorker | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    const isFrame = typeof frame === 'object' && frame !== null && 'type' in frame;
    return isFrame ? (frame as ToWorker) : undefined;
  } catch {
    return undefined;
  }
}

/** `0.3.1` and `0.3.2` understand each other; `0.4.0` may not. */
function isSameSeries(one: string, other: string): boolean {
  return series(one) === series(other);
}

function series(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
