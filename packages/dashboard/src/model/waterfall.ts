// The waterfall: requests beside each other in time go below each other, in as few tracks as there are.
import type { Row } from '../data/row.js';

/** The track of each row, for rows sorted by time. Where all tracks are taken, the one free soonest is shared. */
export function tracks(rows: readonly Row[], most: number, gapMs: number): number[] {
  const freeAt: number[] = [];
  return rows.map((row) => {
    let track = freeAt.findIndex((free) => free <= row.at);
    if (track < 0 && freeAt.length < most) track = freeAt.length;
    if (track < 0) track = freeAt.indexOf(Math.min(...freeAt));
    freeAt[track] = Math.max(row.end, row.at) + gapMs;
    return track;
  });
}
