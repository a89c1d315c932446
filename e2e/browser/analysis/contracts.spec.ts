// The shop's API is learnt while it is healthy; when it breaks, `validate_api` names the field and the kind of break.
import { expect, test } from '@playwright/test';
import { FLOWS, type FlowName } from '../../app/flows.js';
import { App } from '../../app/server/app.js';
import { Editor } from '../support/server/editor.js';
import { Recorder, takeAsFar, type Journey } from '../support/generated/recording.js';
import type { Answer } from '../support/server/server.js';

interface Row {
  flow: FlowName;
  bug: string;
  /** `severity type endpoint path`. */
  told: string;
  /** Only with `--all`: like another one. */
  tag?: '@all';
}

const ROWS: readonly Row[] = [
  {
    flow: 'browse-and-search',
    bug: 'price-string',
    told: 'warning array_shape_change GET /api/products items[].price',
  },
  {
    flow: 'cart-edit',
    bug: 'cart-total-missing',
    told: 'warning shape_change GET /api/cart total',
    tag: '@all',
  },
  {
    flow: 'buy',
    bug: 'order-number-missing',
    told: 'warning shape_change POST /api/orders number',
    tag: '@all',
  },
  {
    flow: 'login',
    bug: 'user-name-renamed',
    told: 'warning shape_change POST /api/login user.name',
  },
];

/** Answers until there is a contract. */
const LESSONS = 3;

/** The same journey a few times through a healthy shop, and then once through a broken one. */
function learnAndBreak({ flow, bug }: Row): Journey {
  return {
    start: () => App.start(),
    flow: async (page) => {
      for (let lesson = 0; lesson < LESSONS; lesson += 1) {
        // A shop of its own, whose carts are empty.
        const healthy = await App.start();
        await FLOWS[flow](page, healthy.origin);
        await page.context().clearCookies();
        // A page that still asks would rightly be told that nobody answers any more.
        await page.goto('about:blank');
        await healthy.stop();
      }
      const broken = await App.start({ bugs: [bug] });
      await takeAsFar(FLOWS[flow], page, broken.origin);
      await page.close();
      await broken.stop();
    },
  };
}

/** Alarms only: what is new or `null` is told as well, as `info`. */
function alarms({ violations }: Answer): string[] {
  return violations
    .filter(({ severity }: Answer) => severity !== 'info')
    .map(({ severity, type, endpoint, path }: Answer) => `${severity} ${type} ${endpoint} ${path}`);
}

// All in one worker, with one browser.
test.describe.configure({ mode: 'default' });

let recorder: Recorder;

test.beforeAll(async () => {
  recorder = await Recorder.open('extension');
});

test.afterAll(() => recorder.close());

for (const row of ROWS) {
  test(`${row.bug} is told with its path and type`, { tag: row.tag ?? [] }, async () => {
    const recording = await recorder.record(learnAndBreak(row));
    try {
      const editor = await Editor.join(recording.server);
      const { structuredContent, content } = await editor.call('validate_api', {
        action: 'analyze',
      });
      expect(alarms(structuredContent), content[0].text).toEqual([row.told]);
    } finally {
      await recording.close();
    }
  });
}
