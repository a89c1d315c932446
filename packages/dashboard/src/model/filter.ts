// Which rows are shown: by words, by lane, by level, by test, by time.
import type { Lane, Row } from '../data/row.js';

export interface Filter {
  /** Every word must be somewhere in the event. */
  readonly words: string;
  /** Lanes that are left out. */
  readonly hidden: ReadonlySet<Lane>;
  readonly isBadOnly: boolean;
  readonly test: string | undefined;
}

export const EVERYTHING: Filter = {
  words: '',
  hidden: new Set(),
  isBadOnly: false,
  test: undefined,
};

/** The rows that pass, in their order. */
export function select(rows: readonly Row[], filter: Filter): readonly Row[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  const isAll =
    words.length === 0 &&
    filter.hidden.size === 0 &&
    !filter.isBadOnly &&
    filter.test === undefined;
  if (isAll) return rows;
  return rows.filter(
    (row) =>
      !filter.hidden.has(row.lane) &&
      (!filter.isBadOnly || row.level === 'error' || row.level === 'warn') &&
      (filter.test === undefined || row.test === filter.test) &&
      words.every((word) => haystack(row).includes(word)),
  );
}

const haystacks = new WeakMap<Row, string>();

/** All an event says, in small letters, made once. */
function haystack(row: Row): string {
  let hay = haystacks.get(row);
  if (hay === undefined) {
    hay = `${row.title} ${row.note} ${JSON.stringify(row.event)}`.toLowerCase();
    haystacks.set(row, hay);
  }
  return hay;
}

/** The rows that touch a span of time, of rows sorted by time. */
export function within(rows: readonly Row[], from: number, to: number): readonly Row[] {
  return rows.filter((row) => row.at <= to && row.end >= from);
}
