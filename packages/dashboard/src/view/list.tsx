// The list of events: the same rows as in the timeline, newest first, in words.
import { useMemo, useRef } from 'preact/hooks';
import type { Row } from '../data/row.js';
import type { Filter } from '../model/filter.js';
import { clock, many } from '../model/words.js';
import { Choices } from './choices.js';

export interface ListProps {
  readonly rows: readonly Row[];
  /** What narrows the rows down, as the user set it. */
  readonly filter: Filter;
  readonly total: number;
  /** Events that are not held any more, or never were here. */
  readonly missed: number;
  readonly selected: Row | undefined;
  readonly onSelect: (row: Row) => void;
  readonly onAll: (() => void) | undefined;
}

export function List({ rows, filter, total, missed, selected, onSelect, onAll }: ListProps) {
  const newestFirst = useMemo(() => rows.toReversed(), [rows]);
  const counted =
    rows.length === total
      ? many(total, 'event')
      : `${rows.length.toLocaleString('en')} of ${many(total, 'event')}`;
  return (
    <section class="list card" aria-label="Events">
      <span role="status" class="unseen">
        {useSaid(counted, filter)}
      </span>
      <p class="count">
        <span>{counted}</span>
        {missed > 0 && <span>{many(missed, 'earlier one')} not held</span>}
        {onAll !== undefined && (
          <button class="plain small" onClick={onAll}>
            Show all
          </button>
        )}
      </p>
      <Choices
        label="Events, newest first"
        items={newestFirst}
        keyOf={(row) => String(row.seq)}
        selected={selected && String(selected.seq)}
        onSelect={onSelect}
        onOpen={openDetail}
        rowHeight={26}
        classOf={(row) => row.level}
        render={(row) => (
          <>
            <span class="when">{clock(row.at)}</span>
            <span class={`badge ${row.lane} ${row.level}`}>{LABELS[row.lane]}</span>
            <span class="what">{row.title}</span>
            <span class="side">{row.note}</span>
          </>
        )}
      />
    </section>
  );
}

/** The words as they were when `about` changed last: what grows by itself is not read out. */
function useSaid(words: string, about: unknown): string {
  const last = useRef({ about, said: '' }).current;
  if (last.about !== about) Object.assign(last, { about, said: words });
  return last.said;
}

/** Moves on to what the detail pane shows. */
function openDetail(): void {
  document.querySelector<HTMLElement>('.detail')?.focus();
}

const LABELS = {
  actions: 'action',
  requests: 'request',
  errors: 'error',
  console: 'console',
  sockets: 'socket',
  screenshots: 'picture',
};
