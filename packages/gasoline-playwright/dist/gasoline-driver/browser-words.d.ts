/** A log entry or a request, as it is posted. */
export type Told = Record<string, unknown>;
/** Why a request had no answer, by Chromium's, Firefox's and WebKit's words for it. */
export declare function failureOf(text: string | undefined): 'network' | 'aborted' | 'timeout' | 'blocked';
/**
 * The entry for a console line that no script wrote, or nothing if a page tells the same: failed
 * requests are told as requests, what the content policy blocked as an event.
 */
export declare function browserLine(text: string, url: string): Told | undefined;
/** What the driver says of itself in every entry. */
export declare function entry(level: 'error' | 'warn' | 'info', message: string, url: string): Told;
/** A dialog, and what became of it. */
export declare function dialogEntry(dialog: {
    type: string;
    message: string;
    isHandled: boolean;
}, url: string): Told;
