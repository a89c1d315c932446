// Finds the operation of a GraphQL call, so that calls to one address can be told apart.
import { GRAPHQL_MAX_CHARS, NAME_MAX_CHARS } from '../limits.js';
import { isString } from '../values/plain.js';
import { clip } from '../values/serialize.js';

export interface Operation {
  operationName?: string;
  /** Unknown for a persisted query, which is sent as a hash. */
  type?: string;
}

/**
 * Looks into the body, else into the query of the address.
 *
 * | sent | operation |
 * |---|---|
 * | `{"query":"query Cart { … }"}` | `{operationName: "Cart", type: "query"}` |
 * | `[{"query":"…A…"},{"query":"…B…"}]` | `{operationName: "A, B", type: …of the first}` |
 * | `mutation Pay { … }` | `{operationName: "Pay", type: "mutation"}` |
 * | `operations={"query":"mutation Up { … }"}&0=[File: …]` | `{operationName: "Up", type: "mutation"}` |
 * | `?operationName=Cart&extensions={"persistedQuery":…}` | `{operationName: "Cart"}` |
 */
export function findOperation(url: string, body: string | undefined): Operation | undefined {
  if (!/[?&](?:query|operationName)=/.test(url) && !/query|mutation|subscri/.test(body ?? '')) {
    return undefined;
  }
  let value: unknown = { query: body };
  if (!body) value = Object.fromEntries(new URL(url).searchParams);
  else if (body.length > GRAPHQL_MAX_CHARS) return undefined;
  else {
    try {
      value = JSON.parse(body);
    } catch {
      // The body is the document itself, or a form with an upload that has it in a field.
    }
  }
  const all = [value].flat().flatMap(operationsOf);
  const [first] = all;
  const operationName = all.flatMap((one) => one.operationName ?? []).join(', ');
  if (!first || !operationName) return first;
  return { ...first, operationName: clip(operationName, NAME_MAX_CHARS) };
}

/** One or none, of the members of a request. */
function operationsOf(value: unknown): Operation[] {
  const { query, operationName, extensions } = (value ?? {}) as Record<string, unknown>;
  const named = operationName ? { operationName: String(operationName) } : {};
  // Without a document: a persisted query says its hash in `extensions`.
  if (!isString(query)) return operationName && extensions ? [named] : [];
  const code = query.replace(/#.*/g, '');
  const found = /(?:^|[\s}"])(query|mutation|subscription)\b\s*([_A-Za-z]\w*)?\s*[({@]/.exec(code);
  if (!found) return /^\s*\{\s*[_A-Za-z]/.test(code) ? [{ ...named, type: 'query' }] : [];
  const [, type, own] = found;
  return [{ ...(own ? { operationName: own } : {}), ...named, type: String(type) }];
}
