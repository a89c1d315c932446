// A short name for a text: enough to see that it changed.

/** FNV-1a, 32 bits, as eight hexadecimal digits. */
export function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}
