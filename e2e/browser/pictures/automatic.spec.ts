// Pictures taken by themselves: on errors unless switched off, on navigation and actions on request.
import type { Answer, Server } from '../support/server/server.js';
import { expect, html, test } from '../support/browser/extension.js';
import { fetchPng } from '../support/images/pictures.js';
import { Png } from '../support/images/png.js';
import type { Site } from '../support/pages/site.js';

test.use({ allSites: true });

const RED = [220, 20, 30];
const BLUE = [0, 90, 250];
const BROKEN = html(
  `const show = (color) => { document.body.style.background = 'rgb(' + color + ')'; };
   show([${BLUE}]);
   document.querySelector('#buy').onclick = () => { show([${RED}]); throw new Error('no tea'); };
   document.querySelector('#go').onclick = () => { history.pushState(null, '', '/next'); };
   addEventListener('load', () => setTimeout(() => { document.title = 'settled'; }, 500));`,
  '<link rel="icon" href="data:,"><button id="buy">Buy</button><button id="go">Go</button>',
);

/** Those of this site: the last picture of an earlier test may come late. */
const shots = async (server: Server, site: Site): Promise<Answer[]> =>
  (await server.get('/screenshots')).screenshots.filter(({ url }: Answer) =>
    url.startsWith(site.url()),
  );

const picture = async (server: Server, shot: Answer) =>
  Png.read(await fetchPng(server, `${shot.id}.png`));

test.afterEach(async ({ server }) => {
  await server.tool('configure_capture', { reset: true });
});

test('an error is told with a picture of the page as it broke', async ({ tab, server, site }) => {
  const app = await site({ '/': BROKEN });
  await tab.goto(app.url());
  await tab.locator('#buy').click();
  await expect.poll(async () => (await shots(server, app)).length).toBe(1);
  const [shot] = await shots(server, app);

  expect(shot).toMatchObject({ trigger: 'error', url: app.url(), tabId: expect.any(Number) });
  expect((await picture(server, shot)).share(RED)).toBeGreaterThan(0.9);
  const { logs } = await server.snapshot();
  expect(shot.errorId).toBe(
    logs.find(({ message }) => message === 'Uncaught Error: no tea')?.['id'],
  );
  const { structuredContent, content } = await server.tool('get_browser_errors');
  expect(structuredContent.errors[0].screenshot).toBe(shot.id);
  expect(content[0].text).toContain(`gasoline://screenshot/${shot.id}`);
  const timeline = await server.tool('get_session_timeline', { include: ['screenshot'] });
  expect(timeline.structuredContent.timeline).toContainEqual(
    expect.objectContaining({ kind: 'screenshot', id: shot.id, trigger: 'error' }),
  );

  // The same error again has no other face, and keeps its picture.
  await tab.locator('#buy').click();
  await server.until((now) => now.logs.filter(({ level }) => level === 'error').length === 2);
  const again = await server.tool('get_browser_errors');
  expect(again.structuredContent.errors[0]).toMatchObject({ count: 2, screenshot: shot.id });
  expect(await shots(server, app)).toHaveLength(1);
});

test('after a navigation the page is taken once it has settled', async ({ tab, server, site }) => {
  const app = await site({ '/': BROKEN });
  const set = await server.tool('configure_capture', {
    auto_screenshot: { on_navigation: true, on_error: false },
  });
  const wished = { screenshotOnNavigation: true, screenshotOnError: false };
  expect(set.structuredContent.settings).toMatchObject(wished);
  // It is set when it is sent to the browser; a navigation before it is heard there is not taken.
  await expect
    .poll(async () => {
      const told = await server.tool('configure_capture');
      return told.structuredContent.browsers[0]?.settings;
    })
    .toMatchObject(wished);
  await tab.goto(app.url());
  await expect.poll(async () => (await shots(server, app)).length).toBe(1);
  const [load] = await shots(server, app);
  expect(load).toMatchObject({ trigger: 'navigation', url: app.url() });
  expect((await picture(server, load)).share(BLUE)).toBeGreaterThan(0.9);
  const { enhanced_actions } = await server.snapshot();
  const [navigate] = enhanced_actions.filter(({ type }) => type === 'navigate');
  expect(load.actionId).toBe(navigate?.['id']);
  expect(load.timestamp > String(navigate?.['timestamp'])).toBe(true);

  // A change of history is a navigation too; an error is none.
  await tab.evaluate(() => {
    // Both at once: the picture is taken a second after the first, however long a click takes.
    for (const id of ['go', 'buy']) document.getElementById(id)?.click();
  });
  await expect.poll(async () => (await shots(server, app)).length).toBe(2);
  const [second] = await shots(server, app);
  expect(second).toMatchObject({ trigger: 'navigation', url: app.url('/next') });
  expect((await picture(server, second)).share(RED)).toBeGreaterThan(0.9);
});

