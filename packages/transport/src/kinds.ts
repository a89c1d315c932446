// Where each kind of event goes: the path it is posted to, and the name of the list in the body.
import type { Kind } from 'gasoline-capture/context';
import { ROUTES, type Posted } from 'gasoline-capture/protocol.generated';

export function path(kind: Kind): keyof Posted {
  return ROUTES[kind][0];
}

export function listName(kind: Kind): string | undefined {
  return ROUTES[kind][1];
}

export function isKind(value: unknown): value is Kind {
  return typeof value === 'string' && Object.hasOwn(ROUTES, value);
}
