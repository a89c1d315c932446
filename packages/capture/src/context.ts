// All a hook may touch. Time, ids and page are handed in, so that tests need no fake globals.
import type { Moments } from './enrich/moments.js';
import { pack, type HookPacket } from './packet.js';
import type { Natives } from './realm/natives.js';
import type { Captured } from './protocol.generated.js';
import { fence } from './realm/quietly.js';
import type { Settings } from './settings.js';

/**
 * One of the browser's own dialogs, as the page's world sees it. What watches the user makes an action
 * of it, so it is never sent as it is.
 */
export interface Dialog {
  id: string;
  timestamp: number;
  dialog: 'alert' | 'confirm' | 'prompt';
  /** False where it was no text. */
  message: string | false;
  /** What the page was told: nothing, whether, or what. */
  returned: unknown;
}

export type { Captured };

export type Kind = keyof Captured;

/** All that hooks emit: what is sent, and what becomes part of it. */
export interface HookEvents extends Captured {
  dialog: Dialog;
}

/** The window of the page, as scripts see it. */
export type Page = Window & typeof globalThis;

export interface PendingRequests {
  count: number;
  /** When the last of them got its response, in milliseconds since the epoch. */
  answeredAt: number;
}

export interface CaptureContext {
  readonly page: Page;
  readonly natives: Natives;
  /** What is captured at the moment; a hook reads it at each event, so that changes work at once. */
  readonly settings: Settings;
  /** Milliseconds since the epoch, by a clock the page cannot replace. */
  now(): number;
  nextId(): string;
  emit<K extends keyof HookEvents>(kind: K, event: HookEvents[K]): void;
  /** Runs our side of a hook: its failures stay ours, and its own calls are not captured. */
  quietly(work: () => void): void;
  /** A request of our own, which is never captured. */
  isOwn(url: string): boolean;
  /** Requests of the page under way, kept by the hooks of requests. */
  readonly pending: PendingRequests;
  /** Errors to be looked into. */
  readonly moments: Moments;
  /** The page scrolls for a picture of it, and not because of its user. */
  isScrolledByUs?(): boolean;
}

/** Takes each event, encoded. It is called inside the page's own calls: it must only queue. */
export type Sink = (packet: HookPacket) => void;

export interface ContextOptions {
  page: Page;
  natives: Natives;
  /** Read at each event: change its members, and the next event follows them. */
  settings: Settings;
  sink: Sink;
  /** Origins (`http://127.0.0.1:7890`) whose requests are ours. It may grow while we run. */
  own?: string[];
}

/** Makes what the hooks of one window share. Nothing reaches the sink while capture is paused. */
export function captureContext(options: ContextOptions): CaptureContext {
  const { page, natives, settings, sink, own = [] } = options;
  const window = natives.random().slice(0, 16);
  let count = 0;
  return {
    page,
    natives,
    settings,
    now: natives.now,
    nextId: () => `${window}-${++count}`,
    emit(kind, event) {
      if (!settings.paused) sink(pack(kind, event));
    },
    quietly: fence(),
    isOwn: (url) => own.some((origin) => url === origin || url.startsWith(`${origin}/`)),
    pending: { count: 0, answeredAt: 0 },
    moments: { waiting: new Set() },
  };
}
