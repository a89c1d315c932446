// Carries parcels from the outbox to the server: over the line, or by HTTP while the line is shut.
import { BUSY_RETRY_MS, IN_FLIGHT_MAX_PARCELS } from '../limits.js';
import type { After, Outbox, Parcel } from './outbox.js';
import type { Line } from './socket.js';

/** The status the server answers; 0 when nobody does. */
export type Post = (parcel: Parcel) => Promise<number>;

export class Delivery {
  #posting = false;
  #resting = false;

  constructor(
    private readonly outbox: Outbox,
    private readonly line: Pick<Line, 'isOpen' | 'state' | 'send'>,
    private readonly post: Post,
    private readonly after: After,
  ) {}

  /** Sends what can be sent. Called whenever something is added, received, or the line changes. */
  pump(): void {
    if (this.#resting) return;
    if (this.line.isOpen) return this.#fill();
    // `connecting` is over in a moment; the other states are not.
    if (this.line.state !== 'connecting' && this.line.state !== 'no_server') void this.#postAll();
  }

  /** The server's word on a parcel. */
  receipt(id: number, status: number): void {
    this.outbox.settle(id, status);
    if (status === 429 || status >= 500) this.#rest();
    this.pump();
  }

  /** The line is shut: what was under way goes again. */
  lineShut(frameTooLarge: boolean): void {
    if (frameTooLarge) this.outbox.dropLargestInFlight();
    this.outbox.release();
  }

  #fill(): void {
    while (this.outbox.inFlight < IN_FLIGHT_MAX_PARCELS) {
      const parcel = this.outbox.take();
      if (parcel === undefined) return;
      const { id, path } = parcel;
      if (!this.line.send({ type: 'batch', id, path }, parcel.body)) {
        this.outbox.release();
        return;
      }
    }
  }

  /** One at a time, so that the order is kept. */
  async #postAll(): Promise<void> {
    if (this.#posting) return;
    this.#posting = true;
    try {
      while (!this.line.isOpen && !this.#resting) {
        const parcel = this.outbox.take();
        if (parcel === undefined) return;
        const status = await this.post(parcel);
        this.outbox.settle(parcel.id, status === 0 ? 503 : status);
        if (status === 0 || status === 429 || status >= 500) this.#rest();
      }
    } finally {
      this.#posting = false;
    }
  }

  #rest(): void {
    this.#resting = true;
    this.after(BUSY_RETRY_MS, () => {
      this.#resting = false;
      this.pump();
    });
  }
}

/** Posts a parcel as the CI script would: no preflight, no credentials. */
export async function postTo(serverUrl: string, { path, body }: Parcel): Promise<number> {
  try {
    const headers = { 'content-type': 'text/plain' };
    const answer = await fetch(serverUrl + path, {
      method: 'POST',
      headers,
      body,
      credentials: 'omit',
    });
    return answer.status;
  } catch {
    return 0;
  }
}
