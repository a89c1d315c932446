// Text as a terminal shows it, as a page that can be photographed.

/** Names of the colours of a line, by how it begins. */
const INKS = [
  [/^\$ /, 'typed'],
  [/^(wrong|error|✗|FAILED)/, 'bad'],
  [/^ok /, 'good'],
  [/^\s*(hint:|note )/, 'hint'],
  [/^\s*>\s?\d+|^\s*\d+ > /, 'bad'],
];

/** The page; `title` stands in the bar of the window. */
export function terminal(title, text) {
  const lines = plain(text)
    .split('\n')
    .map((line) => {
      const ink = INKS.find(([pattern]) => pattern.test(line))?.[1] ?? '';
      return `<span class="${ink}">${escaped(line)}</span>`;
    });
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>
<figure><figcaption><i></i><i></i><i></i>${escaped(title)}</figcaption><pre>${lines.join('\n')}</pre></figure>`;
}

/** Without what only terminals read. */
function plain(text) {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\u001b\[[0-9;]*m/g, '').trimEnd();
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const STYLE = `
  :root { color-scheme: light dark }
  body { margin: 0; padding: 12px; width: fit-content; background: light-dark(#fff, #0d1117) }
  figure { margin: 0; border-radius: 8px; overflow: hidden;
    border: 1px solid light-dark(#d0d7de, #30363d); background: light-dark(#fbfbfa, #161b22) }
  figcaption { padding: 7px 12px; font: 12px system-ui, sans-serif;
    color: light-dark(#57606a, #8b949e); background: light-dark(#f0f1f2, #21262d) }
  figcaption i { display: inline-block; width: 9px; height: 9px; margin-right: 6px;
    border-radius: 50%; background: light-dark(#c8cdd2, #484f58) }
  figcaption i:last-of-type { margin-right: 12px }
  pre { margin: 0; padding: 12px 14px; font: 12.5px/1.5 'DejaVu Sans Mono', monospace;
    color: light-dark(#1f2328, #d6dde5) }
  .typed { font-weight: bold }
  .bad { color: light-dark(#b3261e, #ff8a80) }
  .good { color: light-dark(#1a7f37, #57d977) }
  .hint { color: light-dark(#57606a, #8b949e) }
`;
