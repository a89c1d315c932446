// Carries deliveries to the server: over the socket, or by HTTP where there is a server but no socket.
import type { RequestDelivery } from 'gasoline-transport/delivery';
import type { Carrier } from 'gasoline-transport/dispatcher';
import type { Outcome } from 'gasoline-transport/queue';
import { SOCKET_MAX_UNDER_WAY } from '../limits.js';
import type { ServerSocket } from './socket.js';

/** The status of the response; 0 without one. */
export type Post = (delivery: RequestDelivery) => Promise<number>;

interface Awaited {
  delivery: RequestDelivery;
  resolve(outcome: Outcome): void;
}

export class ServerCarrier implements Carrier<RequestDelivery> {
  /** What was sent over the socket, by the number that its receipt will have. */
  readonly #awaited = new Map<number, Awaited>();
  #nextNumber = 1;

  constructor(
    private readonly socket: Pick<ServerSocket, 'isOpen' | 'state' | 'send'>,
    private readonly post: Post,
  ) {}

  capacity(): number {
    const { isOpen, state } = this.socket;
    if (isOpen) return SOCKET_MAX_UNDER_WAY;
    // `connecting` is over in a moment; the other states are not. By HTTP one at a time keeps the order.
    return state === 'connecting' || state === 'no_server' ? 0 : 1;
  }

  async send(delivery: RequestDelivery): Promise<Outcome> {
    if (!this.socket.isOpen) return outcomeOf(await this.post(delivery));
    const id = this.#nextNumber++;
    const { path, body } = delivery;
    if (!this.socket.send({ type: 'batch', id, path }, body)) return 'retry';
    return new Promise((resolve) => this.#awaited.set(id, { delivery, resolve }));
  }

  /** The server's receipt for a frame. */
  receipt(id: number, status: number): void {
    this.#awaited.get(id)?.resolve(outcomeOf(status));
    this.#awaited.delete(id);
  }

  /** The socket is closed. Returns what was sent over it and will get no receipt. */
  closed(): readonly RequestDelivery[] {
    const deliveries = [...this.#awaited.values()].map(({ delivery }) => delivery);
    this.#awaited.clear();
    return deliveries;
  }
}

function outcomeOf(status: number): Outcome {
  if (status === 0 || status === 429 || status >= 500) return 'retry';
  return status >= 400 ? 'refused' : 'accepted';
}

/** Posts a delivery as the CI script would: no preflight, no credentials. */
export async function postTo(serverUrl: string, { path, body }: RequestDelivery): Promise<number> {
  try {
    const headers = { 'content-type': 'text/plain' };
    const response = await fetch(serverUrl + path, {
      method: 'POST',
      headers,
      body,
      credentials: 'omit',
    });
    return response.status;
  } catch {
    return 0;
  }
}
