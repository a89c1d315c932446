// One file of the page's servers, read within bounds of size and time.
import { cut } from 'gasoline-capture/values/cut';
import { Refusal } from '../errands/refusal.js';

export interface Fetched {
  text: string;
  headers: Headers;
}

export interface Bounds {
  mostBytes: number;
  timeoutMs: number;
}

/** Said with everything that cannot be fetched. */
export const HINT =
  'whoever can reach the source map may send it: `POST /source-maps` with `url` and `map`';

/** Fetches a text; whatever goes wrong is thrown as a refusal. */
export async function fetchText(
  url: string,
  init: RequestInit,
  { mostBytes, timeoutMs }: Bounds,
): Promise<Fetched> {
  if (!/^https?:/.test(url)) throw refuse(url, 'is not served by HTTP or HTTPS');
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    if (answer.status !== 200) throw refuse(url, `is answered with ${answer.status}`);
    const text = await readBounded(answer, mostBytes);
    if (text === undefined) throw refuse(url, `is larger than ${mostBytes} bytes`);
    return { text, headers: answer.headers };
  } catch (error) {
    throw error instanceof Refusal ? error : refuse(url, wordsFor(error, init, timeoutMs));
  }
}

function wordsFor(error: unknown, init: RequestInit, timeoutMs: number): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'TimeoutError') return `did not come within ${timeoutMs / 1000} s`;
  // Of what is wrong a page learns nothing, nor do we: no server, no certificate, or no permission.
  return init.mode === 'cors'
    ? 'is of another origin and cannot be read by the page'
    : 'cannot be reached by the browser, or is redirected elsewhere';
}

/** The text of an answer; undefined if it is too large, of which no more is read then. */
export async function readBounded(
  answer: Response,
  mostBytes: number,
): Promise<string | undefined> {
  const reader = answer.body?.getReader();
  if (reader === undefined) return '';
  if (Number(answer.headers.get('content-length')) > mostBytes) {
    await reader.cancel();
    return undefined;
  }
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    bytes += value.length;
    if (bytes > mostBytes) {
      await reader.cancel();
      return undefined;
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}

export function refuse(url: string, what: string): Refusal {
  return new Refusal(`\`${cut(url, URL_SHOWN_CHARS)}\` ${what}`, HINT);
}

/** Characters of an address in a refusal: what is wrong is said after it. */
const URL_SHOWN_CHARS = 150;
