// Where each kind of event goes: the path it is posted to, and the name of the list in the body.
import type { Kind } from 'gasoline-capture/context';
import type { Posted } from 'gasoline-capture/protocol.generated';

type Path = keyof Posted;

/** Performance snapshots travel alone, so they have no list. */
const ROUTES: Record<Kind, readonly [path: Path, list?: string]> = {
  log: ['/logs', 'entries'],
  network: ['/network-bodies', 'bodies'],
  websocket: ['/websocket-events', 'events'],
  action: ['/enhanced-actions', 'actions'],
  performance: ['/performance-snapshot'],
  outline: ['/dom-snapshots', 'snapshots'],
  enrichment: ['/enrichments', 'enrichments'],
};

export function path(kind: Kind): Path {
  return ROUTES[kind][0];
}

export function listName(kind: Kind): string | undefined {
  return ROUTES[kind][1];
}

export function isKind(value: unknown): value is Kind {
  return typeof value === 'string' && Object.hasOwn(ROUTES, value);
}
