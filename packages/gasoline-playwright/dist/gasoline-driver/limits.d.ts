/** A server answers in milliseconds, but on a machine with ten busy browsers it may wait for its turn. */
export declare const ANSWER_MAX_MS = 20000;
/** A server that did not answer in time is left alone for this long: tests must not wait for it. */
export declare const REST_MS = 60000;
/** A server starts in well under a second; a machine with ten browsers on it takes longer. */
export declare const START_MAX_MS = 60000;
/** The server holds who asks for an errand for 25 s; a loaded machine takes its time. */
export declare const ERRANDS_HELD_MAX_MS = 40000;
/** A server that knows no errand because it is away or full is asked again after this. */
export declare const ERRANDS_REST_MS = 2000;
