// The shape of a JSON value in a line: what stays when its values vary.

/** `{a: 1, b: ['x', null]}` → `{a:number,b:[null|string]}`. */
export function shapeOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) {
    return `[${[...new Set(value.map(shapeOf))].toSorted().join('|')}]`;
  }
  if (typeof value !== 'object') return typeof value;
  const members = Object.entries(value).map(([name, member]) => `${name}:${shapeOf(member)}`);
  return `{${members.toSorted().join(',')}}`;
}
