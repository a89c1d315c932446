// What waits for the server's receipt: kept in order, bounded, and written down to outlive the worker.
import type { Kind } from 'gasoline-capture';
import { compose, type Batch } from 'gasoline-transport/batch';
import { OUTBOX_MAX_CHARS, OUTBOX_MAX_PARCELS, OUTBOX_SAVE_MS } from '../limits.js';

/** One body for one path. */
export interface Parcel {
  id: number;
  /** The batch it came from. */
  batch: string;
  kind: Kind;
  events: number;
  path: string;
  body: string;
  /** Losses that its body tells of. */
  dropped?: Drops;
}

export type Drops = Partial<Record<Kind, number>>;

/** As much of chrome.storage.session as is used. */
export interface Shelf {
  get(keys: null): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

/** Runs work later; the answer calls it off. */
export type After = (ms: number, work: () => void) => () => void;

const PREFIX = 'parcel.';
const DROPS = 'outbox.drops';

export class Outbox {
  /** In the order they came, which is the order of their ids. */
  readonly #parcels = new Map<number, Parcel>();
  readonly #inFlight = new Set<number>();
  readonly #unsaved = new Set<number>();
  readonly #saved = new Set<number>();
  /** Who waits to hear that a batch is safe. */
  readonly #waiting = new Map<string, ((taken: boolean) => void)[]>();
  #drops: Drops = {};
  #chars = 0;
  #nextId = 1;
  #isSaveDue = false;

  constructor(
    private readonly shelf: Shelf,
    private readonly after: After,
  ) {}

  /** Takes up what an earlier life of the worker wrote down. */
  async load(): Promise<void> {
    const items = await this.shelf.get(null);
    this.#drops = (items[DROPS] as Drops | undefined) ?? {};
    const parcels = Object.entries(items)
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([, value]) => value as Parcel)
      .toSorted((a, b) => a.id - b.id);
    for (const parcel of parcels) {
      this.#parcels.set(parcel.id, parcel);
      this.#saved.add(parcel.id);
      this.#chars += parcel.body.length;
      this.#nextId = parcel.id + 1;
    }
  }

  has(batch: string): boolean {
    return [...this.#parcels.values()].some((parcel) => parcel.batch === batch);
  }

  /** Takes a batch. True once the server has it or it is written down; false: offer it again. */
  add(batch: Batch, client: string, members: Record<string, number>): Promise<boolean> {
    const taken = new Promise<boolean>((resolve) => {
      const others = this.#waiting.get(batch.id) ?? [];
      this.#waiting.set(batch.id, [...others, resolve]);
    });
    if (!this.has(batch.id)) this.#compose(batch, client, members);
    this.#saveSoon();
    return taken;
  }

  #compose(batch: Batch, client: string, members: Record<string, number>): void {
    const dropped = total(this.#drops, batch.dropped);
    this.#drops = {};
    const told = Object.keys(dropped).length > 0;
    const bodies = compose(told ? { ...batch, dropped } : batch, { client }, members);
    bodies.forEach(({ path, body }, index) => {
      const id = this.#nextId++;
      const events = bodies.length === 1 ? batch.events.length : 1;
      const parcel: Parcel = { id, batch: batch.id, kind: batch.kind, events, path, body };
      if (told && index === 0) parcel.dropped = dropped;
      this.#parcels.set(id, parcel);
      this.#unsaved.add(id);
      this.#chars += body.length;
    });
    this.#bound();
  }

  /** The oldest parcel nobody is sending; it counts as under way until settled or released. */
  take(): Parcel | undefined {
    for (const parcel of this.#parcels.values()) {
      if (this.#inFlight.has(parcel.id)) continue;
      this.#inFlight.add(parcel.id);
      return parcel;
    }
    return undefined;
  }

  /** What the server said about a parcel, as an HTTP status. */
  settle(id: number, status: number): void {
    const parcel = this.#parcels.get(id);
    this.#inFlight.delete(id);
    if (parcel === undefined || status === 429 || status >= 500) return;
    if (status >= 400) this.#count(parcel);
    this.#forget(parcel);
  }

  /** The line broke: all that was under way waits again. */
  release(): void {
    this.#inFlight.clear();
  }

  /** The server found a frame too large: of those under way it must have been the largest. */
  dropLargestInFlight(): void {
    const parcels = [...this.#inFlight].flatMap((id) => this.#parcels.get(id) ?? []);
    const largest = parcels.toSorted((a, b) => b.body.length - a.body.length)[0];
    if (largest === undefined) return;
    this.#count(largest);
    this.#forget(largest);
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Events that wait, and losses not yet told. */
  get waiting(): { events: number; dropped: number } {
    return {
      events: sum([...this.#parcels.values()].map((parcel) => parcel.events)),
      dropped: sum(Object.values(this.#drops)),
    };
  }

  #bound(): void {
    for (const parcel of this.#parcels.values()) {
      if (this.#parcels.size <= OUTBOX_MAX_PARCELS && this.#chars <= OUTBOX_MAX_CHARS) return;
      this.#count(parcel);
      this.#forget(parcel);
    }
  }

  #count(parcel: Parcel): void {
    this.#drops = total(this.#drops, parcel.dropped, { [parcel.kind]: parcel.events });
  }

  #forget(parcel: Parcel): void {
    this.#parcels.delete(parcel.id);
    this.#inFlight.delete(parcel.id);
    this.#unsaved.delete(parcel.id);
    this.#chars -= parcel.body.length;
    if (this.#saved.has(parcel.id)) this.#saveSoon();
    if (!this.has(parcel.batch)) this.#answer(parcel.batch, true);
  }

  #answer(batch: string, taken: boolean): void {
    this.#waiting.get(batch)?.forEach((resolve) => resolve(taken));
    this.#waiting.delete(batch);
  }

  #saveSoon(): void {
    if (this.#isSaveDue) return;
    this.#isSaveDue = true;
    this.after(OUTBOX_SAVE_MS, () => {
      this.#isSaveDue = false;
      void this.#save();
    });
  }

  async #save(): Promise<void> {
    const parcels = [...this.#unsaved].flatMap((id) => this.#parcels.get(id) ?? []);
    const gone = [...this.#saved].filter((id) => !this.#parcels.has(id));
    const batches = [...this.#waiting.keys()];
    const items = Object.fromEntries(parcels.map((parcel) => [PREFIX + parcel.id, parcel]));
    try {
      if (gone.length > 0) await this.shelf.remove(gone.map((id) => PREFIX + id));
      gone.forEach((id) => this.#saved.delete(id));
      await this.shelf.set({ ...items, [DROPS]: this.#drops });
      for (const { id } of parcels) {
        this.#unsaved.delete(id);
        this.#saved.add(id);
      }
      batches.forEach((batch) => this.#answer(batch, true));
      // Settled while it was being written.
      if ([...this.#saved].some((id) => !this.#parcels.has(id))) this.#saveSoon();
    } catch {
      // No room: the frames keep their batches and offer them again.
      batches.forEach((batch) => this.#answer(batch, false));
    }
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

function total(...all: (Drops | undefined)[]): Drops {
  const result: Drops = {};
  for (const drops of all) {
    for (const [kind, count] of Object.entries(drops ?? {})) {
      result[kind as Kind] = (result[kind as Kind] ?? 0) + count;
    }
  }
  return result;
}
