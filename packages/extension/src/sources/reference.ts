// What a script names as its source map. The server reads scripts by the same rule, in Rust.
import { SCRIPT_TAIL_LINES } from '../limits.js';

const COMMENT = 'sourceMappingURL=';

/** What the last lines of a script name, unless code follows. A header is asked first, by who has one. */
export function mapReference(script: string): string | undefined {
  let end = script.length;
  for (let lines = 0; lines < SCRIPT_TAIL_LINES; lines++) {
    const start = end === 0 ? 0 : script.lastIndexOf('\n', end - 1) + 1;
    const line = script.slice(start, end).trim();
    const found = referenceIn(line);
    if (found !== undefined) return found;
    const isComment = line.startsWith('//') || line.startsWith('/*') || line.endsWith('*/');
    if (start === 0 || (line !== '' && !isComment)) return undefined;
    end = start - 1;
  }
  return undefined;
}

// No expression for the whole: a minified script is one line of megabytes.
function referenceIn(line: string): string | undefined {
  const at = line.lastIndexOf(COMMENT);
  if (at < 0 || !/\/[/*][#@][ \t]*$/.test(line.slice(Math.max(0, at - 10), at))) return undefined;
  const reference = line
    .slice(at + COMMENT.length)
    .replace(/\*\/$/, '')
    .trim();
  return reference !== '' && !/[^!-~]|["'`\\]/.test(reference) ? reference : undefined;
}
