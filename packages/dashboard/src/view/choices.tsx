// A list to choose from that stays fast with tens of thousands of lines: only those in sight exist.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface ChoicesProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly selected: string | undefined;
  readonly onSelect: (item: Item) => void;
  /** Enter, or a second click. */
  readonly onOpen?: () => void;
  readonly render: (item: Item) => ComponentChildren;
  readonly rowHeight: number;
  readonly classOf?: (item: Item) => string;
}

/** Lines rendered beyond each edge, so that scrolling shows no gaps. */
const BEYOND = 8;

export function Choices<Item>(props: ChoicesProps<Item>) {
  const { items, keyOf, selected, rowHeight } = props;
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 600 });
  const id = useRef(`choices-${Math.random().toString(36).slice(2)}`).current;
  const index = selected === undefined ? -1 : items.findIndex((item) => keyOf(item) === selected);
  const first = useRef<string>(undefined);

  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const watcher = new ResizeObserver(() =>
      setSeen({ top: current.scrollTop, height: current.clientHeight }),
    );
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);

  // What is added above does not move what is being read.
  useLayoutEffect(() => {
    const { current } = box;
    const before = first.current;
    first.current = items[0] === undefined ? undefined : keyOf(items[0]);
    if (current === null || before === undefined || before === first.current) return;
    const added = items.slice(0, 2_000).findIndex((item) => keyOf(item) === before);
    if (added > 0 && current.scrollTop > 0) current.scrollTop += added * rowHeight;
  }, [items]);

  const isChosenElsewhere = useRef(selected);
  useLayoutEffect(() => {
    if (isChosenElsewhere.current === selected) return;
    isChosenElsewhere.current = selected;
    reveal(index);
  }, [selected]);

  function reveal(at: number): void {
    const { current } = box;
    if (current === null || at < 0) return;
    const [above, below] = [at * rowHeight, (at + 1) * rowHeight];
    if (above < current.scrollTop) current.scrollTop = above;
    else if (below > current.scrollTop + current.clientHeight) {
      current.scrollTop = below - current.clientHeight;
    }
  }

  function press(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(seen.height / rowHeight) - 1);
    const to: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index < 0 ? 0 : index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: items.length - 1,
    };
    if (event.key === 'Enter') props.onOpen?.();
    const wanted = to[event.key];
    if (wanted === undefined || items.length === 0) return;
    event.preventDefault();
    const at = Math.min(Math.max(wanted, 0), items.length - 1);
    const item = items[at];
    if (item === undefined) return;
    props.onSelect(item);
    reveal(at);
  }

  const from = Math.max(0, Math.floor(seen.top / rowHeight) - BEYOND);
  const to = Math.min(items.length, Math.ceil((seen.top + seen.height) / rowHeight) + BEYOND);
  const isInSight = index >= from && index < to;
  return (
    <div
      class="choices"
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={props.label}
      {...(isInSight ? { 'aria-activedescendant': `${id}-${name(selected ?? '')}` } : {})}
      onScroll={({ currentTarget }) =>
        setSeen({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
      onKeyDown={press}
    >
      <div role="presentation" class="all" style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(from, to).map((item, offset) => {
          const at = from + offset;
          return (
            <div
              key={keyOf(item)}
              id={`${id}-${name(keyOf(item))}`}
              role="option"
              class={`choice ${props.classOf?.(item) ?? ''}`}
              aria-selected={at === index}
              aria-setsize={items.length}
              aria-posinset={at + 1}
              style={{ top: `${at * rowHeight}px`, height: `${rowHeight}px` }}
              onClick={() => props.onSelect(item)}
              onDblClick={() => props.onOpen?.()}
            >
              {props.render(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** A key as a part of an element's id, which has no spaces; it stays the item's wherever that stands. */
function name(key: string): string {
  return key.replace(/\W/g, (letter) => `.${letter.charCodeAt(0)}`);
}
