/** A whole snapshot of a long run is read and sent in one piece. */
export declare const SNAPSHOT_ANSWER_MAX_MS = 30000;
/** A page that does not respond within this time hangs, and sends nothing more. */
export declare const PAGE_ANSWER_MAX_MS = 5000;
/** A page that never stops sending is not waited for longer than this. */
export declare const SETTLE_MAX_MS = 10000;
/** Pages read the body of a response after it has come: within this time, as a rule. */
export declare const QUIET_MS = 30;
/** A picture takes about 150 ms, and seconds where ten workers fail at once; a page that hangs has none. */
export declare const PICTURE_MAX_MS = 15000;
/** Pages photographed at one failure, the newest first. */
export declare const PICTURES_MAX = 3;
/** Height and pixels of a picture of a whole page: the server keeps nothing taller and takes no more. */
export declare const PICTURE_MAX_HEIGHT_PX = 16384;
export declare const PICTURE_MAX_PIXELS = 23000000;
/** Of the time of an errand, what its picture may take: the rest is for sending it. */
export declare const ERRAND_SHARE = 0.7;
/** A request without an answer for this long is what a test that ran out of time waited for. */
export declare const PENDING_MIN_MS = 1000;
/** Errors that the driver saw in one context and has not sent, and as many requests. */
export declare const SIGHTINGS_MAX = 200;
/** Bytes kept of an answer that only the driver saw; the server keeps as many. */
export declare const RESPONSE_BODY_MAX_BYTES = 16384;
/** Scripts of one context that are remembered, in case one of them fails. */
export declare const SCRIPTS_MAX = 200;
/** The server takes no larger script or map. */
export declare const SOURCE_MAP_MAX_BYTES = 16777216;
/** The maps of a failed test may take this long altogether; then it is told without them. */
export declare const SOURCES_MAX_MS = 15000;
/** Characters of a test id, a title or an error that travel in a boundary. */
export declare const TEST_ID_MAX_CHARS = 1000;
export declare const ERROR_MAX_CHARS = 8000;
/** A report of one test is written at once; a binary that takes longer is left out. */
export declare const REPORT_MAX_MS = 30000;
/** Pictures in the file of a shard, all together: a file that is uploaded and merged with others. */
export declare const SHARD_PICTURES_MAX_BYTES = 40000000;
