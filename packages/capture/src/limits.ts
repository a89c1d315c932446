// Limits only the browser knows, each with its reason. The shared ones are in protocol.generated.ts.

/** Events that wait in a page while nobody takes them: a minute of a chatty app, not its memory. */
export const QUEUE_MAX_EVENTS = 2000;

/** Characters that wait in a page; beyond it the oldest go, and are counted. */
export const QUEUE_MAX_CHARS = 2_000_000;
