// The book: what the dashboard holds of a server's journal, in order of time, up to a size.
import { list, place, text, type Told } from './read.js';
import { READERS, type Row } from './row.js';

/** More than a full journal of one session and twenty tests; of more, the oldest go. */
const ROWS_MAX = 40_000;

/** How the server counts what it has: which run, up to where, and how often it cleared. */
export interface Pulse {
  readonly run: number;
  readonly cursor: string;
  readonly cleared: number;
  /** Changes of the records of tests. */
  readonly tests: number;
}

export class Book {
  /** By time. */
  rows: Row[] = [];
  /** Records of tests, in the order they were started; whoever reads them sets them. */
  tests: Told[] = [];
  /** Counts words on page loads: the server keeps their history. */
  loads = 0;
  cursor: string | undefined;
  /** What fell out of the server before it could be read here, or out of this book. */
  missed = 0;
  /** Counts changes, for those who draw it. */
  version = 0;
  #seen = new Set<number>();

  /** Adds what a snapshot has; says how many rows are new. */
  take(snapshot: Told): number {
    const fresh: Row[] = [];
    for (const [kind, read] of Object.entries(READERS)) {
      for (const event of list(snapshot, kind)) {
        const seq = place(event['seq']);
        if (this.#seen.has(seq)) continue;
        this.#seen.add(seq);
        fresh.push(read(event));
      }
    }
    this.#insert(fresh);
    this.loads += list(snapshot, 'performance').length;
    this.cursor = text(snapshot, 'cursor') ?? this.cursor;
    const missed = snapshot['missed'];
    if (typeof missed === 'object' && missed !== null && 'count' in missed) {
      this.missed += Number(missed.count) || 0;
    }
    this.version += 1;
    return fresh.length;
  }

  #insert(fresh: Row[]): void {
    if (fresh.length === 0) return;
    fresh.sort(byTime);
    const last = this.rows.at(-1);
    const isInOrder = last === undefined || (fresh[0] !== undefined && byTime(last, fresh[0]) <= 0);
    this.rows = [...this.rows, ...fresh];
    if (!isInOrder) this.rows.sort(byTime);
    const beyond = this.rows.length - ROWS_MAX;
    if (beyond <= 0) return;
    for (const row of this.rows.splice(0, beyond)) this.#seen.delete(row.seq);
    this.missed += beyond;
  }
}

function byTime(one: Row, other: Row): number {
  return one.at - other.at || one.seq - other.seq;
}
