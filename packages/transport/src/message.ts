// The link between the page's world and the extension's isolated world of the same frame.
//
// Both worlds share the DOM, not its wrappers. The page's end makes an EventTarget that is in no
// document and hands it over as the `relatedTarget` of one event, before any script of the page
// runs: the page has no way to reach it, and `document.open()`, which erases every listener of
// window and document in all worlds, leaves it alone. Dispatching is synchronous, so what is sent
// while a page is left still arrives.
import type { Page, PendingRequests } from 'gasoline-capture/context';
import type { HookPacket } from 'gasoline-capture/packet';
import type { Settings } from 'gasoline-capture/settings';
import { encode } from 'gasoline-capture/values/encode';
import { isKind } from './kinds.js';

const HELLO = 'gasoline-hello';
const UP = 'up';
const DOWN = 'down';

/** What the isolated world says: changed settings, or a question that is answered at once. */
interface Down {
  settings?: Partial<Settings>;
  ask?: 'state';
}

/** The response: requests under way, and the next id, which is given away by it. */
interface State {
  pending?: unknown;
  answeredAt?: unknown;
  id?: unknown;
}

/** The link as the page's world holds it. */
export interface PageEnd {
  /** Sends an encoded event at the end of the current task; the order is kept. */
  send(packet: HookPacket): void;
  /** Sends what waits, at once. */
  flush(): void;
}

export interface PageEndHandlers {
  settings(changes: Partial<Settings>): void;
  /** Requests of the page under way. */
  pending(): PendingRequests;
  /** The next id of the document. */
  nextId(): string;
}

/** The link as the isolated world holds it. */
export interface IsolatedEnd {
  /** Tells the page's world what to capture; kept until that world has said hello. */
  tell(settings: Partial<Settings>): void;
  /** Requests of the page under way, at this moment. None while the page's world does not respond. */
  pending(): PendingRequests;
  /**
   * The next id of the page's world: what both worlds see of a document is numbered in one order.
   * Undefined while nobody answers.
   */
  nextId(): string | undefined;
}

/** Opens the link from the page's world. The isolated end must be listening already. */
export function openPageEnd(page: Page, handlers: PageEndHandlers): PageEnd {
  // Natives are taken here, before a script of the page can replace them.
  const { CustomEvent, JSON, queueMicrotask } = page;
  const { stringify, parse } = JSON;
  const link = new page.EventTarget();
  const dispatch = link.dispatchEvent.bind(link);
  const soon = queueMicrotask.bind(page);
  let waiting = '';

  const flush = (): void => {
    if (waiting === '') return;
    const detail = `[${waiting}]`;
    waiting = '';
    dispatch(new CustomEvent(UP, { detail }));
  };

  link.addEventListener(DOWN, (event) => {
    try {
      const said = parse(detailOf(event)) as Down;
      const settings = said['settings'];
      if (settings) handlers.settings(settings);
      if (!said.ask) return;
      // Neither a number nor an id needs an encoder, so the page's `toJSON` has no say.
      const { count, answeredAt } = handlers.pending();
      const detail = `{"pending":${count},"answeredAt":${answeredAt},"id":"${handlers.nextId()}"}`;
      dispatch(new CustomEvent(UP, { detail }));
    } catch {
      // Not ours.
    }
  });
  page.dispatchEvent(new page.MouseEvent(HELLO, { relatedTarget: link }));

  return {
    send(packet) {
      if (waiting === '') soon(flush);
      else waiting += ',';
      // A string is stringified as it is, whatever the page put on the prototypes.
      waiting += `["${packet[0]}",${stringify(packet[1])},${packet[2] === 0 ? 0 : encode(packet[2])}]`;
    },
    flush,
  };
}

/** Listens for the page's world; `receive` gets each event in the order it was seen. */
export function openIsolatedEnd(page: Page, receive: (packet: HookPacket) => void): IsolatedEnd {
  let link: EventTarget | undefined;
  let settings: Partial<Settings> = {};
  let answered: State = {};

  const say = (down: Down): void => {
    link?.dispatchEvent(new CustomEvent(DOWN, { detail: JSON.stringify(down) }));
  };

  const hear = (event: Event): void => {
    try {
      const said = JSON.parse(detailOf(event)) as unknown;
      if (!Array.isArray(said)) {
        answered = (said ?? {}) as State;
        return;
      }
      for (const packet of said as unknown[]) if (isPacket(packet)) receive(packet);
    } catch {
      // Not ours.
    }
  };

  const hello = (event: Event): void => {
    link = (event as MouseEvent).relatedTarget ?? undefined;
    link?.addEventListener(UP, hear);
    say({ settings });
  };
  const ask = (): State => {
    answered = {};
    say({ ask: 'state' });
    return answered;
  };
  page.addEventListener(HELLO, hello, { once: true });

  return {
    tell(changes) {
      settings = { ...settings, ...changes };
      say({ settings: changes });
    },
    pending() {
      const { pending, answeredAt } = ask();
      return { count: numberOr0(pending), answeredAt: numberOr0(answeredAt) };
    },
    nextId() {
      const { id } = ask();
      return typeof id === 'string' ? id : undefined;
    },
  };
}

/** Facts are the page's world's own: whoever acts on what may be forged looks again. */
function isPacket(given: unknown): given is HookPacket {
  const [kind, text, facts] = given as readonly unknown[];
  const hasFacts = facts === 0 || (typeof facts === 'object' && facts !== null);
  return (kind === 'dialog' || isKind(kind)) && typeof text === 'string' && hasFacts;
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function detailOf(event: Event): string {
  return String((event as CustomEvent<unknown>).detail);
}
