// The film strip: screenshots in order of time, the newest in sight.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text, type Told } from '../data/read.js';
import type { Row } from '../data/row.js';
import { clock, many } from '../model/words.js';

/** Pictures shown at once; each is fetched when it comes into sight. */
const FRAMES_MAX = 80;

export interface FilmProps {
  readonly rows: readonly Row[];
  readonly selected: Row | undefined;
  readonly onSelect: (row: Row) => void;
}

export function Film({ rows, selected, onSelect }: FilmProps) {
  // What the server lets go after it told of it shows when it does not come.
  const [gone, setGone] = useState<readonly Told[]>([]);
  const shots = rows.filter(
    (row) => row.lane === 'screenshots' && /^\d+$/.test(text(row.event, 'id') ?? ''),
  );
  const held = shots.filter(({ event }) => event['held'] !== false && !gone.includes(event));
  const box = useRef<HTMLElement>(null);
  const newest = shots.at(-1)?.seq;
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollLeft = box.current.scrollWidth;
  }, [newest]);
  if (shots.length === 0) return null;
  const shown = held.slice(-FRAMES_MAX);
  const left = held.length - shown.length;
  const lost = shots.length - held.length;
  return (
    <section class="film card" aria-label="Screenshots" ref={box}>
      {lost > 0 && <p class="note">{many(lost, 'earlier one')} no longer held.</p>}
      {left > 0 && <p class="note">{many(left, 'earlier one')}: zoom in to see them.</p>}
      <ul>
        {shown.map((row) => (
          <li key={row.seq}>
            <button
              class="frame"
              aria-pressed={row === selected}
              aria-label={`${row.title}, ${clock(row.at)}`}
              onClick={() => onSelect(row)}
            >
              <img
                src={`/screenshots/${text(row.event, 'id')}/thumb.png`}
                alt=""
                loading="lazy"
                onError={() => setGone((known) => [...known, row.event])}
              />
              <span>{clock(row.at).slice(0, 8)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
