// One browser context: the capture script in its pages, and what only the driver sees of them.
import { setTimeout as after } from 'node:timers/promises';
import type {
  BrowserContext,
  ConsoleMessage,
  Dialog,
  Page,
  Request,
  Response,
} from '@playwright/test';
import {
  PAGE_ANSWER_MAX_MS,
  PENDING_MIN_MS,
  RESPONSE_BODY_MAX_BYTES,
  SIGHTINGS_MAX,
} from '../limits.js';
import {
  browserLine,
  dialogEntry,
  entry,
  failureOf,
  type Told,
} from 'gasoline-driver/browser-words';
import { Scripts } from './sources.js';

/** Errors and failed requests that a driver saw. The server leaves out those that a page reports. */
export interface Sightings {
  entries: Told[];
  bodies: Told[];
}

/** A failed request, and how the body of its response is read. */
interface SeenRequest {
  body: Told;
  complete?: () => Promise<void>;
}

/** Requests that stay open by design. */
const OPEN_ENDED = new Set(['eventsource', 'websocket', 'ping']);

export class Watch {
  #errors: Told[] = [];
  /** One sighting per request: one whose response could be seen says more than its failure. */
  #requests = new Map<Request, SeenRequest>();
  readonly scripts = new Scripts();
  /** Requests without an answer, and when they were made. */
  readonly #pending = new Map<Request, number>();

  constructor(
    readonly context: BrowserContext,
    /** Takes what no page can report, at once. */
    private readonly tell: (entries: Told[]) => void,
  ) {
    context.on('request', (request) => this.#pending.set(request, Date.now()));
    context.on('response', (response) => this.#answered(response));
    context.on('requestfailed', (request) => this.#failed(request));
    context.on('console', (message) => this.#said(message));
    context.on('weberror', (raised) => this.#raised(raised.error(), raised.page()));
    if (canCount(context)) context.on('dialog', (dialog) => this.#opened(dialog));
    context.on('page', (page) => this.#meet(page));
    for (const page of context.pages()) this.#meet(page);
  }

  /** What was seen since the last call. */
  takeSightings(): Sightings {
    return this.#take([...this.#requests.values()]);
  }

  /** The same with the bodies of responses. */
  async completeSightings(): Promise<Sightings> {
    const requests = [...this.#requests.values()];
    const sightings = this.#take(requests);
    const complete = Promise.all(requests.map((request) => request.complete?.()));
    await Promise.race([complete, after(PAGE_ANSWER_MAX_MS, undefined, { ref: false })]);
    return sightings;
  }

  #take(requests: readonly SeenRequest[]): Sightings {
    const entries = this.#errors;
    this.#errors = [];
    this.#requests = new Map();
    return { entries, bodies: requests.map(({ body }) => body) };
  }

  #sawError(error: Told): void {
    if (this.#errors.length < SIGHTINGS_MAX) this.#errors.push(error);
  }

  #sawRequest(request: Request, seen: SeenRequest): void {
    if (this.#requests.has(request) || this.#requests.size >= SIGHTINGS_MAX) return;
    this.#requests.set(request, seen);
  }

  /** Requests that a test which ran out of time may have waited for. */
  pending(): Told[] {
    const now = Date.now();
    return [...this.#pending]
      .filter(
        ([request, since]) =>
          now - since >= PENDING_MIN_MS && !OPEN_ENDED.has(request.resourceType()),
      )
      .map(([request, since]) => ({
        ...describe(request, since),
        status: 0,
        error: 'timeout',
        duration: now - since,
        pending: true,
      }));
  }

  #meet(page: Page): void {
    page.on('crash', () => {
      this.tell([entry('error', 'the page crashed: its renderer process ended', page.url())]);
    });
  }

  #answered(response: Response): void {
    const request = response.request();
    const since = this.#pending.get(request) ?? Date.now();
    this.#pending.delete(request);
    if (request.resourceType() === 'script') this.scripts.note(response);
    if (response.status() < 400) return;
    const { startTime } = request.timing();
    const body: Told = {
      // The clock of the browser, as in what a page reports.
      ...describe(request, startTime > 0 ? startTime : since),
      status: response.status(),
      statusText: response.statusText(),
      duration: Date.now() - since,
    };
    const contentType = response.headers()['content-type'];
    if (contentType) body['contentType'] = contentType;
    this.#sawRequest(request, {
      body,
      ...(/json|text|xml/i.test(contentType ?? '') && { complete: () => read(response, body) }),
    });
  }

  #failed(request: Request): void {
    const since = this.#pending.get(request) ?? Date.now();
    this.#pending.delete(request);
    const error = failureOf(request.failure()?.errorText);
    // A page that is left aborts what it asked for; that is nobody's failure.
    if (error === 'aborted') return;
    const body = {
      ...describe(request, since),
      status: 0,
      statusText: request.failure()?.errorText ?? '',
      error,
      duration: Date.now() - since,
    };
    this.#sawRequest(request, { body });
  }

  #said(message: ConsoleMessage): void {
    // Lines of the browser have no arguments; lines of scripts are told by the page.
    if (message.type() !== 'error' || message.args().length > 0) return;
    const line = browserLine(message.text(), addressOf(message.page()));
    if (line) this.#sawError(line);
  }

  #raised(error: Error, page: Page | null): void {
    const { name, message, stack } = error;
    const said = message.startsWith(name) || !name ? message : `${name}: ${message}`;
    this.#sawError({ ...entry('error', said, addressOf(page)), ...(stack && { stack }) });
  }

  /**
   * While anyone listens for dialogs, the driver leaves them to the listeners. So what it does by
   * itself where nobody listens must be done here. Ours is the first to be called, and sees the rest.
   */
  #opened(dialog: Dialog): void {
    const page = dialog.page();
    const others = listeners(this.context) - 1 + (page ? listeners(page) : 0);
    const isHandled = others > 0;
    const [type, message] = [dialog.type(), dialog.message()];
    this.tell([dialogEntry({ type, message, isHandled }, addressOf(page))]);
    if (isHandled) return;
    const answer = type === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    answer.catch(() => {});
  }
}

function describe(request: Request, since: number): Told {
  const type = request.resourceType();
  return {
    method: request.method(),
    url: request.url(),
    ...(request.redirectedFrom() && { requestedUrl: requestedUrl(request) }),
    initiator: type === 'fetch' || type === 'xhr' || type === 'eventsource' ? type : 'resource',
    resourceType: type,
    timestamp: new Date(since).toISOString(),
    seenBy: 'driver',
  };
}

/** The URL that a request had before any redirect. */
function requestedUrl(request: Request): string {
  const from = request.redirectedFrom();
  return from ? requestedUrl(from) : request.url();
}

async function read(response: Response, body: Told): Promise<void> {
  try {
    const bytes = await response.body();
    body['responseBody'] = bytes.subarray(0, RESPONSE_BODY_MAX_BYTES).toString('utf8');
    if (bytes.length > RESPONSE_BODY_MAX_BYTES) body['responseTruncated'] = true;
  } catch {
    // The page went, and the answer with it.
  }
}

function addressOf(page: Page | null): string {
  return page?.url() ?? '';
}

/** Playwright's emitters have it, its types do not. */
interface Counting {
  listenerCount(name: string): number;
}

function canCount(emitter: object): emitter is Counting {
  return 'listenerCount' in emitter;
}

/** How many listen for dialogs. */
function listeners(emitter: object): number {
  return canCount(emitter) ? emitter.listenerCount('dialog') : 0;
}
