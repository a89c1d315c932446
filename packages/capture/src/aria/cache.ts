// What was found out about elements, kept while the page cannot change.

type Known = Map<Element, unknown>;

/** How many `withCaches` are under way, one inside the other. */
let depth = 0;
const caches: Known[] = [];

/** The same function, which computes its result once per element within `withCaches`. */
export function cached<T>(compute: (element: Element) => T): (element: Element) => T {
  const known = new Map<Element, T>();
  caches.push(known);
  return (element) => {
    if (depth === 0) return compute(element);
    if (!known.has(element)) known.set(element, compute(element));
    return known.get(element) as T;
  };
}

/** Names of many elements in one go are cheaper: what they share is looked at once. */
export function withCaches<T>(work: () => T): T {
  depth++;
  try {
    return work();
  } finally {
    depth--;
    if (depth === 0) for (const known of caches) known.clear();
  }
}
