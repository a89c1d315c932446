// What breaks in the demo shop is told while its user goes on: to an editor, and on a stream.
import { FLOWS } from '../../app/flows.js';
import { App } from '../../app/server/app.js';
import { Editor } from '../support/server/editor.js';
import { expect, test as base } from '../support/browser/extension.js';
import type { Answer, Server } from '../support/server/server.js';
import { Events } from '../support/server/sse.js';

const test = base.extend<{ app: App }>({
  app: async ({}, use) => {
    const app = await App.start();
    await use(app);
    await app.stop();
  },
});

/** The messages of notifications, batches taken apart. */
function said(told: Answer[]): string[] {
  return told
    .flatMap((one) => [one, ...(one.context.batch ?? [])])
    .map((one) => String(one.message));
}

/** All but `performance`: on a busy machine a healthy page is slow, and that is told. */
const TOLD = ['errors', 'network_errors', 'user_frustration', 'security'];

/** An editor that is told all of these as often as can be, and a stream beside it. */
async function listen(server: Server) {
  const editor = await Editor.join(server);
  const pushed = await editor.listen();
  const settings = { enabled: true, throttle_seconds: 1, events: TOLD };
  await editor.call('configure_streaming', settings);
  const query = `throttle_seconds=1&events=${TOLD.join()}`;
  const stream = await Events.open<Answer>(`${server.url}/events/stream?${query}`);
  const events = () =>
    pushed.seen.filter(({ method }) => method === 'notifications/gasoline/event');
  return {
    editor,
    notified: () => said(events().map(({ params }) => params)),
    streamed: () => said(stream.seen),
    close() {
      pushed.close();
      stream.close();
    },
  };
}

test('a rejection in the shop reaches the editor and the stream, and an answer carries it', async ({
  app,
  server,
  tab,
}) => {
  app.shop.break(['search-rejects']);
  const told = await listen(server);
  await FLOWS['browse-and-search'](tab, app.origin);
  for (const heard of [told.notified, told.streamed]) {
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^Unhandled rejection: /));
  }
  const { structuredContent } = await told.editor.call('get_browser_errors');
  expect(said(structuredContent.pending_events)).toContainEqual(
    expect.stringMatching(/^Unhandled rejection: /),
  );
  told.close();
});

test('a server error and a dead control of the shop are told, and a healthy shop says nothing', async ({
  app,
  server,
  tab,
}) => {
  const told = await listen(server);
  await FLOWS['modal-and-tabs'](tab, app.origin);
  app.shop.break(['tabs-dead', 'products-500']);
  // The address differs from that of the visit before, whose outlines may still arrive.
  await tab.goto(`${app.origin}/products/pepper-mill?visit=2`);
  await server.until(
    ({ dom_snapshots, network_bodies }) =>
      (dom_snapshots as Answer[]).some(
        ({ url, dynamic }) => url.endsWith('?visit=2') && dynamic?.length > 0,
      ) &&
      network_bodies.filter(({ url }) => String(url).endsWith('/api/notifications')).length > 3,
    'an outline that knows what changes by itself, and requests that are known as polling',
  );
  const reviews = tab.getByRole('tab', { name: 'Reviews' });
  const box = await reviews.boundingBox();
  if (!box) throw new Error('no tab with reviews');
  // Right after a poll: the next one is not taken for the effect of the clicks.
  await tab.waitForResponse(`${app.origin}/api/notifications`);
  await tab.mouse.click(box.x + box.width / 2, box.y + box.height / 2, {
    clickCount: 3,
    delay: 20,
  });
  // Whoever leaves the page at once may have been led away by the click.
  await expect.poll(told.streamed).toHaveLength(1);
  await tab.goto(`${app.origin}/products`);
  for (const heard of [told.notified, told.streamed]) {
    await expect
      .poll(() => heard().toSorted())
      .toEqual([
        'Repeated clicks on #tab-2 — handler may be broken',
        'Server error: GET /api/products → 500',
      ]);
  }
  told.close();
});
