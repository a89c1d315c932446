// The journeys through the shop, recorded once: as scripts for Cypress, with recorded answers where the
// backend is gone, and what the audit finds in them.
import type { Browser } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { BugName } from '../../app/bugs.js';
import { FLOW_NAMES, type FlowName } from '../../app/flows.js';
import { App, type AppOptions } from '../../app/server/app.js';
import { launch } from '../support/browser/chromium.js';
import { interpret } from '../support/generated/cypress/interpreter.js';
import { complaints } from '../support/generated/cypress/complaints.js';
import { runBoth, stuckAfter } from '../support/generated/generated.js';
import { Recorder, throughShop, type Recording } from '../support/generated/recording.js';
import type { Answer } from '../support/server/server.js';
import { withheld, WITHHELD, withOwnSecrets } from '../support/generated/withheld.js';

/** People look before they act; what a page shows is recorded then. */
const PAUSE_MS = 300;

/** Journeys with everything that needs a way of its own: secrets, hovering, frames, forms, GraphQL, windows. */
const SAMPLE: readonly FlowName[] = [
  'login',
  'cart-edit',
  'payment-frame',
  'multipage-form',
  'orders-graphql',
  'help-popup',
];

const NOTICED: [BugName, FlowName][] = [
  ['login-500', 'login'],
  ['add-throws', 'cart-edit'],
  ['no-checkout-button', 'buy'],
  ['returns-loop', 'multipage-form'],
  ['frame-404', 'payment-frame'],
  ['orders-heading', 'orders-graphql'],
];

/** What the shop does on purpose, by journey: its own form takes the number of a card. */
const PLANTED: Readonly<Record<string, readonly string[]>> = {
  'payment-frame': ['warning card_number /api/payments'],
};

/** Its pages are sent as forms: the browser asks for them, no script does. */
const WITHOUT_REQUESTS = 'multipage-form';

const REST = FLOW_NAMES.filter((name) => !SAMPLE.includes(name));

test.describe('journeys of every sort', () => describe(SAMPLE));
test.describe('the other journeys', { tag: '@all' }, () => describe(REST));

/** The tests of some journeys, which are recorded before the first of them. */
function describe(flows: readonly FlowName[]): void {
  // All in one worker: recording takes longer than most of them.
  test.describe.configure({ mode: 'default' });
  const recordings = new Map<FlowName, Recording>();
  const apps: App[] = [];
  let browser: Browser;

  test.beforeAll(async () => {
    browser = await launch();
    const recorder = await Recorder.open('extension', PAUSE_MS);
    for (const name of flows) recordings.set(name, await recorder.record(throughShop(name)));
    await recorder.close();
  });
  test.afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.stop()));
  });
  test.afterAll(async () => {
    await browser?.close();
    await Promise.all([...recordings.values()].map((recording) => recording.close()));
  });

  /** A shop of its own for a script. */
  const shop = async (options: AppOptions = {}): Promise<string> => {
    const app = await App.start(options);
    apps.push(app);
    return app.origin;
  };

  /** What a tool returns about a journey. */
  const ask = async (flow: FlowName, tool: string, given: Record<string, unknown> = {}) => {
    const answer = await recordings.get(flow)?.server.tool(tool, given);
    expect(answer?.isError, JSON.stringify(answer?.content)).toBeFalsy();
    return answer.structuredContent;
  };

  /** The journey as Cypress code: how long its slowest command took, or why it fails. */
  const inCypress = async (flow: FlowName, patienceMs?: number, bug?: BugName) => {
    const base_url = await shop({ bugs: bug ? [bug] : [] });
    const { script } = await ask(flow, 'get_reproduction_script', { format: 'cypress', base_url });
    const page = await browser.newPage();
    try {
      return { slowestMs: await interpret(page, script, withheld(flow), patienceMs), why: '' };
    } catch (error) {
      return { slowestMs: 0, why: String(error) };
    } finally {
      await page.close();
    }
  };

  test('Cypress takes the code of every journey by its own types', async () => {
    const files: Record<string, string> = {};
    for (const flow of flows) {
      const { script } = await ask(flow, 'get_reproduction_script', { format: 'cypress' });
      files[`${flow}.cy.js`] = script;
    }
    expect.soft(complaints(files)).toBe('');
    const [first = ''] = Object.values(files);
    const broken = first.replace('cy.visit(', 'cy.visitt(');
    expect(complaints({ 'broken.cy.js': broken })).toContain('visitt');
  });

  test('in Cypress every journey passes on a healthy shop, and fails where the shop breaks', async () => {
    let slowestMs = 0;
    for (const flow of flows) {
      const ran = await inCypress(flow);
      expect.soft(ran.why, flow).toBe('');
      slowestMs = Math.max(slowestMs, ran.slowestMs);
    }
    for (const [bug, flow] of NOTICED.filter(([, name]) => flows.includes(name))) {
      const { why } = await inCypress(flow, stuckAfter(slowestMs), bug);
      expect.soft(why, `${bug} on ${flow}`).not.toBe('');
    }
  });

  test('with recorded answers the journeys need no backend', async () => {
    // Pages that a server writes cannot be had from the answers to scripts.
    const mocked = flows.filter((flow) => flow !== 'multipage-form');
    const files: Record<string, string> = {};
    for (const flow of mocked) {
      const { test_script: script, fixture_file: fixture } = await ask(flow, 'generate_test', {
        test_name: flow,
        base_url: await shop({ isBackendOff: true }),
        include_fixtures: true,
        assertions: { response_shape: true },
      });
      files[`${flow}.spec.ts`] = withOwnSecrets(script, flow);
      files[fixture.name] = fixture.content;
    }
    // Without its answers the same test fails there.
    const [, second = 'login'] = mocked;
    const { test_script: script } = await ask(second, 'generate_test', {
      base_url: await shop({ isBackendOff: true }),
    });
    files['unmocked.spec.ts'] = withOwnSecrets(script, second);
    const ran = await runBoth(files, /^(?!unmocked)/, WITHHELD);
    expect(Object.keys(ran)).toHaveLength(mocked.length + 1);
    for (const [file, { passed, errors }] of Object.entries(ran)) {
      const isMocked = file !== 'unmocked.spec.ts';
      expect.soft(passed, `${file}\n${files[file]}\n${errors}`).toBe(isMocked);
    }
  });

  test('the audit warns of nothing but of what is planted', async () => {
    for (const flow of flows) {
      const { findings, summary } = await ask(flow, 'security_audit');
      expect.soft(summary.scanned.actions, flow).toBeGreaterThan(0);
      expect.soft(summary.scanned.network_requests > 0, flow).toBe(flow !== WITHOUT_REQUESTS);
      const found = findings.map(
        ({ severity, rule, evidence }: Answer) =>
          `${severity} ${rule} ${new URL(evidence.url).pathname}`,
      );
      expect.soft(found, flow).toEqual(PLANTED[flow] ?? []);
    }
  });
}

test('a Cypress command that nobody knows fails by its name', { tag: '@all' }, async () => {
  const browser = await launch();
  const page = await browser.newPage();
  const code = `it('x', () => { cy.visit('about:blank'); cy.teleport('/'); });`;
  await expect(interpret(page, code)).rejects.toThrow('teleport');
  await browser.close();
});
