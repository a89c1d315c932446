// Every bug of the shop shows, on every journey that its row names, in the way that its kind says.
import type { Browser } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { BUGS, type BugKind } from '../../app/bugs.js';
import type { FlowName } from '../../app/flows.js';
import { launch } from '../support/chromium.js';
import { differing, observe, type Observation, type Side } from '../support/observation.js';

test.describe.configure({ mode: 'parallel' });

/**
 * A step that takes longer than the whole journey usually does is stuck.
 *
 * But a moment is always given, and nobody waits for the ten seconds of a slow answer.
 */
const [SHORTEST_MS, LONGEST_MS] = [2000, 8000];

/** Where a bug of this kind must show, whatever else it changes. */
const SHOWS: Record<BugKind, Side> = {
  status: 'requests',
  shape: 'requests',
  exception: 'errors',
  console: 'errors',
  navigation: 'places',
  missing: 'texts',
  text: 'texts',
  dead: 'end',
  request: 'requests',
  slow: 'end',
  hidden: 'end',
  data: 'texts',
  validation: 'texts',
  graphql: 'requests',
  frame: 'end',
  popup: 'end',
  socket: 'texts',
};

let browser: Browser;
const healthy = new Map<FlowName, Promise<Observation>>();
test.beforeAll(async () => {
  browser = await launch();
});
test.afterAll(() => browser.close());

for (const { name, kind, flows } of BUGS) {
  for (const flow of flows) {
    test(`${name} shows on ${flow}`, async () => {
      const usual = healthy.get(flow) ?? observe(browser, flow);
      healthy.set(flow, usual);
      const { sides: before, milliseconds } = await usual;
      const timeout = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, milliseconds));
      const { sides: after } = await observe(browser, flow, { bugs: [name], timeout });
      expect(differing(before, after)).toContain(SHOWS[kind]);
    });
  }
}
