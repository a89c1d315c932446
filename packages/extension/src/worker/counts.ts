// How much was captured of the document in each tab, for badge and popup.
import type { Batch } from 'gasoline-transport/batch';
import type { TabCounts } from '../messages.js';
import { errorsIn } from './facts.js';
import type { After, KeyValueStore } from './environment.js';

const PREFIX = 'tab.';
const SAVE_MS = 500;

export class Counts {
  readonly #tabs = new Map<number, TabCounts>();
  readonly #changed = new Set<number>();
  #isSaveDue = false;

  constructor(
    private readonly store: KeyValueStore,
    private readonly after: After,
  ) {}

  async load(): Promise<void> {
    for (const [key, value] of Object.entries(await this.store.get(null))) {
      if (key.startsWith(PREFIX))
        this.#tabs.set(Number(key.slice(PREFIX.length)), value as TabCounts);
    }
  }

  get tabs(): Iterable<number> {
    return this.#tabs.keys();
  }

  of(tab: number): TabCounts {
    return this.#tabs.get(tab) ?? { counts: {}, errors: 0 };
  }

  add(tab: number, batch: Batch): void {
    const { kind, events } = batch;
    const { counts, errors } = this.of(tab);
    this.#put(tab, {
      counts: { ...counts, [kind]: (counts[kind] ?? 0) + events.length },
      errors: errors + errorsIn(batch).length,
    });
  }

  /** Another document took the tab over. */
  restart(tab: number): void {
    this.#put(tab, { counts: {}, errors: 0 });
  }

  remove(tab: number): void {
    this.#tabs.delete(tab);
    this.#changed.delete(tab);
    void this.store.remove([PREFIX + tab]);
  }

  #put(tab: number, value: TabCounts): void {
    this.#tabs.set(tab, value);
    this.#changed.add(tab);
    if (this.#isSaveDue) return;
    this.#isSaveDue = true;
    this.after(SAVE_MS, () => {
      this.#isSaveDue = false;
      const items = [...this.#changed].map((id) => [PREFIX + id, this.of(id)]);
      this.#changed.clear();
      void this.store.set(Object.fromEntries(items));
    });
  }
}
