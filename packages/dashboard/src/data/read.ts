// Members of what was captured, as far as they are what they should be: pages send anything.

/** An event as the server tells it. */
export type Told = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Told {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function object(from: Told, name: string): Told {
  const value = from[name];
  return isObject(value) ? value : {};
}

export function list(from: Told, name: string): Told[] {
  const value = from[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function text(from: Told, name: string): string | undefined {
  const value = from[name];
  return typeof value === 'string' ? value : undefined;
}

export function number(from: Told, name: string): number | undefined {
  const value = from[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** RFC 3339 or epoch milliseconds, as milliseconds. */
export function moment(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : value;
  return typeof ms === 'number' && Number.isFinite(ms) ? ms : undefined;
}

/** The number in `c42`. */
export function place(cursor: unknown): number {
  if (typeof cursor === 'number') return cursor;
  const digits = typeof cursor === 'string' ? /^c?(\d+)$/.exec(cursor)?.[1] : undefined;
  return digits === undefined ? 0 : Number(digits);
}
