// Out of the page through a function the test driver put there: no network, so no policy in the way.
import type { Page } from 'gasoline-capture/context';
import { encode } from 'gasoline-capture/values/encode';
import type { BatchEnvelope } from './batch.js';
import { requestsOf, type RequestDelivery } from './delivery.js';
import type { PageCarrier } from './sender.js';

const { defineProperty, getOwnPropertyDescriptor } = Object;

/**
 * The driver's function; its promise, if it gives one, is the acknowledgement. The third argument is
 * there where the driver may act on one of the events: the facts of all, by index, as JSON.
 */
export type Binding = (path: string, body: string, facts?: string) => unknown;

/** Takes the driver's function out of the page's sight. */
export function takeBinding(page: Page, name: string): Binding | undefined {
  const globals = page as unknown as Record<string, unknown>;
  const binding = globals[name];
  if (typeof binding !== 'function') return undefined;
  delete globals[name];
  return binding as Binding;
}

export function createBinding(
  binding: Binding,
  envelope: BatchEnvelope,
): PageCarrier<RequestDelivery> {
  return {
    mode: 'micro',
    pack: (batch) => requestsOf(batch, envelope, () => true),
    async send({ path, body, facts }) {
      await unspoilt(() => (facts ? binding(path, body, encode(facts)) : binding(path, body)));
      return 'accepted';
    },
    capacity: () => Infinity,
    fits: () => true,
    // A call in the last moments of a page is lost, and nothing says which one was.
    leave: (unsettled) => unsettled,
  };
}

/**
 * Playwright stringifies the arguments in the page, and a `toJSON` on its prototypes (Prototype.js
 * has one on arrays) would make rubbish of them. It is out of the way for the length of the call.
 */
function unspoilt<T>(call: () => T): T {
  const spoilt = [Object.prototype, Array.prototype].flatMap((owner) => {
    const toJSON = getOwnPropertyDescriptor(owner, 'toJSON');
    return toJSON && Reflect.deleteProperty(owner, 'toJSON') ? [{ owner, toJSON }] : [];
  });
  try {
    return call();
  } finally {
    for (const { owner, toJSON } of spoilt) defineProperty(owner, 'toJSON', toJSON);
  }
}
