// The limits of a driver, whatever runs the tests, each with its reason.

/** A server answers in milliseconds, but on a machine with ten busy browsers it may wait for its turn. */
export const ANSWER_MAX_MS = 20_000;

/** A server that did not answer in time is left alone for this long: tests must not wait for it. */
export const REST_MS = 60_000;

/** A server starts in well under a second; a machine with ten browsers on it takes longer. */
export const START_MAX_MS = 60_000;

/** The server holds who asks for an errand for 25 s; a loaded machine takes its time. */
export const ERRANDS_HELD_MAX_MS = 40_000;

/** A server that knows no errand because it is away or full is asked again after this. */
export const ERRANDS_REST_MS = 2000;
