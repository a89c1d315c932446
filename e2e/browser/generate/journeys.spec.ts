// The journeys through the shop, recorded once, as scripts in every form there is: for Cypress, with
// recorded answers where the backend is gone, with setup calls for a fresh one.
import type { Browser } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { BugName } from '../../app/bugs.js';
import { FLOW_NAMES, type FlowName } from '../../app/flows.js';
import { App, type AppOptions } from '../../app/server/app.js';
import { launch } from '../support/chromium.js';
import { interpret } from '../support/cypress/interpreter.js';
import { complaints } from '../support/cypress/complaints.js';
import { ACT_MS, RECORDED_MS, run, TEST_MS } from '../support/generated.js';
import { Recorder, throughShop, type Recording } from '../support/recording.js';
import { withheld, WITHHELD, withOwnSecrets } from '../support/withheld.js';

/** People look before they act; what a page shows is recorded then. */
const PAUSE_MS = 300;

const recordings = new Map<FlowName, Recording>();
const apps: App[] = [];
let browser: Browser;

test.beforeAll(async () => {
  test.setTimeout(RECORDED_MS);
  browser = await launch();
  const recorder = await Recorder.open('extension', PAUSE_MS);
  for (const name of FLOW_NAMES) recordings.set(name, await recorder.record(throughShop(name)));
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
async function shop(options: AppOptions = {}): Promise<string> {
  const app = await App.start(options);
  apps.push(app);
  return app.origin;
}

/** What a tool answers about a journey. */
async function ask(flow: FlowName, tool: string, given: Record<string, unknown>) {
  const answer = await recordings.get(flow)?.server.tool(tool, given);
  expect(answer?.isError, JSON.stringify(answer?.content)).toBeFalsy();
  return answer.structuredContent;
}

/** The journey as Cypress code, and why it fails, if it does. */
async function inCypress(flow: FlowName, bug?: BugName): Promise<string> {
  const base_url = await shop({ bugs: bug ? [bug] : [] });
  const { script } = await ask(flow, 'get_reproduction_script', { format: 'cypress', base_url });
  const page = await browser.newPage();
  try {
    await interpret(page, script, withheld(flow));
    return '';
  } catch (error) {
    return String(error);
  } finally {
    await page.close();
  }
}

test('Cypress takes the code of every journey by its own types', async () => {
  const files: Record<string, string> = {};
  for (const flow of FLOW_NAMES) {
    const { script } = await ask(flow, 'get_reproduction_script', { format: 'cypress' });
    files[`${flow}.cy.js`] = script;
  }
  expect.soft(complaints(files)).toBe('');
  const [first = ''] = Object.values(files);
  const broken = first.replace('cy.visit(', 'cy.visitt(');
  expect(complaints({ 'broken.cy.js': broken })).toContain('visitt');
});

test('in Cypress every journey passes on a healthy shop', async () => {
  test.setTimeout(RECORDED_MS);
  for (const flow of FLOW_NAMES) expect.soft(await inCypress(flow), flow).toBe('');
});

const NOTICED: [BugName, FlowName][] = [
  ['login-500', 'login'],
  ['add-throws', 'cart-edit'],
  ['no-checkout-button', 'buy'],
  ['returns-loop', 'multipage-form'],
  ['frame-404', 'payment-frame'],
  ['orders-heading', 'orders-graphql'],
];

test('in Cypress a journey fails where the shop breaks', async () => {
  test.setTimeout(RECORDED_MS);
  for (const [bug, flow] of NOTICED) {
    expect.soft(await inCypress(flow, bug), `${bug} on ${flow}`).not.toBe('');
  }
});

test('a Cypress command that nobody knows fails by its name', async () => {
  const page = await browser.newPage();
  const code = `it('x', () => { cy.visit('about:blank'); cy.teleport('/'); });`;
  await expect(interpret(page, code)).rejects.toThrow('teleport');
  await page.close();
});

test('with recorded answers the journeys need no backend', async () => {
  test.setTimeout(RECORDED_MS);
  // Pages that a server writes cannot be had from the answers to scripts.
  const mocked = FLOW_NAMES.filter((flow) => flow !== 'multipage-form');
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
  const { test_script: script } = await ask('cart-edit', 'generate_test', {
    base_url: await shop({ isBackendOff: true }),
  });
  files['unmocked.spec.ts'] = script;
  const ran = await run(files, WITHHELD, TEST_MS, ACT_MS);
  expect(Object.keys(ran)).toHaveLength(mocked.length + 1);
  for (const [file, { passed, errors }] of Object.entries(ran)) {
    const isMocked = file !== 'unmocked.spec.ts';
    expect.soft(passed, `${file}\n${files[file]}\n${errors}`).toBe(isMocked);
  }
});
