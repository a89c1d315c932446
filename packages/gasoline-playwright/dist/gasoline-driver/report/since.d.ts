import type { GasolineSnapshot, TestRecord } from './snapshot.js';
/** The place of the last event that the server had before `begun`, if it had any. */
export declare function lastBefore(snapshot: GasolineSnapshot, begun: number): number | undefined;
/** The records of these tests, and of what else was started meanwhile, without rows from before. */
export declare function testsSince(records: readonly TestRecord[], begun: number, ids: ReadonlySet<string>): TestRecord[];
