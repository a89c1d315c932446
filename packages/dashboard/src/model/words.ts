// Times, sizes and bodies in words.

/** `14:03:22.417`, in the reader's own time zone. */
export function clock(ms: number): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return '';
  const day = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${day}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** A moment as precise as a step between moments needs it. */
export function tick(ms: number, step: number): string {
  if (step >= 86_400_000) return new Date(ms).toLocaleDateString();
  const whole = clock(ms);
  if (step >= 60_000) return whole.slice(0, 5);
  return step >= 1_000 ? whole.slice(0, 8) : whole;
}

export function took(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

export function bytes(count: number): string {
  if (count < 1_000) return `${count} B`;
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

/** A count with its noun. */
export function many(count: number, one: string, more = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : more}`;
}

/** JSON with indentation where it is JSON, else the text itself. */
export function pretty(body: string): string {
  if (!/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
