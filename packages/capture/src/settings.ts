// What is captured. The extension's storage, the server and the CI script's configuration set it.

/** Console levels that are sent: errors, errors and warnings, or all. */
export type LogLevel = 'error' | 'warn' | 'all';

/** What is sent of WebSockets: nothing, opening and closing, or messages too (sampled). */
export type WebSocketMode = 'off' | 'lifecycle' | 'messages';

/** `errors-only` is everything, but requests below 400 go without bodies and headers. */
export type CaptureMode = 'all' | 'errors-only';

export interface Settings {
  /** Nothing is captured while paused. */
  paused: boolean;
  mode: CaptureMode;
  logLevel: LogLevel;
  webSocket: WebSocketMode;
  networkBodies: boolean;
  actions: boolean;
  /** Every way to find an element again, not its id and CSS path alone. */
  enhancedSelectors: boolean;
  performance: boolean;
  outlines: boolean;
  /** Whether an error is followed by what was around it: the master of the next three. */
  aiContext: boolean;
  componentTree: boolean;
  /** What the app's stores hold; may show what the user would not. */
  stateSnapshot: boolean;
  /** The code around an error; the server's part, which reads it from source maps. */
  sourceSnippets: boolean;
}

/** Useful at first start: everything is captured but what may show the app's own state. */
export function defaultSettings(): Settings {
  return {
    paused: false,
    mode: 'all',
    logLevel: 'all',
    webSocket: 'messages',
    networkBodies: true,
    actions: true,
    enhancedSelectors: true,
    performance: true,
    outlines: true,
    aiContext: true,
    componentTree: true,
    stateSnapshot: false,
    sourceSnippets: true,
  };
}
