// The document hooks in a world of their own, as the extension runs them: the same, beside the page's scripts.
import { expect, test } from '../support/browser/browser.js';
import { bundle } from '../support/browser/document-hooks.js';

const PAGE = `<!doctype html><title>World</title><h1>World</h1>
<button onclick="history.pushState(1, '', '/next')">Route</button><input aria-label=Name>
<script>
// A page that breaks what a script in its own world would lean on.
Array.prototype.map = () => { throw new Error('broken') };
Element.prototype.matches = () => { throw new Error('broken') };
window.requestIdleCallback = () => {};
</script>`;

test('actions, navigations, outlines and vitals are seen from an isolated world', async ({
  chromium,
  site: open,
}) => {
  const site = await open({ '/': PAGE });
  const page = await chromium.newPage();
  const session = await page.context().newCDPSession(page);
  const events: { kind: string; event: Record<string, unknown> }[] = [];
  session.on('Runtime.bindingCalled', ({ payload }) => {
    const [kind, text] = JSON.parse(payload) as [string, string];
    events.push({ kind, event: JSON.parse(text) as Record<string, unknown> });
  });
  await session.send('Runtime.enable');
  await session.send('Page.enable');
  await session.send('Runtime.addBinding', { name: '__told', executionContextName: 'hooks' });
  const source = `window.__sink = (kind, text) => __told(JSON.stringify([kind, text]));\n${await bundle()}`;
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: 'hooks' });

  await page.goto(site.url());
  expect(await page.evaluate('typeof hooks')).toBe('undefined');
  await page.mouse.click(60, 90);
  await page.getByRole('button').click();
  await page.getByRole('textbox').fill('Ada');
  const said = (kind: string) =>
    events.filter((one) => one.kind === kind).map(({ event }) => event['type'] ?? event['url']);
  // Of the route it is told as well, two seconds after it.
  await expect.poll(() => said('performance')[0]).toBe('/');
  const done = ['navigate', 'click', 'navigate', 'input'];
  await expect.poll(() => said('action')).toEqual(expect.arrayContaining(done));
  const moves = events
    .filter(({ event }) => event['type'] === 'navigate')
    .map(({ event }) => event);
  expect(moves.at(-1)).toMatchObject({ fromUrl: site.url('/'), toUrl: site.url('/next') });
  await expect.poll(() => said('outline').at(-1)).toBe(site.url('/next'));
  const vitals = () =>
    events.filter(({ kind }) => kind === 'performance').map(({ event }) => event['timing']);
  // The browser tells of a paint some time after it: at the change of route it may not have.
  await expect
    .poll(vitals)
    .toContainEqual(expect.objectContaining({ firstContentfulPaint: expect.any(Number) }));
  await page.close();
});
