// One action that may still change: typing, scrolling, a click that another click may replace.

export interface Timers {
  setTimeout(work: () => void, milliseconds: number): number;
  clearTimeout(timer: number): void;
}

/** What waits: `is` and `about` name it, `told` makes the actions when it is over. */
export interface Wait<A> {
  is: string;
  about: unknown;
  milliseconds: number;
  /** Whether the time starts again with each change (typing) or not (scrolling). */
  restarts?: boolean;
  told: () => A[];
}

/**
 * Keeps the order of what the user did: whatever comes next sends what waited first, with the last
 * value it had. The same thing again takes its place instead.
 */
export class Waiting<A> {
  #wait: Wait<A> | undefined;
  #timer: number | undefined;

  constructor(
    private readonly timers: Timers,
    private readonly tell: (action: A) => void,
  ) {}

  /** Waits with `wait`. The same thing takes the place of what waits, another sends it. */
  start(wait: Wait<A>): void {
    const isSame = this.has(wait.is, wait.about);
    if (!isSame) this.flush();
    this.#wait = wait;
    if (isSame && !wait.restarts) return;
    this.#stop();
    this.#timer = this.timers.setTimeout(() => this.flush(), wait.milliseconds);
  }

  has(is: string, about: unknown): boolean {
    return this.#wait?.is === is && this.#wait.about === about;
  }

  /** Takes what waits away, unsent. */
  take(): Wait<A> | undefined {
    const wait = this.#wait;
    this.#wait = undefined;
    this.#stop();
    return wait;
  }

  flush(): void {
    for (const action of this.take()?.told() ?? []) this.tell(action);
  }

  #stop(): void {
    if (this.#timer !== undefined) this.timers.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
