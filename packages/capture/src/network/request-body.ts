// What a page sends, in words; streams are never touched, files only by name and size.
import type { CaptureContext } from '../context.js';
import { encode } from '../values/encode.js';
import { patchConstructor, together, watchMethod, type Uninstall } from '../realm/patch.js';
import { isObject, tagOf } from '../values/plain.js';
import { REDACTED } from '../protocol.generated.js';
import { isSensitiveName } from '../sensitive.js';
import { serialize } from '../values/serialize.js';

/**
 * | body | text |
 * |---|---|
 * | string, `URLSearchParams` | itself |
 * | `FormData` | `user=ann&password=[redacted]&photo=[File: a.png, 512 bytes]` |
 * | `Blob`, buffers | `[Binary: 512 bytes, image/png]` |
 * | a stream | `[Stream]` |
 *
 * Told by tags, which are the same in every realm.
 */
export function textOf(body: unknown): string | undefined {
  if (body === null || body === undefined) return undefined;
  if (!isObject(body)) return String(body);
  const tag = tagOf(body).slice(8, -1);
  if (tag === 'URLSearchParams') return String(body);
  if (tag === 'FormData') return formText(body as FormData);
  if (tag === 'ReadableStream') return '[Stream]';
  const { byteLength, size, type = '' } = body as Partial<Blob & ArrayBuffer>;
  const bytes = byteLength ?? size;
  // The browser sends other objects as `[object Object]`; what the page meant helps more.
  return bytes === undefined ? encode([serialize(body)]).slice(1, -1) : binary(bytes, type);
}

/** The words for bytes that are not text. */
export function binary(bytes: number | string | undefined, type: string): string {
  return `[Binary: ${[bytes === undefined ? '' : `${bytes} bytes`, type].filter(Boolean).join(', ')}]`;
}

function formText(form: FormData): string {
  const fields: string[] = [];
  form.forEach((value, name) => {
    if (typeof value !== 'string')
      fields.push(`${name}=[File: ${value.name}, ${value.size} bytes]`);
    else fields.push(`${name}=${isSensitiveName(name) ? REDACTED : value}`);
  });
  return fields.join('&');
}

/** The bodies requests were made with. */
export interface RequestBodies {
  of(request: object): unknown;
  stop: Uninstall;
}

/**
 * Remembers the body each `Request` was made with. Reading it from the request later would lock or
 * copy a stream that the page means to send.
 */
export function trackRequestBodies({ page, quietly }: CaptureContext): RequestBodies {
  const bodies = new WeakMap<object, unknown>();
  const copy = (from: unknown, to: object) => {
    if (isObject(from) && bodies.has(from)) {
      bodies.set(to, bodies.get(from));
    }
  };
  const uninstalls = [
    patchConstructor(page, 'Request', (made, [input, init]) =>
      quietly(() => {
        const body = (init as RequestInit | null | undefined)?.body;
        if (body === undefined || body === null) copy(input, made);
        else bodies.set(made, body);
      }),
    ),
    watchMethod(page.Request.prototype, 'clone', (self, _args, made) => copy(self, made as object)),
  ];
  return {
    of: (request) => bodies.get(request),
    stop: together(uninstalls),
  };
}
