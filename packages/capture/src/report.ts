// How log entries leave: with what the page said of itself, each error once, repeats counted.
import type { CaptureContext } from './context.js';
import { REPEAT_MAX_KEYS, REPEAT_WINDOW_MS } from './limits.js';
import { listenAll, on } from './realm/listeners.js';
import { together, type Uninstall } from './realm/patch.js';
import { STRING_MAX_CHARS, type LogEntry } from './protocol.generated.js';
import { clip } from './values/serialize.js';

/** What a hook knows of an entry; the reporter writes id, time, page and annotations into it. */
export type Draft = Omit<LogEntry, 'id' | 'timestamp' | 'url'>;

/** An entry whose likes are counted. */
interface Repeat {
  readonly entry: LogEntry;
  readonly since: number;
  count: number;
}

export interface Reporter {
  /** Sends the entry, or counts it when it repeats one. Its id, if it was sent. */
  report(draft: Draft): string | undefined;
  /** True the first time an error object is shown here: frameworks report the same one again. */
  isNew(error: object): boolean;
  /** What the page says of itself; set by `annotate`. */
  annotations: () => unknown;
  /** Hears of each error that was sent, inside the call that reported it; set by `moments`. */
  sent: (entry: LogEntry) => void;
  /** Sends the counts. */
  stop: Uninstall;
}

export function createReporter(context: CaptureContext): Reporter {
  const { page, natives, now, quietly } = context;
  const seen = new WeakSet<object>();
  const repeats = new Map<string, Repeat>();
  let timer = 0;

  /** Ends the count, and sends it if there is one. */
  const settle = (repeat: Repeat, key: string) => {
    repeats.delete(key);
    if (repeat.count === 0) return;
    const { args: _, ...entry } = repeat.entry;
    entry.id = context.nextId();
    entry.timestamp = natives.iso(now());
    context.emit('log', { ...entry, repeated: repeat.count });
  };
  const flush = () => repeats.forEach(settle);
  /** One timer for all: a storm of different errors must not become a storm of timers. */
  const sweep = () => {
    timer = 0;
    repeats.forEach((repeat, key) => {
      if (now() - repeat.since >= REPEAT_WINDOW_MS) settle(repeat, key);
    });
    if (repeats.size > 0) arm();
  };
  const arm = () => {
    timer ||= natives.setTimeout(() => quietly(sweep), REPEAT_WINDOW_MS);
  };

  /** Counts an entry whose like was sent within the window. */
  const isRepeat = (key: string, entry: LogEntry): boolean => {
    const known = repeats.get(key);
    if (known && now() - known.since < REPEAT_WINDOW_MS) {
      known.count++;
      return true;
    }
    if (known || repeats.size >= REPEAT_MAX_KEYS) flush();
    repeats.set(key, { entry, since: now(), count: 0 });
    arm();
    return false;
  };

  const unlisten = listenAll(context, page, [on('pagehide', flush)]);
  const reporter: Reporter = {
    report(draft) {
      if (context.settings.paused) return undefined;
      const { level } = draft;
      const isLoud = level === 'error' || level === 'warn';
      const id = context.nextId();
      // Copying the draft would cost as much as all the rest.
      const entry: LogEntry = draft;
      entry.id = id;
      entry.message = clip(String(draft.message), STRING_MAX_CHARS);
      entry.timestamp = natives.iso(now());
      entry.url = page.location.href;
      // Loops shout in errors and warnings; the quieter levels are what the developer asked to see.
      if (isLoud) {
        const said = reporter.annotations();
        if (said) entry['_context'] = said;
        if (isRepeat(`${level} ${draft.source} ${draft.message} ${draft.stack}`, entry))
          return undefined;
      }
      context.emit('log', entry);
      try {
        if (level === 'error') reporter.sent(entry);
      } catch {
        // What the page holds may bite; the entry is out.
      }
      return id;
    },
    isNew(error) {
      if (seen.has(error)) return false;
      seen.add(error);
      return true;
    },
    annotations: () => undefined,
    sent: () => {},
    stop: together([() => quietly(flush), unlisten]),
  };
  return reporter;
}
