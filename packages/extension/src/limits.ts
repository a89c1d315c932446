// Numbers of the extension, each with its reason.

/** Deliveries that wait for the server in the worker. */
export const QUEUE_MAX_DELIVERIES = 2000;

/** Characters that wait; chrome.storage.session holds 10 MB, and a character may take two bytes. */
export const QUEUE_MAX_CHARS = 4_000_000;

/** A receipt takes a few milliseconds; only what waits longer than this is worth writing down. */
export const SAVE_DELAY_MS = 150;

/** Deliveries under way without a receipt: enough to fill the socket, few enough to send again. */
export const SOCKET_MAX_UNDER_WAY = 16;

/** An overloaded server is asked again after this. */
export const BUSY_RETRY_MS = 1000;

/** Pauses between attempts to connect; the alarm goes on when the worker has been ended. */
export const RECONNECT_MS = [250, 500, 1000, 2000, 5000, 10_000] as const;

/** Messages of pages are a reason to connect at most this often. */
export const WAKE_PAUSE_MS = 1000;

/** An attempt that has no welcome after this is given up. */
export const CONNECT_TIMEOUT_MS = 5000;

/** The server pings every 15 s; a socket silent for this long is dead. */
export const SILENCE_MAX_MS = 40_000;

/** Changes of tabs and settings are told together. */
export const STATUS_WAIT_MS = 200;

/** Tabs in one status. */
export const STATUS_MAX_TABS = 100;

/** The shortest period Chrome keeps; it wakes an ended worker to connect again. */
export const ALARM_PERIOD_MINUTES = 0.5;

/** Lines at the end of a script among which the comment that names its map is looked for. */
export const SCRIPT_TAIL_LINES = 20;

/** Scripts of a page in which a module to evaluate is looked for. */
export const MODULE_SCRIPTS_MAX = 10;

/** Scripts remembered that errors of one tab named: a few stacks. */
export const NAMED_MAX_SCRIPTS = 50;

/** Tabs of which that is remembered. */
export const NAMED_MAX_TABS = 20;

/** How soon a page wakes a worker that was ended; a worker that cannot start is not to be pestered. */
export const REVIVE_MS = 1000;

/** Chrome takes two pictures of a window in a second, and counts whole seconds. */
export const SHUTTER_PAUSE_MS = 550;

/** After a refusal for being too fast, a second is over for sure. */
export const SHUTTER_RETRY_MS = 1100;

/** How often a picture is tried again for that reason. */
export const SHUTTER_RETRIES = 2;

/** Screens of one page, which at two a second take half a minute: small windows end before the page. */
export const TILES_MAX = 50;

/** Of an errand's time, what may be spent on scrolling: the rest is for putting together and sending. */
export const FULL_PAGE_SHARE = 0.7;

/** Narrower than this a picture is not made, however many bytes it has. */
export const PICTURE_LEAST_WIDTH_PX = 100;

/** Characters of a posted picture besides its pixels: address, selector and ids. */
export const POST_RESERVE_CHARS = 64 * 1024;

/** A page is not held longer than this for a worker that may have been ended. */
export const POSE_MAX_MS = 15_000;

/** A page that has not answered by then is busy, or shows a dialog. */
export const POSE_ANSWER_MS = 5000;

/** What was changed is taken to be drawn after this, where no frame says so. */
export const POSE_PAINT_MS = 300;

/** The same for a page that is visible: its frames come, however late. */
export const POSE_PAINT_MAX_MS = 2000;

/**
 * Frames after which a change is taken to be on the screen. Two were not enough once: work on a second
 * frame may begin while the first is still being drawn.
 */
export const POSE_PAINT_FRAMES = 4;

/** A page settles after it was loaded: late parts, fonts, first answers. */
export const NAVIGATION_SETTLE_MS = 1000;

/** Frameworks draw what they say about an error in the next frames. */
export const ERROR_SETTLE_MS = 150;

/** What an action causes is seldom seen at once: an answer, a transition. */
export const ACTION_SETTLE_MS = 500;

/** At most one automatic picture in this time. */
export const AUTOMATIC_PAUSE_MS = 1000;

/** The same error is not taken again for this long. */
export const REPEATED_ERROR_MS = 30_000;

/** Errors remembered for that. */
export const ERRORS_REMEMBERED = 100;
