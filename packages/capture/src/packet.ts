// An event in transit: its JSON text, encoded once, and the facts that the next hops act on.
import type { Dialog, HookEvents, Kind } from './context.js';
import { FACT_MESSAGE_MAX_CHARS, FACT_SCRIPTS_MAX } from './limits.js';
import type { ActionType } from './protocol.generated.js';
import { encode } from './values/encode.js';
import { clip } from './values/serialize.js';
import { scriptsIn } from './values/stack.js';

/** What a hop must know of an event; 0 where no hop acts on it, which is nearly always. */
export interface Facts {
  /** Level `error` only. */
  log: 0 | ErrorFacts;
  action: readonly [id: string, type: ActionType];
  /** Without a response, or with status 400 and above. */
  network: 0 | readonly [id: string, method: string, url: string, status: number];
  websocket: 0;
  performance: 0;
  outline: 0;
  enrichment: 0;
  /** A dialog ends at the next hop, which makes an action of all of it. */
  dialog: Dialog;
}

/** `message` is a beginning of the text; `scripts` are the addresses that the stack names. */
export type ErrorFacts = readonly [
  id: string,
  source: string,
  message: string,
  scripts: readonly string[],
];

export type PacketOf<K extends keyof HookEvents> = readonly [
  kind: K,
  text: string,
  facts: Facts[K],
];

/** An event as it travels. What hops need of it is in `facts`: the text is not parsed again. */
export type Packet = { [K in Kind]: PacketOf<K> }[Kind];

/** The same of all that hooks emit. */
export type HookPacket = Packet | PacketOf<'dialog'>;

/** Encodes an event. */
export function pack<K extends keyof HookEvents>(kind: K, event: HookEvents[K]): HookPacket {
  return [kind, encode(event), READERS[kind]?.(event) ?? 0] as unknown as HookPacket;
}

/** Whether it is a log entry of level `error`. */
export function isError(packet: HookPacket): boolean {
  return packet[0] === 'log' && packet[2] !== 0;
}

const READERS: { readonly [K in keyof HookEvents]?: (event: HookEvents[K]) => Facts[K] } = {
  log({ level, id, source, message, stack, filename }) {
    if (level !== 'error') return 0;
    const beginning = clip(String(message), FACT_MESSAGE_MAX_CHARS);
    const scripts = scriptsIn(stack, filename).slice(0, FACT_SCRIPTS_MAX);
    return [String(id), String(source), beginning, scripts];
  },
  action: ({ id, type }) => [String(id), type],
  network: ({ id, method, url, status = 0 }) =>
    status > 0 && status < 400 ? 0 : [String(id), method, url, status],
  dialog: (dialog) => dialog,
};
