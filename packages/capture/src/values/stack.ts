// What an error says of where and why: its stack, the place of its first frame, its causes.
import { isError } from './exotic.js';
import { isString } from './plain.js';
import { STRING_MAX_CHARS, type LogEntry } from '../protocol.generated.js';
import { clip, read, serialize } from './serialize.js';

/** `at save (http://localhost/app.js:12:7)`; a script that a driver put in may be called by its path. */
const PLACE = /^\s*at (?:.*\()?([a-z</][^\s()]*):(\d+):(\d+)\)?$/im;

/** The script we are in: its frames stand above those of the page where a native threw or rejected. */
const own = (PLACE.exec(String(new Error().stack))?.[1] ?? '').replace(/\W/g, '\\$&');

/**
 * Our frames down to the trap of a proxy; beyond it everything is the page's, even without an address.
 * Where we do not know our own address, no frame is ours: without it the expression would take ages.
 */
const OWN_FRAMES = new RegExp(
  own && `(?:\\n +at .*${own}.*)*\\n +at Object\\.(?:apply|construct) .*${own}.*`,
  'g',
);

/** The stack as it would be without us. */
export function withoutUs(stack: string): string {
  return clip(stack.replace(OWN_FRAMES, ''), STRING_MAX_CHARS);
}

/** An address with a place behind it, as stacks of all engines have them. */
const ADDRESS = /([a-z][a-z-]{3,19}:\/\/[^\s"'\\<>]{1,2000}?):\d+(?::\d+)?(?=[\s),]|$)/g;

/** The scripts that a stack names, the topmost first, and the file of an error without a stack. */
export function scriptsIn(stack = '', filename?: string): string[] {
  const scripts = new Set<string>();
  for (const [, url] of stack.matchAll(ADDRESS)) if (url) scripts.add(url);
  if (filename) scripts.add(filename);
  return [...scripts];
}

/** The members of a log entry that tell of an error; none for anything else. */
export function membersOf(error: unknown): Partial<LogEntry> {
  if (!isError(error)) return {};
  const members: Partial<LogEntry> = {};
  const stack = read(error, 'stack');
  if (isString(stack)) {
    members.stack = withoutUs(stack);
    const place = PLACE.exec(members.stack);
    if (place) {
      members.filename = String(place[1]);
      members.lineno = Number(place[2]);
      members.colno = Number(place[3]);
    }
  }
  const below = 'cause' in error ? 'cause' : 'errors';
  if (below in error) members.cause = serialize(read(error, below));
  return members;
}
