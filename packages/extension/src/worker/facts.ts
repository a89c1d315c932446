// Facts of received events, for what the worker does itself. A compromised page may send anything.
import type { ErrorFacts, Facts } from 'gasoline-capture';
import type { Batch } from 'gasoline-transport/batch';

/** The errors in a batch; facts that do not fit their type are left out. */
export function errorsIn({ kind, facts }: Batch): readonly ErrorFacts[] {
  return kind === 'log' && Array.isArray(facts) ? facts.filter(isErrorFacts) : [];
}

/** The actions in a batch, likewise. */
export function actionsIn({ kind, facts }: Batch): readonly Facts['action'][] {
  return kind === 'action' && Array.isArray(facts) ? facts.filter(isActionFacts) : [];
}

function isErrorFacts(given: unknown): given is ErrorFacts {
  if (!Array.isArray(given)) return false;
  const [id, source, message, scripts] = given as unknown[];
  return [id, source, message].every(isString) && Array.isArray(scripts) && scripts.every(isString);
}

function isActionFacts(given: unknown): given is Facts['action'] {
  return Array.isArray(given) && given.length === 2 && given.every(isString);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
