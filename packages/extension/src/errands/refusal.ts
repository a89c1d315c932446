// An errand that cannot be done says so by throwing this.
import type { Refused } from 'gasoline-capture/protocol.generated';
import { cut } from 'gasoline-capture/values/cut';

export class Refusal extends Error {
  constructor(
    readonly what: string,
    readonly hint: string,
  ) {
    super(what);
  }

  get refused(): Refused {
    return { what: this.what, hint: this.hint };
  }
}

/** The elements a selector finds; a selector that is none is refused. */
export function selectAll(root: ParentNode, selector: string): Element[] {
  try {
    return [...root.querySelectorAll(selector)];
  } catch {
    throw new Refusal(
      `\`${selector}\` is not a CSS selector`,
      'write one that `document.querySelectorAll` takes, such as `#cart .item` or `[data-testid="save"]`',
    );
  }
}

/** A text argument, or undefined. */
export function textArgument(given: Record<string, unknown>, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The texts of a list argument. */
export function listArgument(given: Record<string, unknown>, name: string): string[] {
  const value = given[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function clip(text: string, limit: number): string {
  return text.length > limit ? `${cut(text, limit - 1)}…` : text;
}
