// The timeline: lanes on a canvas that is zoomed and panned by pointer, wheel, keys and buttons.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../data/row.js';
import { inside, pan, zoom, type Span } from '../model/span.js';
import { clock } from '../model/words.js';
import { FULL_HEIGHT, GUTTER, paint, type Ink, type Picture } from './paint.js';

export interface TimelineProps {
  readonly rows: readonly Row[];
  readonly whole: Span;
  readonly span: Span;
  readonly selected: Row | undefined;
  /** `undefined`: everything. */
  readonly onSpan: (span: Span | undefined) => void;
  readonly onSelect: (row: Row) => void;
}

export function Timeline(props: TimelineProps) {
  const { rows, whole, span, selected, onSpan, onSelect } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<Picture>(undefined);
  const [width, setWidth] = useState(0);
  const [scheme, setScheme] = useState(0);
  const [dragged, setDragged] = useState<{ from: number; to: number }>();
  const [hovered, setHovered] = useState<{ row: Row; x: number; y: number }>();

  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const watcher = new ResizeObserver(() => setWidth(current.clientWidth));
    watcher.observe(current);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const change = () => setScheme((count) => count + 1);
    dark.addEventListener('change', change);
    return () => {
      watcher.disconnect();
      dark.removeEventListener('change', change);
    };
  }, []);

  useLayoutEffect(() => {
    const { current } = canvas;
    const context = current?.getContext('2d');
    if (!current || !context || width === 0) return;
    const dense = devicePixelRatio;
    current.width = Math.round(width * dense);
    current.height = Math.round(FULL_HEIGHT * dense);
    context.scale(dense, dense);
    picture.current = paint(context, { rows, span, selected, width, ink: inkOf(current) });
  }, [rows, span, selected, width, scheme]);

  const at = (x: number) => {
    const share = (x - GUTTER) / Math.max(1, width - GUTTER - 8);
    return span.from + Math.min(Math.max(share, 0), 1) * (span.to - span.from);
  };
  const go = (to: Span) => {
    const isAll = to.to - to.from >= (whole.to - whole.from) * 0.999;
    onSpan(isAll ? undefined : to);
  };
  const middle = (span.from + span.to) / 2;

  // Preact listens passively to wheels; this one must keep the page from moving.
  const wheel = useRef<(event: WheelEvent) => void>(undefined);
  wheel.current = (event) => {
    event.preventDefault();
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      go(pan(span, sideways / 600, whole));
    } else {
      go(zoom(span, Math.exp(event.deltaY / 300), at(event.offsetX), whole));
    }
  };
  useEffect(() => {
    const { current } = canvas;
    const turn = (event: WheelEvent) => wheel.current?.(event);
    current?.addEventListener('wheel', turn, { passive: false });
    return () => current?.removeEventListener('wheel', turn);
  }, []);

  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(pan(span, -0.2, whole)),
    ArrowRight: () => go(pan(span, 0.2, whole)),
    '+': () => go(zoom(span, 0.6, middle, whole)),
    '=': () => go(zoom(span, 0.6, middle, whole)),
    '-': () => go(zoom(span, 1 / 0.6, middle, whole)),
    Home: () => onSpan(undefined),
  };

  const press = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  const drop = (event: PointerEvent) => {
    setDragged(undefined);
    if (dragged === undefined) return;
    if (Math.abs(dragged.to - dragged.from) > 4) {
      const [from, to] = [dragged.from, dragged.to].toSorted((one, other) => one - other);
      go(inside({ from: at(from ?? 0), to: at(to ?? 0) }, whole));
      return;
    }
    const row = picture.current?.at(event.offsetX, event.offsetY);
    if (row !== undefined) onSelect(row);
  };

  return (
    <section class="timeline card" aria-label="Timeline">
      <div class="tools">
        <span class="range">
          {clock(span.from)} – {clock(span.to)}
        </span>
        <button class="plain small" onClick={keys['ArrowLeft']} aria-label="Earlier">
          ←
        </button>
        <button class="plain small" onClick={keys['ArrowRight']} aria-label="Later">
          →
        </button>
        <button class="plain small" onClick={keys['-']} aria-label="Zoom out">
          −
        </button>
        <button class="plain small" onClick={keys['+']} aria-label="Zoom in">
          +
        </button>
        <button class="plain small" onClick={keys['Home']}>
          All
        </button>
      </div>
      <div
        class="lanes"
        ref={box}
        role="group"
        tabIndex={0}
        aria-label="Lanes: arrow keys move, plus and minus zoom, Home shows everything. The list below has the same events."
        onKeyDown={press}
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          style={{ width: `${width}px`, height: `${FULL_HEIGHT}px` }}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setDragged({ from: event.offsetX, to: event.offsetX });
          }}
          onPointerMove={(event) => {
            if (dragged !== undefined) setDragged({ ...dragged, to: event.offsetX });
            const row = picture.current?.at(event.offsetX, event.offsetY);
            setHovered(row && { row, x: event.offsetX, y: event.offsetY });
          }}
          onPointerUp={drop}
          onPointerCancel={() => setDragged(undefined)}
          onPointerLeave={() => setHovered(undefined)}
          onDblClick={() => onSpan(undefined)}
        />
        {dragged !== undefined && (
          <div
            class="chosen"
            style={{
              left: `${Math.min(dragged.from, dragged.to)}px`,
              width: `${Math.abs(dragged.to - dragged.from)}px`,
            }}
          />
        )}
        {hovered !== undefined && dragged === undefined && (
          <div
            class="tip"
            style={{
              left: `${Math.min(hovered.x + 12, Math.max(0, width - 360))}px`,
              top: `${hovered.y + 14}px`,
            }}
          >
            <b>{hovered.row.title}</b>
            <br />
            {clock(hovered.row.at)} · {hovered.row.note}
          </div>
        )}
      </div>
    </section>
  );
}

function inkOf(element: Element): Ink {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name) ?? style.getPropertyValue(name).trim();
    known.set(name, found);
    return found;
  };
}