test('after an action, on request', async ({ tab, server, site, extension }) => {
  const app = await site({ '/': BROKEN });
  const options = await extension.page('options.html');
  const onErrors = options.getByRole('switch', { name: /On errors/ });
  // It shows what is stored a moment after the page is there; what is off already is not pressed.
  await expect(onErrors).toBeChecked();
  await onErrors.uncheck();
  await options.getByRole('switch', { name: /On your actions/ }).check();
  await options.close();
  await tab.bringToFront();
  await tab.goto(app.url());
  await tab.locator('#buy').click();
  await expect.poll(async () => (await shots(server, app)).length).toBe(1);
  const [shot] = await shots(server, app);

  expect(shot).toMatchObject({ trigger: 'action' });
  expect((await picture(server, shot)).share(RED)).toBeGreaterThan(0.9);
  const { enhanced_actions } = await server.snapshot();
  expect(shot.actionId).toBe(enhanced_actions.find(({ type }) => type === 'click')?.['id']);
});

test('after a click that leads to another page, that page is taken', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({
    '/': html('', '<link rel="icon" href="data:,"><a href="/there">There</a>'),
    '/there': html(
      `document.body.style.background = 'rgb(${RED})';`,
      '<link rel="icon" href="data:,">There',
    ),
  });
  await server.tool('configure_capture', {
    auto_screenshot: { on_action: true, on_navigation: false, on_error: false },
  });
  const there = async () =>
    (await shots(server, app)).filter(({ url }) => url === app.url('/there'));
  // A page that is slow to come leaves the picture to the one before it.
  await expect(async () => {
    await tab.goto(app.url());
    await tab.getByRole('link').click();
    await expect.poll(async () => (await there()).length, { timeout: 5_000 }).not.toBe(0);
  }).toPass();
  const [shot = {}] = await there();

  expect(shot.trigger).toBe('action');
  expect((await picture(server, shot)).share(RED)).toBeGreaterThan(0.9);
  const { enhanced_actions } = await server.snapshot();
  const clicks = enhanced_actions.filter(({ type }) => type === 'click').map(({ id }) => id);
  expect(clicks).toContain(shot.actionId);
});

test('an entry of another level that holds an error is not taken', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({ '/': BROKEN });
  await tab.goto(app.url());
  // Of errors that come together the first is taken.
  await tab.evaluate(() => {
    console.log({ level: 'error' });
    console.error('no tea');
  });
  await expect.poll(async () => (await shots(server, app)).length).toBe(1);
  const [shot] = await shots(server, app);
  const { logs } = await server.snapshot();
  expect(shot.errorId).toBe(logs.find(({ message }) => message === 'no tea')?.['id']);
});

test('at most one is taken in a second', async ({ tab, server, site }) => {
  const app = await site({ '/': BROKEN });
  await tab.goto(app.url());
  // They go on until there are two pictures: of errors that come all at once there is one.
  await tab.evaluate(() => {
    let index = 0;
    setInterval(() => console.error(`error ${index++}`), 50);
  });
  await expect.poll(async () => (await shots(server, app)).length).toBeGreaterThan(1);
  const times = (await shots(server, app)).map(({ timestamp }: Answer) => Date.parse(timestamp));
  const gaps = times.slice(1).map((time, index) => (times[index] ?? 0) - time);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(990);
});

test('none is taken of a tab nobody sees', async ({ tab, server, site, extension }) => {
  const app = await site({ '/': BROKEN });
  await tab.goto(app.url());
  const other = await extension.context.newPage();
  await other.goto(app.url());
  await server.post('/clear', {});
  await tab.evaluate(() => console.error('unseen'));
  await server.until((now) => now.logs.length === 1);
  await other.evaluate(() => console.error('seen'));
  await expect.poll(async () => (await shots(server, app)).length).toBe(1);
  const { logs } = await server.snapshot();
  const [shot] = await shots(server, app);
  expect(shot.errorId).toBe(logs.find(({ message }) => message === 'seen')?.['id']);
});
