// As much of `ws` as the tests use; it brings no types of its own.
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { Server } from 'node:http';

  export class WebSocket extends EventEmitter {
    constructor(url: string);
    terminate(): void;
    send(data: string | Buffer, options?: { binary?: boolean }): void;
    close(code?: number, reason?: string): void;
    on(event: 'message', heard: (data: Buffer, isBinary: boolean) => void): this;
    on(event: 'close', heard: () => void): this;
  }

  export class WebSocketServer extends EventEmitter {
    constructor(options: { server: Server; path?: string });
    on(event: 'connection', heard: (socket: WebSocket) => void): this;
    close(): void;
  }
}
