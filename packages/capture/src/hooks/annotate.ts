// `window.__gasoline`: what a page says of itself, to be shown beside its errors.
import type { CaptureContext } from '../context.js';
import { encode } from '../values/encode.js';
import {
  ANNOTATION_KEY_MAX_CHARS,
  ANNOTATION_MAX_KEYS,
  ANNOTATION_VALUE_MAX_CHARS,
} from '../limits.js';
import type { Uninstall } from '../realm/patch.js';
import { defineProperty, isObject, isString } from '../values/plain.js';
import { clip, serialize, type Json } from '../values/serialize.js';
import type { Reporter } from '../report.js';

const NAME = '__gasoline';

/** The version of what `window.__gasoline` offers. */
const VERSION = '0.1.0';

/** The page's side of it. */
export interface Annotations {
  /** False when the key is not one, or there are too many already. */
  annotate(key: string, value: unknown): boolean;
  removeAnnotation(key: string): boolean;
  clearAnnotations(): void;
  getContext(): Record<string, unknown>;
  readonly version: string;
}

/** Offers it to the page, unless the page has something of that name, and gives errors what is said. */
export function hookAnnotate(context: CaptureContext, reporter: Reporter): Uninstall {
  const { page } = context;
  if (NAME in page) return () => {};
  const said = new Map<string, Json>();
  const all = () => Object.fromEntries(said);
  const offered: Annotations = {
    annotate(key, value) {
      if (!isString(key) || key === '' || key.length > ANNOTATION_KEY_MAX_CHARS) {
        return false;
      }
      if (!said.has(key) && said.size >= ANNOTATION_MAX_KEYS) return false;
      let kept: Json | undefined;
      context.quietly(() => {
        kept = bounded(value);
      });
      if (kept === undefined) return false;
      said.set(key, kept);
      return true;
    },
    removeAnnotation: (key) => said.delete(key),
    clearAnnotations: () => said.clear(),
    getContext: all,
    version: VERSION,
  };
  defineProperty(page, NAME, { value: offered, configurable: true });
  reporter.annotations = () => (said.size > 0 ? all() : undefined);
  return () => {
    reporter.annotations = () => undefined;
    if (Reflect.get(page, NAME) === offered) Reflect.deleteProperty(page, NAME);
  };
}

/** An object that is too long to keep is kept as its beginning. */
function bounded(value: unknown): Json {
  const json = serialize(value);
  const text = isObject(json) ? encode(json) : String(json);
  return text.length > ANNOTATION_VALUE_MAX_CHARS ? clip(text, ANNOTATION_VALUE_MAX_CHARS) : json;
}
