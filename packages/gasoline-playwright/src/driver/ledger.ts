// What the pages of a context told, and what the driver saw: each thing is to be told once.
import { RECOGNISED_CHARS, TOLD_MAX, WITHHELD_MAX } from '../limits.js';
import { isFailure, type NetworkBody } from '../report/snapshot.js';

/** A log entry or a request, as it is posted. */
export type Told = Record<string, unknown>;

export interface SeenRequest {
  method: string;
  /** The address asked for, and those it was sent on to. */
  urls: readonly string[];
  body: Told;
  /** Adds what is not worth asking for while a page may still tell it. */
  complete?: () => Promise<void>;
}

export interface SeenError {
  message: string;
  /** A thrown value that is no error has no words of its own to be recognised by. */
  isError: boolean;
  entry: Told;
}

/** What the driver has to add. */
export interface Additions {
  entries: Told[];
  requests: SeenRequest[];
  /** Entries of the page that said less than one of ours. */
  retracted: string[];
}

const SCRIPT_ERROR = 'Script error. (of another origin)';

interface PageError {
  id: string | undefined;
  message: string;
  isUncaught: boolean;
}

/**
 * The driver and a page see many of the same things, and neither knows when the other tells them.
 * So what the driver saw is kept back until the test ends or asks, and then told if no page did.
 */
export class Ledger {
  /** Requests of which a page told that they failed. */
  readonly #failed = new Set<string>();
  readonly #errors: PageError[] = [];
  #seenRequests: SeenRequest[] = [];
  #seenErrors: SeenError[] = [];

  /** Notes what a page sent. Text that is no batch is passed over. */
  note(path: string, body: string): void {
    if (path !== '/logs' && path !== '/network-bodies') return;
    let batch: { entries?: Told[]; bodies?: Told[] };
    try {
      batch = JSON.parse(body) as typeof batch;
    } catch {
      return;
    }
    for (const told of batch.bodies ?? []) {
      // One that went well says nothing of the next to the same address.
      if (!isFailure(told as unknown as NetworkBody) || this.#failed.size >= TOLD_MAX) continue;
      this.#failed.add(requestKey(told['method'], told['url']));
    }
    for (const { level, message, id, source } of batch.entries ?? []) {
      if (level !== 'error' || this.#errors.length >= TOLD_MAX) continue;
      const isUncaught = source === 'exception' || source === 'unhandledrejection';
      this.#errors.push({
        id: typeof id === 'string' ? id : undefined,
        message: String(message),
        isUncaught,
      });
    }
  }

  sawRequest(request: SeenRequest): void {
    if (this.#seenRequests.length < WITHHELD_MAX) this.#seenRequests.push(request);
  }

  sawError(error: SeenError): void {
    if (this.#seenErrors.length < WITHHELD_MAX) this.#seenErrors.push(error);
  }

  /** What no page told, once. */
  settle(): Additions {
    const retracted: string[] = [];
    const entries = this.#seenErrors.filter((seen) => {
      if (this.#errors.some((told) => isSame(told, seen))) return false;
      // A script of another origin tells the page nothing but that it failed.
      const hidden = this.#errors.findIndex((told) => told.message === SCRIPT_ERROR);
      const [told] = hidden < 0 ? [] : this.#errors.splice(hidden, 1);
      if (told?.id) retracted.push(told.id);
      return true;
    });
    const requests = this.#seenRequests.filter(
      ({ method, urls }) => !urls.some((url) => this.#failed.has(requestKey(method, url))),
    );
    this.#seenErrors = [];
    this.#seenRequests = [];
    return { entries: entries.map((seen) => seen.entry), requests, retracted };
  }
}

function isSame(told: PageError, seen: SeenError): boolean {
  if (!seen.isError) return told.isUncaught;
  return told.message.includes(seen.message.slice(0, RECOGNISED_CHARS));
}

function requestKey(method: unknown, url: unknown): string {
  return `${String(method).toUpperCase()} ${String(url).split('#')[0]}`;
}
