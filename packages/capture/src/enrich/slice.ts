// Which values of a state may explain an error: what the message names, what failed, what just changed.
import { SLICE_MAX_VALUES, SLICE_VALUE_MAX_CHARS } from '../limits.js';
import { OBJECT_MAX_KEYS, REDACTED } from '../protocol.generated.js';
import { isSensitiveHeader, isSensitiveName } from '../sensitive.js';
import { encode } from '../values/encode.js';
import { isArray, isObject, isString, keys } from '../values/plain.js';
import { clip, serialize, type Json } from '../values/serialize.js';
import { member, namesIn } from './look.js';

const ERROR_LIKE = /error|loading|status|failed/i;

/** Shorter words are in every message. */
const WORD_MIN_CHARS = 3;

interface Candidate {
  path: string[];
  value: unknown;
  score: number;
}

/**
 * | `state` | message | slice |
 * |---|---|---|
 * | `{auth: {user: null, error: '401'}}` | `auth failed` | `{"auth.error": "401", "auth.user": null}` |
 * | `{ui: {theme: 'dark'}}` | `auth failed` | `{}` |
 *
 * `changed` are paths (`cart.total`). Secrets are told by their presence alone.
 */
export function relevantSlice(
  state: object,
  said: string,
  changed: ReadonlySet<string>,
): Record<string, Json> {
  const words = wordsOf(said);
  const isNamed = (name: string) =>
    name.length >= WORD_MIN_CHARS && wordsOf(name).some((word) => words.includes(word));
  const candidates: Candidate[] = paths(state).map(({ path, value }) => {
    const name = path.at(-1) ?? '';
    let score = 0;
    if (isNamed(name)) score += 4;
    if (ERROR_LIKE.test(name)) score += 3;
    if (changed.has(path.join('.'))) score += 3;
    if (path.length > 1 && isNamed(path[0] ?? '')) score += 2;
    return { path, value, score };
  });
  const chosen = candidates
    .filter(({ score }) => score > 0)
    // Equal ones stay in the order of the state.
    .toSorted((a, b) => b.score - a.score)
    .slice(0, SLICE_MAX_VALUES);
  return Object.fromEntries(chosen.map(({ path, value }) => [path.join('.'), told(path, value)]));
}

/** The values one and two levels below the state; what has members is told by them. */
function paths(state: object): { path: string[]; value: unknown }[] {
  return namesIn(state, OBJECT_MAX_KEYS).flatMap((name) => {
    const value = member(state, name);
    const below = isArray(value) ? [] : namesIn(value, OBJECT_MAX_KEYS);
    if (below.length === 0) return [{ path: [name], value }];
    return below.map((inner) => ({ path: [name, inner], value: member(value, inner) }));
  });
}

function told(path: string[], value: unknown): Json {
  if (path.some(isSecret)) return REDACTED;
  const json = withoutSecrets(serialize(value));
  const text = isString(json) ? json : encode([json]).slice(1, -1);
  return text.length > SLICE_VALUE_MAX_CHARS ? clip(text, SLICE_VALUE_MAX_CHARS) : json;
}

function isSecret(name: string): boolean {
  return isSensitiveName(name) || isSensitiveHeader(name);
}

function withoutSecrets(json: Json): Json {
  if (!isObject(json)) return json;
  if (isArray(json)) return json.map(withoutSecrets);
  return Object.fromEntries(
    keys(json).map((name) => [
      name,
      isSecret(name) ? REDACTED : withoutSecrets(json[name] ?? null),
    ]),
  );
}

/** `cartItems`, `cart_items`, `Cart items!` → `cart`, `items`. A plural counts as its singular too. */
function wordsOf(text: string): string[] {
  const words = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word.length >= WORD_MIN_CHARS);
  return words.flatMap((word) => [word, word.replace(/s$/, '')]);
}
