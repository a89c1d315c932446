// A reproduction reaches the error that was recorded, and does not where that is mended.
import { expect, test } from '@playwright/test';
import type { BugName } from '../../app/bugs.js';
import { FLOWS, type FlowName } from '../../app/flows.js';
import { App } from '../../app/server/app.js';
import { REASON_MIN_MS, runBoth } from '../support/generated/generated.js';
import { Recorder, takeAsFar, throughShop, type Journey } from '../support/generated/recording.js';
import { WITHHELD } from '../support/generated/withheld.js';

/** What goes wrong, on which journey, and how that shows. */
interface Broken {
  bug: BugName;
  flow: FlowName;
  shows: string | RegExp;
}

/** One of each sort: thrown, rejected, logged, answered. */
const BROKEN: Broken[] = [
  { bug: 'add-throws', flow: 'cart-edit', shows: /./ },
  { bug: 'search-rejects', flow: 'browse-and-search', shows: /./ },
  { bug: 'checkout-logs-error', flow: 'buy', shows: /./ },
  { bug: 'create-500', flow: 'admin-create-edit-delete', shows: '500 /api/products' },
];

const MORE_BROKEN: Broken[] = [
  { bug: 'reviews-throw', flow: 'modal-and-tabs', shows: /./ },
  { bug: 'login-500', flow: 'buy', shows: '500 /api/login' },
];

/** A journey that ends where the shop breaks. */
function until(bug: BugName, flow: FlowName): Journey {
  return {
    ...throughShop(flow, [bug]),
    flow: async (page, origin) => void (await takeAsFar(FLOWS[flow], page, origin)),
  };
}

/** Why a script fails where nothing is broken: no error comes, or the page does not tell of one. */
const MENDED = /the error is met|waiting for getByRole\('alert'\)/;

/** Fails unless a run of the script meets this. */
function watching(script: string, shows: string): string {
  return `${script}
const met = new Array();
test.beforeEach(({ page }) => {
  page.on('pageerror', (error) => met.push(error.message));
  page.on('console', (message) => message.type() === 'error' && met.push(message.text()));
  page.on('response', (answer) => met.push(\`\${answer.status()} \${new URL(answer.url()).pathname}\`));
});
// What the last step leads to is heard after the step.
test.afterEach(async () => {
  const isMet = () => met.some((text) => text.includes(${JSON.stringify(shows)}));
  await expect.poll(isMet, 'the error is met').toBe(true);
});
`;
}

test('a script meets the error it was recorded with, and only where that is', () =>
  reproduce(BROKEN));

test('so does a script of other errors', { tag: '@all' }, () => reproduce(MORE_BROKEN));

async function reproduce(all: Broken[]): Promise<void> {
  const recorder = await Recorder.open('extension', 100);
  const apps: App[] = [];
  const files: Record<string, string> = {};
  const on = async (bugs: BugName[]) => {
    const app = await App.start({ bugs });
    apps.push(app);
    return app.origin;
  };
  try {
    for (const { bug, flow, shows } of all) {
      const { server, close } = await recorder.record(until(bug, flow));
      for (const [name, bugs] of Object.entries({ broken: [bug], mended: [] })) {
        const base_url = await on(bugs);
        const answer = await server.tool('get_reproduction_script', { base_url });
        const { script, error_context: context } = answer.structuredContent;
        expect(answer.content[0].text).toBe(script);
        const message = typeof shows === 'string' ? shows : context.message;
        expect(script).toContain(typeof shows === 'string' ? 'test(' : message);
        files[`${bug}-${name}.spec.ts`] = watching(script, message);
      }
      await close();
    }
    const ran = await runBoth(files, /-broken\.spec\.ts$/, WITHHELD, REASON_MIN_MS);
    expect(Object.keys(ran)).toHaveLength(all.length * 2);
    for (const [file, { passed, errors }] of Object.entries(ran)) {
      const isBroken = file.endsWith('-broken.spec.ts');
      expect.soft(passed, `${file}\n${files[file]}\n${errors}`).toBe(isBroken);
      if (!isBroken) expect.soft(errors, file).toMatch(MENDED);
    }
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await recorder.close();
  }
}
