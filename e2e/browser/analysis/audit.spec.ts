// What the audit says of a healthy shop, recorded through the extension: nothing but what is planted.
import { expect, test } from '@playwright/test';
import { FLOW_NAMES } from '../../app/flows.js';
import { Editor } from '../support/editor.js';
import { Recorder, throughShop } from '../support/recording.js';
import type { Answer } from '../support/server.js';

/** What the shop does on purpose, by journey: its own form takes the number of a card. */
const PLANTED: Readonly<Record<string, readonly string[]>> = {
  'payment-frame': ['warning card_number /api/payments'],
};

/** Its pages are sent as forms: the browser asks for them, no script does. */
const WITHOUT_REQUESTS = ['multipage-form'];

let recorder: Recorder;

test.beforeAll(async () => {
  recorder = await Recorder.open('extension');
});

test.afterAll(() => recorder.close());

for (const name of FLOW_NAMES) {
  test(`the journey ${name} through a healthy shop gives no warning but for what is planted`, async () => {
    test.setTimeout(120_000);
    const recording = await recorder.record(throughShop(name));
    try {
      const editor = await Editor.join(recording.server);
      const { structuredContent, content } = await editor.call('security_audit');
      const { findings, summary } = structuredContent;
      expect(summary.scanned.actions).toBeGreaterThan(0);
      const isAsking = !WITHOUT_REQUESTS.includes(name);
      expect(summary.scanned.network_requests > 0).toBe(isAsking);
      const found = findings.map(
        ({ severity, rule, evidence }: Answer) =>
          `${severity} ${rule} ${new URL(evidence.url).pathname}`,
      );
      expect(found, content[0].text).toEqual(PLANTED[name] ?? []);
    } finally {
      await recording.close();
    }
  });
}
