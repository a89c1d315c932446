// Every bug of the shop shows, on every journey that its row names, in the way that its kind says.
// A test of the tests: with `--all`, and when the shop changed.
import type { Browser } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { BUGS, type BugKind } from '../../app/bugs.js';
import { FLOW_NAMES, type FlowName } from '../../app/flows.js';
import { launch } from '../support/browser/chromium.js';
import { differing, observe, type Observation, type Side } from './observation.js';

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

/** The usual course of a journey, taken once a worker. */
function usually(flow: FlowName): Promise<Observation> {
  const known = healthy.get(flow) ?? observe(browser, flow);
  healthy.set(flow, known);
  return known;
}

// By journey, so that its usual course is taken as seldom as possible.
for (const flow of FLOW_NAMES) {
  for (const { name, kind, flows } of BUGS) {
    if (!flows.includes(flow)) continue;
    test(`${name} shows on ${flow}`, { tag: '@all' }, async () => {
      const { sides: before, milliseconds } = await usually(flow);
      const timeout = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, milliseconds));
      const { sides: after } = await observe(browser, flow, { bugs: [name], timeout });
      expect(differing(before, after)).toContain(SHOWS[kind]);
    });
  }
}

test('bugs that lie elsewhere change nothing on a journey', { tag: '@all' }, async () => {
  const elsewhere = BUGS.filter(({ flows }) => !flows.includes('multipage-form'));
  const { sides: before } = await usually('multipage-form');
  const bugs = elsewhere.map(({ name }) => name);
  const { sides: after } = await observe(browser, 'multipage-form', { bugs });
  expect(after).toEqual(before);
});

test('every bug is met on some journey', { tag: '@all' }, () => {
  expect(BUGS.filter(({ flows }) => flows.length === 0)).toEqual([]);
});
