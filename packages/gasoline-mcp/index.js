// Where the binary for this machine and the extension are, for programs that start them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The folder to give to `--load-extension`. */
export const extensionPath = here('./extension');

/** The binary in the package that npm chose for this machine, or the one that `GASOLINE_BINARY` names. */
export function binaryPath() {
  const named = process.env.GASOLINE_BINARY;
  if (named) return named;
  const platform = `${process.platform}-${process.arch}`;
  const known = Object.keys(JSON.parse(readFileSync(here('./platforms.json'), 'utf8')));
  try {
    if (known.includes(platform)) return require.resolve(`gasoline-mcp-${platform}/bin/gasoline`);
  } catch {
    // Left out, or made for another C library.
  }
  if (!known.includes(platform) || isMusl()) {
    const machine = isMusl() ? `${platform} with musl` : platform;
    throw new Error(
      `there is no Gasoline for \`${machine}\`, only for ${known.join(', ')} (Linux with glibc)\n` +
        'hint: in its sources run `cargo install --path crates/gasoline`, and name the binary in GASOLINE_BINARY',
    );
  }
  throw new Error(
    `the package \`gasoline-mcp-${platform}\` is not installed\n` +
      'hint: install without --omit=optional, and on the machine that runs it',
  );
}

/** Node knows the version of glibc where it runs on it. */
function isMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
}
