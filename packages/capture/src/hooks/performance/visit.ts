// One showing of a page: a load, or a change of route within it. What was loaded and what blocked.
import { ROUTE_CHAIN_MS } from '../../limits.js';
import type { LongTasks, NetworkTotals } from '../../protocol.generated.js';
import { Recent, type Timed } from './recent.js';
import { Resources, type Resource } from './resources.js';

/** A task is long from here on, and what goes beyond it blocks. */
const LONG_TASK_MS = 50;

export interface Task extends Timed {
  duration: number;
}

export type TimedResource = Resource & Timed;

export class Visit {
  readonly #resources: Recent<TimedResource>;
  readonly #tasks: Recent<Task>;
  readonly #olderResources = new Resources();
  readonly #olderTasks: Required<LongTasks> = { count: 0, totalBlockingTime: 0, longest: 0 };
  /** What was told of it last. */
  told = '';

  constructor(
    readonly id: string,
    public url: string,
    /** Milliseconds after the page's own start. */
    readonly start: number,
  ) {
    this.#resources = new Recent((resource) => this.#olderResources.add(resource));
    this.#tasks = new Recent((task) => addTask(this.#olderTasks, task));
  }

  addResource(resource: TimedResource): void {
    this.#resources.add(resource);
  }

  addTask(task: Task): void {
    this.#tasks.add(task);
  }

  /** Hands over what belongs to a visit that began later. */
  handOver(next: Visit): void {
    for (const resource of this.#resources.take(next.start)) next.addResource(resource);
    for (const task of this.#tasks.take(next.start)) next.addTask(task);
  }

  network(): NetworkTotals {
    const all = this.#olderResources.copy();
    for (const resource of this.#resources.list()) all.add(resource);
    return all.totals();
  }

  longTasks(): Required<LongTasks> {
    const all = { ...this.#olderTasks };
    for (const task of this.#tasks.list()) addTask(all, task);
    return all;
  }

  /**
   * How long a change of route took until all it asked for was there: requests that begin soon after
   * the last answer belong to it, later ones do not.
   */
  settled(changed: number): number {
    const requests = this.#resources
      .list()
      .toSorted((one, other) => one.startTime - other.startTime);
    let last = changed;
    for (const { startTime, duration } of requests) {
      if (startTime > last + ROUTE_CHAIN_MS) break;
      last = Math.max(last, startTime + duration);
    }
    return Math.round(last - this.start);
  }
}

function addTask(tasks: Required<LongTasks>, { duration }: Task): void {
  tasks.count++;
  tasks.totalBlockingTime += Math.round(Math.max(0, duration - LONG_TASK_MS));
  tasks.longest = Math.max(tasks.longest, Math.round(duration));
}
