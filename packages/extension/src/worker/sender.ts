// What frames send: kept in order until the server has it, and written down to outlive the worker.
import type { Batch } from 'gasoline-transport/batch';
import { requestsOf, type RequestDelivery } from 'gasoline-transport/delivery';
import { createDispatcher } from 'gasoline-transport/dispatcher';
import { Queue, sum } from 'gasoline-transport/queue';
import { QUEUE_MAX_CHARS, QUEUE_MAX_DELIVERIES, SAVE_DELAY_MS } from '../limits.js';
import type { ServerCarrier } from './carrier.js';
import type { After, KeyValueStore } from './environment.js';
import { StorageSpool } from './spool.js';

interface WorkerDelivery extends RequestDelivery {
  /** The id of the batch it came from. */
  readonly batch: string;
}

export class WorkerSender {
  readonly #queue = new Queue<WorkerDelivery>({
    deliveries: QUEUE_MAX_DELIVERIES,
    chars: QUEUE_MAX_CHARS,
  });
  readonly #spool: StorageSpool<WorkerDelivery>;
  readonly #dispatcher;
  /** Frames that wait until a batch is safe. */
  readonly #frames = new Map<string, ((isTaken: boolean) => void)[]>();
  #isSaveDue = false;

  constructor(
    store: KeyValueStore,
    private readonly carrier: ServerCarrier,
    private readonly after: After,
  ) {
    this.#spool = new StorageSpool(store);
    const settled = () => this.#settled();
    this.#dispatcher = createDispatcher({
      queue: this.#queue,
      carrier,
      timing: { after },
      settled,
    });
  }

  /** Takes up what an earlier life of the worker wrote down. */
  async load(): Promise<void> {
    const { deliveries, dropped } = await this.#spool.load();
    deliveries.forEach((delivery) => this.#queue.add(delivery));
    this.#queue.addDropped(dropped);
  }

  has(batch: string): boolean {
    return this.#queue.unsettled().some((delivery) => delivery.batch === batch);
  }

  /** Takes a batch. True once the server has it or it is written down; false: offer it again. */
  add(batch: Batch, client: string, members: Record<string, number>): Promise<boolean> {
    const taken = new Promise<boolean>((resolve) => {
      this.#frames.set(batch.id, [...(this.#frames.get(batch.id) ?? []), resolve]);
    });
    if (!this.has(batch.id)) this.#enqueue(batch, client, members);
    this.#saveSoon();
    this.pump();
    return taken;
  }

  /** Sends what can be sent. Called whenever the connection changes. */
  pump(): void {
    this.#dispatcher.pump();
  }

  /** The socket is closed: what was under way goes again. */
  closed(isFrameTooLarge: boolean): void {
    const sent = this.carrier.closed();
    if (sent.length === 0) return;
    // Of all under way it must have been the largest.
    const largest = sent.reduce((one, other) => (other.chars > one.chars ? other : one));
    if (isFrameTooLarge) this.#queue.settle(largest.id, 'refused');
    this.#queue.release();
    this.#settled();
  }

  /** Events that wait, and losses not yet reported. */
  get waiting(): { events: number; dropped: number } {
    return {
      events: total(this.#queue.unsettled().map(({ count }) => count)),
      dropped: total(Object.values(this.#queue.dropped)),
    };
  }

  #enqueue(batch: Batch, client: string, members: Record<string, number>): void {
    const { id, kind, events } = batch;
    const dropped = sum(this.#queue.takeDropped() ?? {}, batch.dropped ?? {});
    const whole = { id, kind, events, ...(Object.keys(dropped).length > 0 && { dropped }) };
    for (const delivery of requestsOf(whole, { client }, () => true, members)) {
      this.#queue.add({ ...delivery, batch: id });
    }
    this.#settled();
  }

  /** Some may wait no longer: their frames may forget them. */
  #settled(): void {
    const waiting = new Set(this.#queue.unsettled().map(({ batch }) => batch));
    for (const batch of this.#frames.keys()) if (!waiting.has(batch)) this.#respond(batch, true);
    if (this.#spool.isStale((id) => this.#queue.has(id))) this.#saveSoon();
  }

  #respond(batch: string, isTaken: boolean): void {
    this.#frames.get(batch)?.forEach((resolve) => resolve(isTaken));
    this.#frames.delete(batch);
  }

  #saveSoon(): void {
    if (this.#isSaveDue) return;
    this.#isSaveDue = true;
    this.after(SAVE_DELAY_MS, () => {
      this.#isSaveDue = false;
      void this.#save();
    });
  }

  async #save(): Promise<void> {
    const batches = [...this.#frames.keys()];
    let isSaved = true;
    try {
      await this.#spool.save(this.#queue.unsettled(), this.#queue.dropped);
    } catch {
      // No room: the frames keep their batches and offer them again.
      isSaved = false;
    }
    batches.forEach((batch) => this.#respond(batch, isSaved));
    // Settled while it was being written.
    if (isSaved) this.#settled();
  }
}

function total(numbers: number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
