// Until when a change of the page is the effect of what the user did.
import { EFFECT_MAX_MS, EFFECT_OF_ACTION_MS } from '../../limits.js';

/**
 * A change soon after an action is its effect; so is one soon after the last response of the
 * requests that were under way at the end of that time.
 */
export class Effects {
  #acted: number;
  #until: number;

  constructor(
    private readonly now: () => number,
    private readonly pending: () => number,
  ) {
    this.#acted = now();
    this.#until = this.#acted + EFFECT_OF_ACTION_MS;
  }

  /** The user did something; loading a page is one such thing. */
  acted(): void {
    this.#acted = this.now();
    this.#until = this.#acted + EFFECT_OF_ACTION_MS;
  }

  /** Asked at each change, and while waiting for requests. */
  isEffect(): boolean {
    const now = this.now();
    if (now >= this.#acted + EFFECT_MAX_MS) return false;
    // Requests that began before the time was over prolong it; later ones are the page's own.
    if (now < this.#until && this.pending() > 0) this.#until = now + EFFECT_OF_ACTION_MS;
    return now < this.#until;
  }
}
