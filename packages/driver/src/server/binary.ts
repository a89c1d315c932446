// Where the binary is: named, installed by npm, or on the path.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** A command and the arguments that come before ours. */
export interface Command {
  file: string;
  first: string[];
}

export interface Search {
  /** What the project set; empty where it set nothing. */
  named: string;
  environment: NodeJS.ProcessEnv;
  /** Folders from which npm packages are looked for. */
  from: readonly string[];
}

export const HINT =
  'install `gasoline-mcp`, put `gasoline` on the PATH, or set GASOLINE_BINARY to the file or command';

/** The first that is there: the option, `GASOLINE_BINARY`, npm's `gasoline-mcp`, the path. */
export function findBinary({ named, environment, from }: Search): Command | undefined {
  const given = named || environment['GASOLINE_BINARY'];
  if (given) return commandOf(given, environment);
  return installed(from) ?? onPath('gasoline', environment) ?? onPath('gasoline-mcp', environment);
}

/** A file or a name on the path, either with arguments: `npx gasoline-mcp`. */
function commandOf(given: string, environment: NodeJS.ProcessEnv): Command | undefined {
  // Whole first: folders may have spaces in their names.
  if (existsSync(given)) return run(given);
  const [name = '', ...words] = given.trim().split(/\s+/);
  const found = name.includes('/') ? run(name) : onPath(name, environment);
  return found && { file: found.file, first: [...found.first, ...words] };
}

/** Scripts are run by this very Node, which need not be on the path. */
function run(file: string): Command | undefined {
  if (!existsSync(file)) return undefined;
  const isScript = /\.[cm]?js$/.test(file);
  return isScript ? { file: process.execPath, first: [file] } : { file, first: [] };
}

function installed(from: readonly string[]): Command | undefined {
  for (const folder of from) {
    try {
      const about = createRequire(join(folder, 'package.json')).resolve(
        'gasoline-mcp/package.json',
      );
      const { bin } = JSON.parse(readFileSync(about, 'utf8')) as { bin?: Record<string, string> };
      const script = bin?.['gasoline'] ?? bin?.['gasoline-mcp'];
      const found = script && run(join(dirname(about), script));
      if (found) return found;
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}

function onPath(name: string, environment: NodeJS.ProcessEnv): Command | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const files = folders.flatMap((folder) => names.map((file) => join(folder, file)));
  const file = files.find(isExecutable);
  return file === undefined ? undefined : { file, first: [] };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
