// What goes wrong without being caught: exceptions, rejections, resources, content policy.
import type { CaptureContext } from '../context.js';
import { isError } from '../values/exotic.js';
import { ADDRESS_MAX_CHARS } from '../limits.js';
import { listenAll, on } from '../realm/listeners.js';
import type { Uninstall } from '../realm/patch.js';
import { isString } from '../values/plain.js';
import type { Draft, Reporter } from '../report.js';
import { show } from '../values/render.js';
import { clip, serialize } from '../values/serialize.js';
import { membersOf } from '../values/stack.js';

/** Listens in the capture phase: load failures do not bubble, and a page may stop the others. */
export function hookExceptions(context: CaptureContext, reporter: Reporter): Uninstall {
  const { page } = context;
  /** Rejections that were reported, in case they are handled after all. */
  const rejections = new WeakMap<object, string>();
  return listenAll(context, page, [
    on('error', (event) => {
      if (event.target === page) uncaught(event, reporter);
      else failedResource(event.target as Element, context, reporter);
    }),
    on('unhandledrejection', ({ promise, reason }) => {
      if (isError(reason) && !reporter.isNew(reason)) return;
      const id = reporter.report(rejected(reason));
      if (id) rejections.set(promise, id);
    }),
    on('rejectionhandled', ({ promise }) => {
      const id = rejections.get(promise);
      if (id) context.emit('enrichment', { id, retracted: true });
    }),
    on('securitypolicyviolation', (event) => void reporter.report(violated(event))),
  ]);
}

function uncaught(event: ErrorEvent, reporter: Reporter): void {
  const error: unknown = event.error;
  const { message, filename, lineno, colno } = event;
  // A synthetic `new Event('error')` on window has none of it, and says nothing.
  if (!isString(message) || (isError(error) && !reporter.isNew(error))) return;
  const draft: Draft = {
    level: 'error',
    message,
    source: 'exception',
    ...(filename ? { filename, lineno, colno } : {}),
    ...membersOf(error),
  };
  if (error === null || error === undefined) {
    if (message === 'Script error.') {
      draft.message += ' (of another origin)';
      draft.metadata = { crossOrigin: true };
    } else if (message !== `Uncaught ${error}`) draft.metadata = { worker: true };
  } else {
    draft.args = [serialize(error)];
    // The browser's own words for a thrown object are `Uncaught [object Object]`.
    if (!isError(error)) draft.message = `Uncaught ${show(serialize(error))}`;
  }
  reporter.report(draft);
}

function rejected(reason: unknown): Draft {
  const args = [serialize(reason)];
  return {
    level: 'error',
    message: `Unhandled Promise Rejection: ${args.map(show).join('')}`,
    args,
    source: 'unhandledrejection',
    ...membersOf(reason),
  };
}

/** Where the various elements keep their address. */
type Addressed = Partial<Record<'currentSrc' | 'src' | 'href' | 'data', unknown>>;

/** A page without a script or a stylesheet is broken; without a picture it is only poorer. */
function failedResource(element: Element, context: CaptureContext, reporter: Reporter): void {
  const { localName: tag, currentSrc, src, href, data } = element as Element & Addressed;
  // An SVG image has an object for its `href`.
  const address: unknown = currentSrc || src || href || data;
  if (!isString(address) || context.isOwn(address)) return;
  const resourceUrl = clip(address, ADDRESS_MAX_CHARS);
  reporter.report({
    level: tag === 'script' || tag === 'link' ? 'error' : 'warn',
    message: `Failed to load <${tag}> ${resourceUrl}`,
    source: 'resource',
    metadata: { tag, resourceUrl },
  });
}

function violated(event: SecurityPolicyViolationEvent): Draft {
  const { effectiveDirective: directive, sourceFile: filename } = event;
  const isEnforced = event.disposition !== 'report';
  const blockedURI = clip(event.blockedURI, ADDRESS_MAX_CHARS);
  return {
    level: isEnforced ? 'error' : 'warn',
    message: `Content Security Policy ${isEnforced ? 'blocked' : 'would block'} ${blockedURI} (${directive})`,
    source: 'csp',
    ...(filename ? { filename, lineno: event.lineNumber, colno: event.columnNumber } : {}),
    metadata: { blockedURI, directive },
  };
}
