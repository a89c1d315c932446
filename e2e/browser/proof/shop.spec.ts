// The demo shop with a bug, the bug switched off, the journey taken again: what `verify_fix` says.
import type { BugName } from '../../app/bugs.js';
import { FLOWS, type FlowName } from '../../app/flows.js';
import { App } from '../../app/server/app.js';
import { expect, inject, test as base } from '../support/browser/ci.js';
import { Editor } from '../support/server/editor.js';
import { takeAsFar } from '../support/generated/recording.js';
import type { Answer } from '../support/server/server.js';

const test = base.extend<{ app: App }>({
  app: async ({}, use) => {
    const app = await App.start();
    await use(app);
    await app.stop();
  },
});

/** A bug of each sort, where it is met, and what is told of it. */
const BUGS: { bug: BugName; journey: FlowName; end: 'arrived' | 'stuck'; before: RegExp }[] = [
  {
    bug: 'search-rejects',
    journey: 'browse-and-search',
    end: 'arrived',
    before: /search/i,
  },
  { bug: 'login-500', journey: 'buy', end: 'stuck', before: /^POST \/api\/login → 500/ },
  { bug: 'reviews-throw', journey: 'modal-and-tabs', end: 'stuck', before: /reading 'text'/ },
  { bug: 'socket-drops', journey: 'browse-and-search', end: 'arrived', before: /live/ },
];

for (const { bug, journey, end, before } of BUGS) {
  test(`${bug} is fixed once it is switched off and ${journey} is taken again`, async ({
    app,
    server,
    chromium,
  }) => {
    const editor = await Editor.join(server);
    const verify = async (action: string, session_id?: string): Promise<Answer> => {
      const answer = await editor.call('verify_fix', { action, session_id });
      return answer.structuredContent;
    };
    /** Takes the journey as far as the shop lets one, and waits until all of it has arrived. */
    const walk = async () => {
      const context = await chromium.newContext();
      const delivered = await inject(context, server, { way: 'binding' });
      const page = await context.newPage();
      const reached = await takeAsFar(FLOWS[journey], page, app.origin);
      // A page that is left sends what it still holds.
      await page.close();
      await delivered();
      await context.close();
      return reached;
    };
    app.shop.break([bug]);
    expect(await walk()).toBe(end);
    const { session_id, baseline } = await verify('start');
    expect(baseline.error_details).not.toEqual([]);

    app.shop.reset();
    await verify('watch', session_id);
    expect(await walk()).toBe(end);
    const still = await verify('compare', session_id);
    expect(still.result.verdict, JSON.stringify(still.result)).toBe('unchanged');

    app.shop.break([]);
    app.shop.reset();
    await verify('watch', session_id);
    expect((await verify('compare', session_id)).result.verdict).toBe('not_exercised');
    expect(await walk()).toBe('arrived');
    const { result } = await verify('compare', session_id);
    expect(result.verdict, JSON.stringify(result)).toBe('fixed');
    expect(result.changes).toContainEqual(
      expect.objectContaining({ type: 'resolved', before: expect.stringMatching(before) }),
    );
    expect(result.new_issues.filter(({ noise }: Answer) => !noise)).toEqual([]);
  });
}
