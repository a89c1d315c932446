// What the user can set: the keys in chrome.storage.local, their defaults and what they accept.
import type { LogLevel, Settings } from 'gasoline-capture/settings';

export interface Stored {
  serverUrl: string;
  logLevel: LogLevel;
  webSocketCaptureEnabled: boolean;
  webSocketCaptureMode: 'lifecycle' | 'messages';
  networkBodyCaptureEnabled: boolean;
  actionReplayEnabled: boolean;
  performanceSnapshotEnabled: boolean;
  domSnapshotEnabled: boolean;
  aiContextEnabled: boolean;
  aiContextSourceSnippets: boolean;
  aiContextComponentTree: boolean;
  aiContextStateSnapshot: boolean;
  screenshotOnNavigation: boolean;
  screenshotOnError: boolean;
  screenshotOnAction: boolean;
  /** Sites captured beyond the default hosts. */
  domainFilters: string[];
  /** Sites never captured, whatever the rest says. */
  domainExcludes: string[];
  allSitesEnabled: boolean;
  paused: boolean;
  enhancedSelectorsEnabled: boolean;
}

/** Useful at first start: all is on but what may show the app's own state, and more pictures than few. */
export const DEFAULTS: Readonly<Stored> = {
  serverUrl: 'http://127.0.0.1:7890',
  logLevel: 'all',
  webSocketCaptureEnabled: true,
  webSocketCaptureMode: 'messages',
  networkBodyCaptureEnabled: true,
  actionReplayEnabled: true,
  performanceSnapshotEnabled: true,
  domSnapshotEnabled: true,
  aiContextEnabled: true,
  aiContextSourceSnippets: true,
  aiContextComponentTree: true,
  aiContextStateSnapshot: false,
  screenshotOnNavigation: false,
  screenshotOnError: true,
  screenshotOnAction: false,
  domainFilters: [],
  domainExcludes: [],
  allSitesEnabled: false,
  paused: false,
  enhancedSelectorsEnabled: true,
};

/** Keys whose values are more than "the same type as the default". */
const ACCEPTS: { [K in keyof Stored]?: (value: unknown) => boolean } = {
  serverUrl: (value) => typeof value === 'string' && serverUrlProblem(value) === undefined,
  logLevel: (value) => value === 'all' || value === 'warn' || value === 'error',
  webSocketCaptureMode: (value) => value === 'messages' || value === 'lifecycle',
  domainFilters: isStringList,
  domainExcludes: isStringList,
};

export function isKey(key: string): key is keyof Stored {
  return Object.hasOwn(DEFAULTS, key);
}

/** Keeps what is a known key with an acceptable value: storage and server are not trusted. */
export function clean(values: Record<string, unknown>): Partial<Stored> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    if (!isKey(key)) continue;
    const accepts = ACCEPTS[key] ?? ((given) => typeof given === typeof DEFAULTS[key]);
    if (accepts(value)) kept[key] = value;
  }
  return kept;
}

/** What holds: defaults, over them what the user chose, over it what the server asks for. */
export function merge(
  stored: Record<string, unknown>,
  overrides: Record<string, unknown> = {},
): Stored {
  const chosen: Stored = { ...DEFAULTS, ...clean(stored) };
  const asked = askedFor(overrides);
  // A server may pause; that the user paused is for the user to end.
  return { ...chosen, ...asked, paused: chosen.paused || asked.paused === true };
}

/** What of the server's wishes is heard. */
export function askedFor(overrides: Record<string, unknown>): Partial<Stored> {
  const asked = clean(overrides);
  for (const key of USERS_ALONE) delete asked[key];
  return asked;
}

/** Where captures go, of which sites, and what may show the app's state: not for a server to say. */
const USERS_ALONE = [
  'serverUrl',
  'domainFilters',
  'domainExcludes',
  'allSitesEnabled',
  'aiContextStateSnapshot',
] as const;

/** The same in the words of the capture core. */
export function frameSettings(stored: Stored, captured: boolean): Settings {
  return {
    paused: stored.paused || !captured,
    mode: 'all',
    logLevel: stored.logLevel,
    webSocket: stored.webSocketCaptureEnabled ? stored.webSocketCaptureMode : 'off',
    networkBodies: stored.networkBodyCaptureEnabled,
    actions: stored.actionReplayEnabled,
    enhancedSelectors: stored.enhancedSelectorsEnabled,
    performance: stored.performanceSnapshotEnabled,
    outlines: stored.domSnapshotEnabled,
    aiContext: stored.aiContextEnabled,
    componentTree: stored.aiContextComponentTree,
    stateSnapshot: stored.aiContextStateSnapshot,
    sourceSnippets: stored.aiContextSourceSnippets,
  };
}

/** What is wrong with a server address, as a sentence; undefined when it is fine. */
export function serverUrlProblem(text: string): string | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return `\`${text}\` is not an address; write it like \`${DEFAULTS.serverUrl}\``;
  }
  if (url.protocol !== 'http:') return `\`${url.protocol}//\` is not spoken; use \`http://\``;
  if (!['127.0.0.1', 'localhost'].includes(url.hostname)) {
    return `\`${url.hostname}\` is another computer; captures go to \`127.0.0.1\` or \`localhost\` only`;
  }
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    return 'only host and port belong here';
  }
  return undefined;
}

function isStringList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
