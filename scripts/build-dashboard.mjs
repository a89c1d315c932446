// The dashboard: its page with the style inside, its script, and the policy that lets in nothing else.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** [file below packages/dashboard, content], and the packages that are in it. */
export async function dashboard(root) {
  const folder = join(root, 'packages/dashboard');
  const script = await bundle(root, join(folder, 'src/index.tsx'));
  const style = await bundle(root, join(folder, 'src/index.css'));
  const page = await readFile(join(folder, 'src/index.html'), 'utf8');
  // The style comes with the page, and the script beside it: the first paint waits for neither. A
  // function, because `$` means something in a replacement.
  const whole = page
    .replace(/\n\s*/g, ' ')
    .replace('<style></style>', () => `<style>${style.text}</style>`);
  return {
    files: [
      ['dist/index.html', `${whole.trim()}\n`],
      ['dist/dashboard.js', `${script.text}\n`],
      ['dist/policy.txt', `${policy(style.text)}\n`],
    ],
    inputs: [...script.inputs, ...style.inputs],
  };
}

/** What the page may do: run its own script, ask its own server, show its own pictures. */
function policy(style) {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${hash(style)}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function hash(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

async function bundle(root, entry) {
  const result = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'iife',
    target: 'chrome120',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // The licences stand in a file of their own.
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'warning',
  });
  const text = result.outputFiles[0].text.trim();
  // Nothing may end the element it stands in.
  if (/<\/style|<!--/i.test(text)) throw new Error(`${entry} ends its own element`);
  return { text, inputs: Object.keys(result.metafile.inputs) };
}
