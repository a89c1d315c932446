// A row: one event as the dashboard shows it, in a lane, at a time, in a line of words.
import { moment, number, object, place, text, type Told } from './read.js';

/** The lanes, from top to bottom. */
export const LANES = [
  'actions',
  'requests',
  'errors',
  'console',
  'sockets',
  'screenshots',
] as const;

export type Lane = (typeof LANES)[number];

/** How bad it is. */
export type Level = 'error' | 'warn' | 'info' | 'debug';

export interface Row {
  readonly seq: number;
  readonly lane: Lane;
  /** When it began, in epoch milliseconds. */
  readonly at: number;
  /** When it was over; the same for what takes no time. */
  readonly end: number;
  readonly level: Level;
  readonly title: string;
  /** A few words beside the title. */
  readonly note: string;
  readonly test: string | undefined;
  readonly event: Told;
}

const TITLE_MAX_CHARS = 300;

/** The rows of a snapshot's list of that name. */
export const READERS: Readonly<Record<string, (event: Told) => Row>> = {
  enhanced_actions: action,
  network_bodies: request,
  logs: log,
  websocket_events: socket,
  screenshots: screenshot,
};

function row(event: Told, told: Pick<Row, 'lane' | 'level' | 'title' | 'note'>): Row {
  const at = moment(event['timestamp']) ?? moment(event['ts']) ?? number(event, 'received_at') ?? 0;
  return {
    seq: place(event['seq']),
    at,
    end: at,
    test: text(event, 'test_id'),
    event,
    ...told,
    title: line(told.title),
  };
}

function line(words: string): string {
  return words.slice(0, TITLE_MAX_CHARS).replace(/\s+/g, ' ').trim();
}

function log(event: Told): Row {
  const said = text(event, 'level');
  const level: Level = said === 'error' || said === 'warn' || said === 'debug' ? said : 'info';
  return row(event, {
    lane: level === 'error' ? 'errors' : 'console',
    level,
    title: text(event, 'message') ?? '',
    note: text(event, 'source') ?? text(event, 'type') ?? said ?? '',
  });
}

function request(event: Told): Row {
  const status = number(event, 'status') ?? 0;
  const duration = Math.max(0, number(event, 'duration') ?? 0);
  const error = text(event, 'error');
  const isBad = status >= 400 || (status === 0 && error !== 'aborted');
  const made = row(event, {
    lane: 'requests',
    level: isBad ? 'error' : 'info',
    title: `${text(event, 'method') ?? 'GET'} ${text(event, 'url') ?? ''}`,
    note: `${status === 0 ? (error ?? 'no response') : String(status)} · ${Math.round(duration)} ms`,
  });
  return { ...made, end: made.at + duration };
}

function socket(event: Told): Row {
  const what = text(event, 'event') ?? 'event';
  const direction = text(event, 'direction');
  const code = number(event, 'code');
  const isUnclean = what === 'close' && code !== undefined && code !== 1000 && code !== 1001;
  const arrow = direction === 'outgoing' ? '↑ ' : direction === 'incoming' ? '↓ ' : '';
  const said = what === 'message' ? (text(event, 'data') ?? '') : (text(event, 'url') ?? '');
  return row(event, {
    lane: 'sockets',
    level: what === 'error' ? 'error' : isUnclean ? 'warn' : 'info',
    title: `${arrow}${what === 'message' ? '' : `${what} `}${said}`,
    note: code === undefined ? what : `${what} ${code}`,
  });
}

function action(event: Told): Row {
  const type = text(event, 'type') ?? 'action';
  const said = type === 'navigate' ? text(event, 'toUrl') : target(object(event, 'selectors'));
  const value = text(event, 'selectedText') ?? text(event, 'value') ?? text(event, 'key');
  return row(event, {
    lane: 'actions',
    level: 'info',
    title: `${type} ${said ?? ''}${value === undefined || value === '' ? '' : ` “${value}”`}`,
    note: type,
  });
}

/** What was acted upon, in the words its user has for it. */
function target(selectors: Told): string | undefined {
  const role = object(selectors, 'role');
  const name = text(role, 'name');
  if (name !== undefined && name !== '') return `${text(role, 'role') ?? 'element'} “${name}”`;
  for (const way of ['text', 'ariaLabel', 'testId', 'id', 'cssPath']) {
    const found = text(selectors, way);
    if (found !== undefined && found !== '') return way === 'text' ? `“${found}”` : found;
  }
  return undefined;
}

function screenshot(event: Told): Row {
  const trigger = text(event, 'trigger') ?? 'asked for';
  const size = `${number(event, 'width') ?? '?'} × ${number(event, 'height') ?? '?'}`;
  return row(event, {
    lane: 'screenshots',
    level: 'info',
    title: `screenshot (${trigger}) ${text(event, 'url') ?? ''}`,
    note: size,
  });
}
