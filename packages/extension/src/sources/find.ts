// From a script to what is sent of it: its map, or itself if it names none.
import { MODULE_SCRIPTS_MAX } from '../limits.js';
import { refuse, type Bounds, type Fetched } from './fetch.js';
import { mapReference } from './reference.js';

/** What the server asks for. */
export interface Wanted extends Bounds {
  /** A script, or a module that one evaluates, as stacks name it. */
  url: string;
  /** Where a module is looked for first: the scripts of the same stack. */
  scripts: string[];
  /** The page that had the error. */
  page: string;
  /** The build that the server has. */
  known: string | undefined;
}

/** What was found. */
export type Source =
  /** It is the build that the server has. */
  | { same: true }
  /** The page loads it from elsewhere: the worker may fetch it. */
  | { elsewhere: true }
  /** The map as its text, or as a data URL. */
  | { version: string; map: string }
  | { version: string; script: string };

/** `file`: a script may come from the browser's cache, as the page's did; a map is asked for anew. */
export type Get = (url: string, file: 'script' | 'map') => Promise<Fetched>;

export async function findScriptSource({ url, known }: Wanted, get: Get): Promise<Source> {
  const { text, headers } = await get(url, 'script');
  const version = versionOf(text, headers);
  if (version === known) return { same: true };
  const named = headers.get('sourcemap') ?? headers.get('x-sourcemap') ?? mapReference(text);
  if (named === undefined) {
    if (headers.get('content-type')?.includes('javascript')) return { version, script: text };
    throw refuse(url, 'names no source map');
  }
  if (named.startsWith('data:')) return { version, map: named };
  const address = resolve(named, url);
  if (address === undefined) throw refuse(url, 'names a source map that has no address');
  return { version, map: (await get(address, 'map')).text };
}

/** The script that evaluates a module: webpack keeps modules as texts, each with its map. */
export async function findModuleSource(
  { url, scripts, known }: Wanted,
  loaded: string[],
  get: Get,
): Promise<Source> {
  const candidates = [...new Set([...scripts, ...loaded])].slice(0, MODULE_SCRIPTS_MAX);
  for (const script of candidates) {
    const fetched = await get(script, 'script').catch(() => undefined);
    if (fetched === undefined || !fetched.text.includes(`sourceURL=${url}`)) continue;
    const version = versionOf(fetched.text, fetched.headers);
    return version === known ? { same: true } : { version, script: fetched.text };
  }
  throw refuse(url, 'is in no script of the page');
}

function resolve(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

/** Tells one build from another: by what the server says of it, else by its text. */
function versionOf(text: string, headers: Headers): string {
  return headers.get('etag')?.slice(0, VERSION_MAX_CHARS) || hash(text);
}

/** The server refuses longer ones. */
const VERSION_MAX_CHARS = 200;

/** No `crypto.subtle`: pages by HTTP have none. */
function hash(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x2545f491;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other + code, 0x85ebca6b) ^ (other >>> 13);
  }
  return `${text.length}-${(one >>> 0).toString(16)}-${(other >>> 0).toString(16)}`;
}
