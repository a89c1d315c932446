// What the parts of the extension say to each other through chrome.runtime.
import type { Kind, Settings } from 'gasoline-capture';
import type { ConnectionState, ErrandName, Refused } from 'gasoline-capture/protocol.generated';
import type { Batch } from 'gasoline-transport/batch';

/** Said to the worker by a frame or by our own pages. */
export type Request =
  /** `isNew` in a document that has just begun; later it only asks what changed. */
  | { type: 'hello'; isNew: boolean }
  | { type: 'batch'; batch: Batch }
  /** The frame had an error, and nobody looks into errors there yet. */
  | { type: 'enrich' }
  | { type: 'status'; tabId?: number }
  | { type: 'capture-tab'; tabId: number };

/** To `hello`: what this frame captures. */
export interface Welcome {
  settings: Settings;
  /** Requests to this address are our own. */
  serverUrl: string;
}

/** To `batch`: whether the frame may forget it. */
export interface Taken {
  taken: boolean;
}

/** To `status`: what popup and options show. */
export interface WorkerStatus {
  connection: ConnectionState;
  serverUrl: string;
  /** Storage keys that the server overrides for the time being. */
  overrides: Record<string, unknown>;
  tab: TabCounts;
  waiting: { events: number; dropped: number };
}

/** What was captured of the document in a tab. */
export interface TabCounts {
  counts: Partial<Record<Kind, number>>;
  errors: number;
}

/** Said by the worker to frames. */
export type Notice =
  | { type: 'settings-changed' }
  | { type: 'errand'; errand: ErrandName; arguments: Record<string, unknown> };

export type ErrandAnswer = { result: unknown } | { refused: Refused };
