// The box around a text that keeps its size whatever the text says: what stands beside the text moves within it.
import type { CaptureContext } from '../../context.js';
import { BOX_MAX_LEVELS, BOX_MAX_LOOKS } from '../../limits.js';

interface Size {
  box: Element;
  width: number;
  height: number;
}

export class Boxes {
  /** Boxes that have kept their size so far, the nearest first. */
  readonly #steady = new WeakMap<Element, Size[]>();
  readonly #looks = new WeakMap<Element, number>();

  constructor(private readonly page: CaptureContext['page']) {}

  /** Whether a few more looks may tell something new. */
  isOpen(element: Element): boolean {
    return (this.#looks.get(element) ?? 0) < BOX_MAX_LOOKS;
  }

  /** Looks at the boxes around it; those that changed are out. Reads layout, so in idle time only. */
  look(element: Element): void {
    this.#looks.set(element, (this.#looks.get(element) ?? 0) + 1);
    const known = this.#steady.get(element) ?? this.#around(element);
    this.#steady.set(element, known.filter(isSame));
  }

  /** The nearest box that kept its size. */
  of(element: Element): Element | undefined {
    return this.#steady.get(element)?.[0]?.box;
  }

  /** The boxes around an element; what is inline has none of its own. */
  #around(element: Element): Size[] {
    const { body } = this.page.document;
    const found: Size[] = [];
    let around: Element | null = element;
    for (let level = 0; around && around !== body && level < BOX_MAX_LEVELS; level++) {
      const { display } = this.page.getComputedStyle(around);
      if (display !== 'inline' && display !== 'contents') found.push(sized(around));
      around = around.parentElement;
    }
    return found;
  }
}

function sized(box: Element): Size {
  const { width, height } = box.getBoundingClientRect();
  return { box, width, height };
}

/** Half a pixel is how a browser rounds. */
function isSame({ box, width, height }: Size): boolean {
  const now = sized(box);
  return Math.abs(now.width - width) < 0.5 && Math.abs(now.height - height) < 0.5;
}
