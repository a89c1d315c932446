// The beginning of a response: read from a copy, bounded in bytes and time, or left alone with a reason.
import type { CaptureContext } from '../context.js';
import { RESPONSE_READ_MAX_BYTES, RESPONSE_READ_MAX_MS } from '../limits.js';
import { RESPONSE_BODY_MAX_BYTES } from '../protocol.generated.js';
import { withoutLast } from '../values/cut.js';
import { binary } from './request-body.js';
import type { Kept } from './text.js';

/** Types that are text without being called so. */
const TEXT = /^text\/|json|xml|script|graphql|urlencoded|yaml|toml|csv/;

/** Types that go on for as long as the page likes: a copy would hold the connection open. */
const ENDLESS = /event-stream|ndjson|jsonl|json-seq|mixed-replace|grpc/;

/** The media type without its parameters. */
export function essence(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Why a body of this type and length is not read, in the words that stand in its place. */
export function whyUnread(contentType: string, length?: string | number): string | undefined {
  const type = essence(contentType);
  if (ENDLESS.test(type)) return `[Skipped: ${type}]`;
  if (type && !TEXT.test(type)) return binary(length, type);
  return Number(length) > RESPONSE_READ_MAX_BYTES ? `[Skipped: ${length} bytes]` : undefined;
}

/** The text of bytes, by the charset the response names. Bytes without a type may turn out binary. */
function decode(bytes: Uint8Array, contentType: string): string {
  let decoder = new TextDecoder();
  try {
    decoder = new TextDecoder(/charset="?([\w-]+)/i.exec(contentType)?.[1]);
  } catch {
    // A charset nobody knows: UTF-8 it is.
  }
  // `stream`: a character that is cut in two at the end is left out.
  const text = decoder.decode(bytes, { stream: true });
  return text.includes('\0') ? binary(bytes.length, essence(contentType)) : text;
}

/**
 * Reads the beginning of a copied response and gives the copy up, so that it costs the page no more
 * memory than that. A page that cancels its own body waits for the copy: hence the time limit.
 * `done` is called once; the returned function calls it at once with what is there.
 */
export function readBeginning(
  { natives, quietly }: CaptureContext,
  copy: Response,
  done: (kept: Kept) => void,
): () => void {
  const bytes = new Uint8Array(RESPONSE_BODY_MAX_BYTES);
  let length = 0;
  let isDone = false;
  const reader = copy.body?.getReader();
  const finish = (isCut: boolean) => {
    if (isDone) return;
    isDone = true;
    natives.clearTimeout(timer);
    // A stream that broke rejects here: handled, or the page would see an unhandled rejection.
    if (reader && isCut) void natives.after(reader.cancel(), ignore, ignore);
    const contentType = copy.headers.get('content-type') ?? '';
    const text = decode(bytes.subarray(0, length), contentType);
    done({ text: isCut ? withoutLast(text) : text, isCut });
  };
  const cut = () => finish(true);
  const timer = natives.setTimeout(() => quietly(cut), RESPONSE_READ_MAX_MS);
  const take = ({ value, done: isEnd }: ReadableStreamReadResult<Uint8Array>) => {
    if (isEnd) return finish(false);
    const room = bytes.length - length;
    bytes.set(value.subarray(0, room), length);
    length += Math.min(value.length, room);
    if (value.length > room) cut();
    else if (!isDone) next();
  };
  const next = () => {
    if (!reader) return finish(false);
    void natives.after(
      reader.read(),
      (chunk) => quietly(() => take(chunk)),
      () => quietly(cut),
    );
  };
  next();
  return cut;
}

function ignore(): void {}
