// Whether the page changed since the user did something. Any change counts, but for those it makes by itself.
import type { CaptureContext } from '../../context.js';
import { CHANGED_MAX_FIELDS } from '../../limits.js';

export interface Changed {
  /** Looks from here on; `path` leads from the touched element up, through shadow roots. */
  expect(path: EventTarget[]): void;
  /** Looks on after the same thing was done again. */
  again(path: EventTarget[]): void;
  has(): boolean;
  /** Stops looking: a page that animates is not watched for nothing. */
  stop(): void;
}

const KINDS = { subtree: true, childList: true, characterData: true, attributes: true };

/** `isByItself` tells nodes that change without the user; `found` is called at the first change. */
export function watchChanged(
  { page, quietly }: CaptureContext,
  isByItself: (node: Node) => boolean,
  found: () => void,
): Changed {
  const { document } = page;
  let hasChanged = false;
  /** What stood in the fields: no observer sees that. */
  let values: string | undefined;

  const see = (records: MutationRecord[]) => {
    if (hasChanged || records.every(({ target }) => isByItself(target))) return;
    hasChanged = true;
    observer.disconnect();
    found();
  };
  const observer = new page.MutationObserver((records) => quietly(() => see(records)));
  const observe = (path: EventTarget[]) => {
    observer.observe(document, KINDS);
    // What happens inside a component happens in its own tree.
    for (const node of path) if (node instanceof page.ShadowRoot) observer.observe(node, KINDS);
  };

  return {
    expect(path) {
      observer.disconnect();
      hasChanged = false;
      values = undefined;
      observe(path);
    },
    again(path) {
      if (hasChanged) return;
      see(observer.takeRecords());
      if (hasChanged) return;
      values ??= valuesOf(document);
      observe(path);
    },
    has() {
      see(observer.takeRecords());
      return hasChanged || (values !== undefined && values !== valuesOf(document));
    },
    stop() {
      observer.disconnect();
    },
  };
}

function valuesOf(document: Document): string {
  const fields = [...document.querySelectorAll('input,select,textarea')];
  return fields.slice(0, CHANGED_MAX_FIELDS).map(stateOf).join('\n');
}

function stateOf(field: Element): string {
  const { value, checked } = field as HTMLInputElement;
  return `${value} ${checked}`;
}
