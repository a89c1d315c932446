// Sends actions in order, and remembers the latest in a few words for the errors that follow them.
import type { CaptureContext } from '../../context.js';
import type { Idle } from '../../realm/idle.js';
import {
  BUSY_MAX_AGE_MS,
  ENTERED_MAX,
  ENTERED_MIN_CHARS,
  LOOK_EVERY_MS,
  RECENT_ACTIONS,
} from '../../limits.js';
import { REDACTED, type EnhancedAction } from '../../protocol.generated.js';
import { describe, describeBriefly } from '../../selectors/index.js';
import type { Locators } from '../../selectors/locator.js';
import { findOpenRoots } from '../../selectors/roots.js';
import { frameOf, pageUrl } from './frame.js';
import { Waiting } from './waiting.js';

export type Action = EnhancedAction;

/** An action in a few words, as errors carry it in `_actions`. */
export interface SimpleAction {
  ts: string;
  type: string;
  target?: string;
  [member: string]: unknown;
}

export interface Recorder {
  readonly waiting: Waiting<Action>;
  isOn(): boolean;
  /** Gives an action its time, place and surroundings. */
  stamp(action: Action): Action;
  /** An action upon an element, with all the ways to find it again. */
  about(type: Action['type'], element: Element, more: Partial<Action>): Action;
  /** Sends what waited, then this. */
  record(action: Action): void;
  recent(): SimpleAction[];
  /** What was typed and chosen lately, as far as it may be told. */
  entered(): string[];
  /** Looks around in idle time, because something will be done soon. */
  look(): void;
}

/** Members of an action that are told in a few words too. */
const SIMPLE = [
  ...(['inputType', 'value', 'key', 'scrollX', 'scrollY', 'toUrl'] as const),
  ...(['dialog', 'message', 'accepted'] as const),
];

/** Spinners and skeletons, by what they call themselves. */
const BUSY =
  '[aria-busy=true],progress:not([value]),.spinner,.loader,.loading,.skeleton,[role=progressbar]:not([aria-valuenow])';

export function makeRecorder(context: CaptureContext, idle: Idle, locators: Locators): Recorder {
  const { page, natives, settings } = context;
  const recent: SimpleAction[] = [];
  const entered: string[] = [];
  let isLooking = false;
  let lookedAt = -Infinity;
  let busyAt = -Infinity;
  const isOn = () => settings.actions && !settings.paused;

  const tell = (action: Action) => {
    if (!isOn()) return;
    recent.push(simple(action));
    if (recent.length > RECENT_ACTIONS) recent.shift();
    note(action);
    context.emit('action', action);
  };
  const note = ({ value, selectedText }: Action) => {
    const said = (value ?? selectedText ?? '').trim();
    if (said.length < ENTERED_MIN_CHARS || said === REDACTED) return;
    entered.push(said);
    if (entered.length > ENTERED_MAX) entered.shift();
  };
  const waiting = new Waiting<Action>(
    {
      setTimeout: (work, milliseconds) =>
        natives.setTimeout(() => context.quietly(work), milliseconds),
      clearTimeout: natives.clearTimeout,
    },
    tell,
  );

  const simple = ({ type, timestamp, selectors, position, ...action }: Action): SimpleAction => {
    const about: SimpleAction = { ts: natives.iso(Number(timestamp)), type };
    const target = selectors?.cssPath ?? selectors?.id;
    if (target !== undefined) about.target = target;
    if (selectors?.text !== undefined) about['text'] = selectors.text;
    Object.assign(about, position);
    for (const name of SIMPLE) {
      if (action[name] !== undefined) about[name] = action[name];
    }
    if (type === 'select') about['value'] = action.selectedValue;
    return about;
  };

  const stamp = (action: Action) => {
    const frame = frameOf(page);
    const stamped: Action = {
      ...action,
      id: context.nextId(),
      timestamp: context.now(),
      url: pageUrl(page),
    };
    if (frame) stamped.frame = frame;
    const pending = context.pending.count;
    if (pending > 0) stamped.pendingRequests = pending;
    if (context.now() - busyAt < BUSY_MAX_AGE_MS) stamped.busy = true;
    return stamped;
  };

  return {
    waiting,
    isOn,
    stamp,
    about(type, element, more) {
      const isEnhanced = settings.enhancedSelectors;
      const selectors = isEnhanced ? describe(element) : describeBriefly(element);
      if (isEnhanced) locators.add(element, selectors);
      return stamp({ type, selectors, ...more });
    },
    record(action) {
      waiting.flush();
      tell(action);
    },
    recent() {
      // What was being typed may be what broke the page.
      waiting.flush();
      return recent.slice();
    },
    entered: () => entered,
    look() {
      if (isLooking || context.now() - lookedAt < LOOK_EVERY_MS) return;
      isLooking = true;
      idle(() => {
        isLooking = false;
        lookedAt = context.now();
        const isBusy = page.document.querySelector(BUSY)?.checkVisibility();
        busyAt = isBusy ? context.now() : -Infinity;
        findOpenRoots(page.document);
      });
    },
  };
}
