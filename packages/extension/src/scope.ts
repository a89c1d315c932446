// Which pages are captured: patterns of sites, and the hosts that need no asking.
import type { Stored } from './storage.js';

/** Hosts a developer's own pages live on. The manifest lists the same. */
export const DEFAULT_HOSTS = [
  'localhost',
  '127.0.0.1',
  '[::1]',
  '*.localhost',
  '*.test',
  '*.local',
] as const;

export interface Pattern {
  scheme: '*' | 'http' | 'https';
  /** `*`, `*.example.com` (the domain itself too) or a host. */
  host: string;
  port: string | undefined;
  /** A path with `*` for anything, or undefined for all. */
  path: string | undefined;
}

const SHAPE = /^(?:(\*|https?):\/\/)?(\[[0-9a-f:]+\]|[^/:\s]+)(?::(\d{1,5}))?(\/\S*)?$/i;

/** Reads `example.com`, `*.example.com`, `localhost:3000/admin/*` or `https://example.com/*`. */
export function parsePattern(text: string): Pattern | { problem: string } {
  const trimmed = text.trim();
  if (trimmed === '<all_urls>') {
    return { scheme: '*', host: '*', port: undefined, path: undefined };
  }
  const [, scheme = '*', host = '', port, path] = SHAPE.exec(trimmed) ?? [];
  if (host === '') {
    return { problem: `\`${trimmed}\` is not a site; write \`example.com\` or \`*.example.com\`` };
  }
  if (host !== '*' && host.replace(/^\*\./, '').includes('*')) {
    return {
      problem: `\`${host}\`: \`*\` stands only for a whole host or at its start, as in \`*.example.com\``,
    };
  }
  if (!/^(\*|\[[0-9a-f:]+\]|(\*\.)?[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*)$/iu.test(host)) {
    return { problem: `\`${host}\` is not a host name` };
  }
  return {
    scheme: scheme.toLowerCase() as Pattern['scheme'],
    host: host.toLowerCase(),
    port,
    path: path === undefined || path === '/' || path === '/*' ? undefined : path,
  };
}

export function matches(pattern: Pattern, url: URL): boolean {
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== 'http' && scheme !== 'https') return false;
  if (pattern.scheme !== '*' && pattern.scheme !== scheme) return false;
  if (!hostMatches(pattern.host, url.hostname)) return false;
  const port = url.port || (scheme === 'http' ? '80' : '443');
  if (pattern.port !== undefined && pattern.port !== port) return false;
  return pattern.path === undefined || glob(pattern.path).test(url.pathname + url.search);
}

/** Whether the events of a page at this address are taken. */
export function isCaptured(address: string, settings: Stored): boolean {
  const url = parse(address);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return false;
  if (isServer(url, settings.serverUrl)) return false;
  const hits = (list: readonly string[]) =>
    list.some((text) => {
      const pattern = parsePattern(text);
      return !('problem' in pattern) && matches(pattern, url);
    });
  if (hits(settings.domainExcludes)) return false;
  return settings.allSitesEnabled || hits(DEFAULT_HOSTS) || hits(settings.domainFilters);
}

/** Whether the default hosts cover it, so that no permission has to be asked for. */
export function isDefaultHost(address: string): boolean {
  const url = parse(address);
  return url !== undefined && DEFAULT_HOSTS.some((host) => hostMatches(host, url.hostname));
}

/** The server's own pages (the dashboard) say nothing about the user's. */
function isServer(url: URL, serverUrl: string): boolean {
  const server = parse(serverUrl);
  return server !== undefined && url.port === server.port && isLoopback(url) && isLoopback(server);
}

function isLoopback(url: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

/** The pattern as Chrome takes it. Ports and paths are left to `isCaptured`. */
export function chromePattern(text: string): string | undefined {
  const pattern = parsePattern(text);
  return 'problem' in pattern ? undefined : `${pattern.scheme}://${pattern.host}/*`;
}

/** An exclusion as Chrome takes it; undefined where Chrome would exclude more than was said. */
export function chromeExclusion(text: string): string | undefined {
  const pattern = parsePattern(text);
  if ('problem' in pattern || pattern.port !== undefined) return undefined;
  return `${pattern.scheme}://${pattern.host}${pattern.path ?? '/*'}`;
}

function hostMatches(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  if (!pattern.startsWith('*.')) return pattern === host;
  return host === pattern.slice(2) || host.endsWith(pattern.slice(1));
}

function glob(path: string): RegExp {
  const literal = path.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`);
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
