// What waits for the server, written to chrome.storage.session, where it outlives the worker.
import type { Counts, Delivery } from 'gasoline-transport/queue';
import type { KeyValueStore } from './environment.js';

const PREFIX = 'delivery.';
const DROPPED = 'queue.dropped';

interface Saved<D> {
  /** The store keeps no order. */
  place: number;
  delivery: D;
}

export class StorageSpool<D extends Delivery> {
  readonly #saved = new Set<string>();
  #lastPlace = 0;

  constructor(private readonly store: KeyValueStore) {}

  /** What an earlier life of the worker wrote down, oldest first. */
  async load(): Promise<{ deliveries: D[]; dropped: Counts }> {
    const items = await this.store.get(null);
    const saved = Object.entries(items)
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([, value]) => value as Saved<D>)
      .toSorted((a, b) => a.place - b.place);
    for (const { delivery } of saved) this.#saved.add(delivery.id);
    this.#lastPlace = saved.at(-1)?.place ?? 0;
    const deliveries = saved.map(({ delivery }) => delivery);
    return { deliveries, dropped: (items[DROPPED] as Counts | undefined) ?? {} };
  }

  /** Whether something is written down that waits no longer. */
  isStale(waits: (id: string) => boolean): boolean {
    return [...this.#saved].some((id) => !waits(id));
  }

  /** Makes what is written down the same as what waits. Rejects where there is no room. */
  async save(unsettled: readonly D[], dropped: Counts): Promise<void> {
    const ids = new Set(unsettled.map(({ id }) => id));
    const removed = [...this.#saved].filter((id) => !ids.has(id));
    if (removed.length > 0) await this.store.remove(removed.map((id) => PREFIX + id));
    removed.forEach((id) => this.#saved.delete(id));
    const added = unsettled.filter(({ id }) => !this.#saved.has(id));
    const items = added.map((delivery): [string, Saved<D>] => [
      PREFIX + delivery.id,
      { place: ++this.#lastPlace, delivery },
    ]);
    await this.store.set({ ...Object.fromEntries(items), [DROPPED]: dropped });
    added.forEach(({ id }) => this.#saved.add(id));
  }
}
