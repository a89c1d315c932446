import { type GasolineSnapshot, type TestRecord } from './snapshot.js';
/** An attempt as the runner reports it. */
export interface ReportedTest {
    record: TestRecord;
    /** What was attached when it failed. */
    snapshot: GasolineSnapshot | undefined;
}
/**
 * The server keeps the events of the last tests only, and may have died. Failed attempts of which it
 * has none get theirs from what was attached; attempts it has no record of get the runner's.
 */
export declare function composeShard(kept: GasolineSnapshot | undefined, reported: readonly ReportedTest[]): GasolineSnapshot;
/**
 * Jobs of a matrix put their files into one folder, so each needs a name of its own. Elsewhere the
 * next run is to replace the file of the last.
 */
export declare function shardName(number: number, environment: NodeJS.ProcessEnv, host: string): string;
