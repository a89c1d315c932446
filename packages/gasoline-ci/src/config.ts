// Where the CI script is told the server, the test and the capture mode.
import type { Page } from 'gasoline-capture/context';
import type { CaptureMode } from 'gasoline-capture/settings';
import { ENVELOPE_MEMBER_MAX_CHARS } from 'gasoline-capture/protocol.generated';

export interface Config {
  host: string;
  port: number;
  testId?: string;
  mode: CaptureMode;
  /** The name of the driver's function in the page. */
  binding: string;
  /** Whether errors tell what the app's stores held. */
  stateSnapshot: boolean;
}

type Said = Record<string, unknown>;

/**
 * `window.__GASOLINE__` wins, then what the server wrote into the text it served, then the query of
 * our own `<script src>`. What cannot be right is passed over, member by member.
 */
export function readConfig(page: Page, served: unknown): Config {
  const { __GASOLINE__: given } = page as { __GASOLINE__?: unknown };
  const sources = [members(given), members(served), query(page.document.currentScript)];
  const first = <T>(name: string, read: (value: unknown) => T | undefined): T | undefined => {
    for (const source of sources) {
      const value = read(source[name]);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const testId = first('testId', text);
  return {
    host: first('host', text) ?? '127.0.0.1',
    port: first('port', port) ?? 7890,
    mode: first('mode', mode) ?? 'all',
    binding: first('binding', text) ?? '__gasolineBinding',
    stateSnapshot: first('stateSnapshot', flag) ?? false,
    ...(testId === undefined ? {} : { testId }),
  };
}

/** Whether a page is the server's own, by whichever of its names. */
export function isServer(
  { hostname, port: own }: Pick<Location, 'hostname' | 'port'>,
  config: Config,
): boolean {
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return Number(own) === config.port && (isLoopback || hostname === config.host);
}

function members(value: unknown): Said {
  return typeof value === 'object' && value !== null ? (value as Said) : {};
}

/** The server itself calls the test `test_id` in addresses. */
function query(script: HTMLOrSVGScriptElement | null): Said {
  const address = script && 'src' in script ? script.src : '';
  if (address === '') return {};
  const { searchParams } = new URL(address);
  const said = Object.fromEntries(searchParams);
  return { testId: said['test_id'], ...said };
}

function text(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.slice(0, ENVELOPE_MEMBER_MAX_CHARS);
}

function port(value: unknown): number | undefined {
  const number = Number(value ?? 0);
  return Number.isInteger(number) && number > 0 && number < 65_536 ? number : undefined;
}

function mode(value: unknown): CaptureMode | undefined {
  return value === 'all' || value === 'errors-only' ? value : undefined;
}

/** In an address `true` is a text. */
function flag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}
