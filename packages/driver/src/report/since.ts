// What of a server's snapshot belongs to this run, where the server was there before it.
import type { GasolineSnapshot, TestRecord } from './snapshot.js';

interface Row {
  seq?: number;
  received_at?: number;
  timestamp?: string;
  count?: number;
}

/** The place of the last event that the server had before `begun`, if it had any. */
export function lastBefore(snapshot: GasolineSnapshot, begun: number): number | undefined {
  let last: number | undefined;
  for (const list of Object.values(snapshot)) {
    if (!Array.isArray(list)) continue;
    for (const { seq, received_at } of list as Row[]) {
      if (seq === undefined || received_at === undefined || received_at >= begun) continue;
      last = Math.max(last ?? seq, seq);
    }
  }
  return last;
}

/** The records of these tests, and of what else was started meanwhile, without rows from before. */
export function testsSince(
  records: readonly TestRecord[],
  begun: number,
  ids: ReadonlySet<string>,
): TestRecord[] {
  const isOfNow = ({ test_id, started }: TestRecord): boolean =>
    ids.has(test_id) || Date.parse(String(started)) >= begun;
  return records.filter(isOfNow).map((record) => narrowed(record, begun));
}

function narrowed(record: TestRecord, begun: number): TestRecord {
  const copy = { ...record };
  for (const list of ['errors', 'network_failures', 'ws_errors']) {
    const rows = copy[list];
    if (Array.isArray(rows)) copy[list] = (rows as Row[]).filter((row) => isSince(row, begun));
  }
  return copy;
}

function isSince({ timestamp, count = 1 }: Row, begun: number): boolean {
  // Of what came repeatedly only the first time is known; the last may be ours.
  return count > 1 || !(Date.parse(String(timestamp)) < begun);
}
