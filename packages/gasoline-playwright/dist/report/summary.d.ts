import { type GasolineSnapshot } from './snapshot.js';
/** The one line that most likely explains the failure, or nothing where the pages told of none. */
export declare function causeOf(snapshot: GasolineSnapshot): string | undefined;
/** The whole summary, as it is attached to a failed test. */
export declare function summarize(snapshot: GasolineSnapshot): string;
