// All a hook may touch. Time, ids and page are handed in, so that tests need no fake globals.
import type {
  DomSnapshot,
  EnhancedAction,
  Enrichment,
  LogEntry,
  NetworkBody,
  PerformanceSnapshot,
  WebSocketEvent,
} from './protocol.generated.js';
import type { Settings } from './settings.js';

/** Everything that can be captured, by kind. */
export interface Captured {
  log: LogEntry;
  network: NetworkBody;
  websocket: WebSocketEvent;
  action: EnhancedAction;
  performance: PerformanceSnapshot;
  outline: DomSnapshot;
  enrichment: Enrichment;
}

export type Kind = keyof Captured;

/** The window of the page, as scripts see it. */
export type Page = Window & typeof globalThis;

export interface CaptureContext {
  readonly page: Page;
  /** What is captured at the moment; a hook reads it at each event, so that changes work at once. */
  readonly settings: Settings;
  /** Milliseconds since the epoch, by a clock the page cannot replace. */
  now(): number;
  nextId(): string;
  emit<K extends Kind>(kind: K, event: Captured[K]): void;
  /** Runs our side of a hook: its failures stay ours, and its own calls are not captured. */
  quietly(work: () => void): void;
  /** A request of our own, which is never captured. */
  isOwn(url: string): boolean;
  /** Requests of the page under way; the hooks of requests keep the count. */
  readonly pending: { count: number };
}
