// The follower: it hears the server's pulse, asks for what is new, and says how the connection is.
import { Book, type Pulse } from './book.js';
import { isObject, list, number, type Told } from './read.js';

export type Connection = 'connecting' | 'live' | 'lost';

/** Milliseconds between looks at who is connected. */
const HEALTH_EVERY_MS = 3_000;

/** Milliseconds after a change until that is looked at. */
const LOOK_AFTER_MS = 250;

/** Milliseconds until the server is asked again after it could not answer. */
const RETRY_MS = 1_000;

/** An answer within so many milliseconds costs nobody anything. */
const SHORT_MS = 50;

export class Follower {
  book = new Book();
  health: Told | undefined;
  connection: Connection = 'connecting';
  isPaused = false;
  /** Whether the first snapshot is here: before that nothing can be said about what there is. */
  isRead = false;
  #pulses: EventSource | undefined;
  #run: number | undefined;
  #cleared: number | undefined;
  /** The newest pulse not yet asked about. */
  #due: Pulse | undefined;
  #isAsking = false;
  #isLookDue = false;
  /** How often the records of tests had changed when they were read, and by the newest pulse. */
  #testsRead: string | undefined;
  #testsDue: string | undefined;
  #isReadingTests = false;
  #listeners = new Set<() => void>();
  #frame = 0;

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    this.#listen();
    document.addEventListener('visibilitychange', () => this.#listen());
    setInterval(() => isInSight() && void this.#lookAtHealth(), HEALTH_EVERY_MS);
    void this.#look();
  }

  /** Hears pulses while somebody looks: a browser has six connections for all tabs of a server. */
  #listen(): void {
    if (!isInSight()) {
      this.#pulses?.close();
      this.#pulses = undefined;
      return;
    }
    if (this.#pulses !== undefined && this.#pulses.readyState !== EventSource.CLOSED) return;
    // The first pulse says where things stand, so that nothing of the meantime is missed.
    const pulses = new EventSource('/live');
    this.#pulses = pulses;
    pulses.addEventListener('open', () => this.#connect('live'));
    // EventSource comes again by itself, except after an answer that is no stream.
    pulses.addEventListener('error', () => {
      if (pulses !== this.#pulses) return;
      this.#connect('lost');
      if (pulses.readyState === EventSource.CLOSED) setTimeout(() => this.#listen(), RETRY_MS);
    });
    pulses.addEventListener('message', ({ data }) => this.#hear(String(data)));
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    void this.#ask();
    this.#tell();
  }

  /** Whether something came that is not shown, because updates are paused. */
  get hasWaiting(): boolean {
    return this.isPaused && this.#due !== undefined;
  }

  /** Asks the server to forget what was captured. */
  async clear(): Promise<void> {
    const answer = await fetch('/clear', { method: 'POST' });
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  }

  #connect(connection: Connection): void {
    this.connection = connection;
    if (connection === 'live') void this.#look();
    this.#tell();
  }

  #hear(data: string): void {
    const pulse: unknown = JSON.parse(data);
    if (!isObject(pulse) || typeof pulse['cursor'] !== 'string') return;
    const [run, cleared] = [number(pulse, 'run') ?? 0, number(pulse, 'cleared') ?? 0];
    const tests = number(pulse, 'tests') ?? 0;
    this.#due = { run, cleared, tests, cursor: pulse['cursor'] };
    this.connection = 'live';
    void this.#ask();
    if (this.isPaused) this.#tell();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.isPaused) return;
    this.#isAsking = true;
    while (this.#due !== undefined && !this.isPaused) {
      const pulse = this.#due;
      this.#due = undefined;
      const began = performance.now();
      const isAnswered = await this.#read(pulse).catch(() => false);
      // A newer pulse, perhaps of another server, is the one to ask about.
      if (!isAnswered) this.#due ??= pulse;
      this.#tell();
      // As long as it took: a large journal is not asked without pause.
      const took = Math.min(performance.now() - began, RETRY_MS);
      if (!isAnswered || took > SHORT_MS) await rest(isAnswered ? took : RETRY_MS);
    }
    this.#isAsking = false;
  }

  /** Says whether there was an answer. */
  async #read(pulse: Pulse): Promise<boolean> {
    // Another run counts its Seqs anew; after a clear, what is held here is gone there.
    const isAnew = pulse.run !== this.#run || pulse.cleared !== this.#cleared;
    const since = isAnew ? undefined : this.book.cursor;
    const query = since === undefined ? '' : `&since=${since}`;
    const answer = await fetch(`/snapshot?tests=false${query}`);
    const snapshot: unknown = answer.ok ? await answer.json() : undefined;
    if (!isObject(snapshot)) return false;
    if (isAnew) {
      const { tests } = this.book;
      this.book = new Book();
      // Records outlive a clear.
      if (pulse.run === this.#run) this.book.tests = tests;
      this.#run = pulse.run;
      this.#cleared = pulse.cleared;
    }
    this.book.take(snapshot);
    this.isRead = true;
    this.#testsDue = `${pulse.run}:${pulse.tests}`;
    this.#lookSoon();
    return true;
  }

  /** What is not events is asked for after a while: of a flood of changes only the last counts. */
  #lookSoon(): void {
    if (this.#isLookDue) return;
    this.#isLookDue = true;
    setTimeout(() => {
      this.#isLookDue = false;
      void this.#look();
    }, LOOK_AFTER_MS);
  }

  /** Who is connected, and how tests went. */
  async #look(): Promise<void> {
    await this.#lookAtHealth();
    await this.#readTests();
  }

  /** Thousands of records take the server a while: they are asked for when they have changed, once at a time. */
  async #readTests(): Promise<void> {
    if (this.#isReadingTests) return;
    this.#isReadingTests = true;
    while (this.#testsRead !== this.#testsDue) {
      const due = this.#testsDue;
      const began = performance.now();
      const told = await ask('/tests');
      if (told !== undefined) {
        this.book.tests = list(told, 'tests');
        this.#testsRead = due;
        this.#tell();
      }
      await rest(told === undefined ? RETRY_MS : performance.now() - began);
    }
    this.#isReadingTests = false;
  }

  async #lookAtHealth(): Promise<void> {
    this.health = (await ask('/health')) ?? this.health;
    this.#tell();
  }

  /** Tells at most once a frame; hidden tabs have no frames, and need none. */
  #tell(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      for (const listener of this.#listeners) listener();
    });
  }
}

function isInSight(): boolean {
  return document.visibilityState === 'visible';
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** What the server answers; nothing while it is gone, which the stream tells. */
async function ask(path: string): Promise<Told | undefined> {
  try {
    const answer = await fetch(path);
    const told: unknown = await answer.json();
    return answer.ok && isObject(told) ? told : undefined;
  } catch {
    return undefined;
  }
}
