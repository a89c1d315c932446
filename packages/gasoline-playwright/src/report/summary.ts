// What a snapshot of one failed test says, as text: what went wrong, in the order it happened.
import { plain } from '../identity.js';
import {
  CAUSE_BODY_MAX_CHARS,
  CAUSE_MAX_CHARS,
  RECEIVED_MAX_CHARS,
  SUMMARY_BODY_MAX_CHARS,
  SUMMARY_LINE_MAX_CHARS,
  SUMMARY_ROWS_MAX,
} from '../limits.js';
import {
  isFailure,
  isSocketError,
  type GasolineSnapshot,
  type LogEntry,
  type NetworkBody,
  type WebSocketEvent,
} from './snapshot.js';

/** One thing that may explain a failure. */
interface Trouble {
  /** Where it stands in the journal. */
  seq: number;
  /** The smaller, the more it explains. */
  rank: number;
  line: string;
}

const UNCAUGHT = new Set(['exception', 'unhandledrejection']);

/** The one line that most likely explains the failure, or nothing where the pages told of none. */
export function causeOf(snapshot: GasolineSnapshot): string | undefined {
  const troubles = troublesOf(snapshot);
  const [first] = troubles.toSorted((one, other) => one.rank - other.rank || one.seq - other.seq);
  if (!first) return shownAnswer(snapshot);
  const others = troubles.length - 1;
  return `${cut(first.line, CAUSE_MAX_CHARS)}${others > 0 ? ` (and ${others} more)` : ''}`;
}

function troublesOf(snapshot: GasolineSnapshot): Trouble[] {
  const logs = snapshot.logs.filter(({ level }) => level === 'error' || level === 'warn');
  return [
    ...snapshot.network_bodies.filter(isFailure).map((body) => ({
      seq: body.seq ?? 0,
      // What came back broken explains more than what is missing for good reasons.
      rank: body.status >= 500 || (body.status === 0 && body['pending'] !== true) ? 0 : 1,
      line: requestLine(body),
    })),
    ...snapshot.websocket_events.filter(isSocketError).map((event) => ({
      seq: event.seq ?? 0,
      rank: 1,
      line: socketLine(event),
    })),
    ...logs.map((entry) => ({ seq: entry.seq ?? 0, rank: rankOf(entry), line: logLine(entry) })),
  ].filter(({ rank }) => rank < 4);
}

function rankOf({ level, source, metadata, message }: LogEntry): number {
  const isOfDriver = metadata?.['seenBy'] === 'driver';
  if (level === 'error') {
    // The browser's own reason is better than what a page makes of it.
    if (isOfDriver && source === 'network') return -1;
    return UNCAUGHT.has(source ?? '') ? 0 : 2;
  }
  return isOfDriver && message.includes('dialog') ? 3 : 4;
}

/** Where nothing went wrong, an answer may have been wrong: the one that has what the test received. */
function shownAnswer({ tests, network_bodies }: GasolineSnapshot): string | undefined {
  const said = plain(tests[0]?.error?.message ?? '');
  const received = /^\s*Received(?: string)?:\s+"?(.+?)"?\s*$/m.exec(said)?.[1];
  if (!received) return undefined;
  const answer = network_bodies.findLast(({ responseBody }) => hasWord(responseBody, received));
  if (!answer) return undefined;
  return `the test received \`${cut(received, RECEIVED_MAX_CHARS)}\`, which is what was answered: ${requestLine(answer)}`;
}

function hasWord(text: string | undefined, word: string): boolean {
  const at = text?.indexOf(word) ?? -1;
  if (!text || at < 0) return false;
  return !/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + word.length] ?? '');
}

/** The whole summary, as it is attached to a failed test. */
export function summarize(snapshot: GasolineSnapshot): string {
  const [record] = snapshot.tests;
  const { stats } = snapshot;
  const cause = causeOf(snapshot);
  const lines = [
    '=== Gasoline Failure Context ===',
    `Test: ${snapshot.test_id ?? record?.test_id ?? ''}`,
    `Captured at: ${snapshot.timestamp}`,
    `Likely cause: ${cause ?? 'the pages told of nothing that went wrong'}`,
    '',
    '--- Stats ---',
    `Total logs: ${stats.total_logs}`,
    `Errors: ${stats.error_count}`,
    `Warnings: ${stats.warning_count}`,
    `Network failures: ${stats.network_failures}`,
    `WebSocket connections: ${stats.ws_connections}`,
  ];
  const section = (title: string, rows: string[]): void => {
    if (rows.length === 0) return;
    lines.push('', `--- ${title} ---`, ...rows.slice(0, SUMMARY_ROWS_MAX));
    if (rows.length > SUMMARY_ROWS_MAX)
      lines.push(`  … and ${rows.length - SUMMARY_ROWS_MAX} more`);
  };
  section('Test error', record?.error ? [indent(plain(record.error.message))] : []);
  section('Errors', snapshot.logs.filter(({ level }) => level === 'error').map(logRow));
  section('Warnings', snapshot.logs.filter(({ level }) => level === 'warn').map(logRow));
  section('Network Failures', snapshot.network_bodies.filter(isFailure).map(requestRow));
  section(
    'WebSocket Errors',
    snapshot.websocket_events.filter(isSocketError).map((event) => `  ${socketLine(event)}`),
  );
  const others = snapshot.network_bodies.filter((body) => !isFailure(body));
  section('Other Requests', others.map(requestRow));
  return `${lines.join('\n')}\n`;
}

function logLine({ source, message }: LogEntry): string {
  return `[${source ?? 'console'}] ${message.split('\n')[0]}`;
}

function logRow(entry: LogEntry): string {
  const place = entry.stack?.split('\n').find((line) => /^\s*at |@/.test(line));
  return `  ${cut(logLine(entry), SUMMARY_LINE_MAX_CHARS)}${place ? `\n    ${place.trim()}` : ''}`;
}

function requestLine(body: NetworkBody): string {
  const { method, url, status, statusText, error, duration, responseBody } = body;
  if (body['pending'] === true) {
    return `${method} ${url} had no answer after ${((duration ?? 0) / 1000).toFixed(1)} s`;
  }
  if (status === 0) return `${method} ${url} → no answer (${statusText || error || 'network'})`;
  const said = responseBody
    ? ` ${cut(responseBody.replaceAll(/\s+/g, ' '), CAUSE_BODY_MAX_CHARS)}`
    : '';
  return `${method} ${url} → ${status}${said}`;
}

function requestRow(body: NetworkBody): string {
  const { requestBody, responseBody } = body;
  const lines = [`  ${requestLine({ ...body, responseBody: '' })}`];
  if (requestBody) lines.push(`    Request: ${cut(requestBody, SUMMARY_BODY_MAX_CHARS)}`);
  if (responseBody) lines.push(`    Response: ${cut(responseBody, SUMMARY_BODY_MAX_CHARS)}`);
  return lines.join('\n');
}

function socketLine({ event, url, code, reason }: WebSocketEvent): string {
  if (event === 'error') return `WebSocket ${url ?? ''} failed`;
  return `WebSocket ${url ?? ''} closed with ${code}${reason ? `: ${reason}` : ''}`;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
