// What the browser itself says, in events of the driver, put into our words.

/** A log entry or a request, as it is posted. */
export type Told = Record<string, unknown>;

/** Why a request had no answer, by Chromium's, Firefox's and WebKit's words for it. */
export function failureOf(text: string | undefined): 'network' | 'aborted' | 'timeout' | 'blocked' {
  const said = text ?? '';
  if (/ERR_ABORTED|NS_BINDING_ABORTED|cancel/i.test(said)) return 'aborted';
  if (/ERR_BLOCKED|blocked/i.test(said)) return 'blocked';
  if (/TIMED_OUT|timeout/i.test(said)) return 'timeout';
  return 'network';
}

/**
 * The entry for a console line that no script wrote, or nothing if a page tells the same: failed
 * requests are told as requests, what the content policy blocked as an event.
 */
export function browserLine(text: string, url: string): Told | undefined {
  if (text.startsWith('Failed to load resource')) return undefined;
  if (/Content Security Policy/i.test(text)) return undefined;
  const source = /CORS policy|WebSocket|net::|Mixed Content/i.test(text) ? 'network' : 'console';
  return { ...entry('error', text, url), source };
}

/** What the driver says of itself in every entry. */
export function entry(level: 'error' | 'warn' | 'info', message: string, url: string): Told {
  return {
    level,
    message,
    source: 'exception',
    url,
    timestamp: new Date().toISOString(),
    metadata: { seenBy: 'driver' },
  };
}

/** A dialog, and what became of it. */
export function dialogEntry(
  dialog: { type: string; message: string; isHandled: boolean },
  url: string,
): Told {
  const { type, message, isHandled } = dialog;
  const answered = type === 'beforeunload' ? 'accepted' : 'dismissed';
  const what = isHandled
    ? `the page opened a dialog (${type}): ${message}`
    : `the page opened a dialog (${type}) that was ${answered}, because the test handles none: ${message}`;
  return { ...entry(isHandled ? 'info' : 'warn', what, url), source: 'console' };
}
