// Pictures an agent asks for, looked at by their pixels.
import { expect, html, test } from '../support/browser/extension.js';
import { capture, fetchPng } from '../support/images/pictures.js';
import { Png } from '../support/images/png.js';
import type { Answer } from '../support/server/server.js';

// A picture of a tab needs the permission for all sites.
test.use({ allSites: true });

const RED = [220, 20, 30];
const BLUE = [0, 90, 250];
const GREEN = [10, 160, 60];
const css = (color: number[]) => `rgb(${color.join()})`;
const block = (color: number[], height: number, id = '') =>
  `<div id="${id}" style="height:${height}px;background:${css(color)}"></div>`;
/** Run in the page: where it is scrolled to, and how its elements are styled. */
const places = () => [scrollY, document.querySelector('main')?.scrollTop];
const styles = () =>
  [...document.querySelectorAll<HTMLElement>('body *')].map(({ style }) => style.cssText);
const page = (body: string, style = '') =>
  html('', `<style>body{margin:0}${style}</style><link rel="icon" href="data:,">${body}`);

test('capture_screenshot shows the tab the user looks at, and leaves it alone', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({ '/': page(block(RED, 5000)) });
  await tab.goto(app.url('/?q=1'));
  const { png, answer } = await capture(server);

  expect(png.share(RED)).toBeGreaterThan(0.95);
  expect(answer).toMatchObject({ url: app.url('/?q=1'), trigger: 'explicit' });
  expect(answer).not.toHaveProperty('cropped');
  const thumb = Png.read(await fetchPng(server, `${answer.id}/thumb.png`));
  expect(thumb.width).toBe(320);
  expect(thumb.share(RED)).toBeGreaterThan(0.95);
  expect(await tab.evaluate(() => [document.visibilityState, scrollY])).toEqual(['visible', 0]);
});

test('with a selector the picture is the element, and the page is where it was', async ({
  tab,
  server,
  site,
}) => {
  const body = `${block(RED, 3000)}
    <main style="height:300px;overflow:auto;scroll-behavior:smooth">${block(RED, 900)}
      <p hidden class="offer">no</p>
      <p class="offer" style="width:300px;height:100px;margin:0;background:${css(BLUE)}"></p>
      ${block(RED, 900)}</main>${block(RED, 3000)}`;
  const app = await site({ '/': page(body, 'html{scroll-behavior:smooth}') });
  await tab.goto(app.url());
  await tab.evaluate(() => scrollTo({ top: 137, behavior: 'instant' }));
  await server.until((now) => now.enhanced_actions.some(({ type }) => type === 'scroll'));
  await server.post('/clear', {});
  const { png, answer } = await capture(server, { selector: '.offer' });

  expect([png.width, png.height]).toEqual([300, 100]);
  expect(png.share(BLUE)).toBe(1);
  expect(answer).toMatchObject({ selector: '.offer', trigger: 'explicit' });
  expect(await tab.evaluate(places)).toEqual([137, 0]);
  // Who looks back at the session finds no scrolling that its user did not do.
  await tab.mouse.click(5, 5);
  const { enhanced_actions } = await server.until((now) => now.enhanced_actions.length > 0);
  expect(enhanced_actions.map(({ type }) => type)).toEqual(['click']);
});

test('an element is cut out by the pixels of the screen, not of the page', async ({
  tab,
  server,
  site,
  extension,
}) => {
  const app = await site({
    '/': page(`${block(RED, 900)}${block(BLUE, 120, 'it')}${block(RED, 900)}`),
  });
  await tab.goto(app.url());
  const worker = await extension.worker();
  const tabId = await extension.tabId(tab);
  const zoom = async (factor: number) => {
    await worker.evaluate(([id, by]) => chrome.tabs.setZoom(id, by), [tabId, factor] as const);
    await expect.poll(() => tab.evaluate(() => devicePixelRatio)).toBe(factor);
  };
  await zoom(2);
  const { png } = await capture(server, { selector: '#it' });
  // Chrome remembers it for every page of the host.
  await zoom(1);

  expect(png.height).toBe(240);
  expect(png.share(BLUE)).toBe(1);
});

test('of an element larger than the window the part is shown that fits, and that is said', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({ '/': page(`${block(RED, 900)}${block(BLUE, 4000, 'tall')}`) });
  await tab.goto(app.url());
  const { png, answer } = await capture(server, { selector: '#tall' });

  expect(png.share(BLUE)).toBe(1);
  expect(answer.cropped).toBe(true);
  expect(answer.note).toMatch(/4000 px/);
});

test('of an element that scrolls in another one the part is shown that is seen, and that is said', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({
    '/': page(
      `${block(RED, 900)}<main style="height:200px;overflow:auto">${block(BLUE, 900, 'list')}</main>${block(RED, 900)}`,
    ),
  });
  await tab.goto(app.url());
  const { png, answer } = await capture(server, { selector: '#list' });

  expect(png.height).toBe(200);
  expect(png.share(BLUE)).toBe(1);
  expect(answer.cropped).toBe(true);
  expect(answer.note).toMatch(/900 px/);
  expect(await tab.evaluate(places)).toEqual([0, 0]);
});

test('full_page shows what is below the fold, fixed parts once, and puts everything back', async ({
  tab,
  server,
  site,
  extension,
}) => {
  // No debugger is asked for or used: Chrome lets it be no optional permission.
  const worker = await extension.worker();
  expect(await worker.evaluate(() => typeof chrome.debugger)).toBe('undefined');
  const body = `<header style="position:fixed;top:0;width:100%;height:40px;background:${css(GREEN)}"></header>
    ${block(RED, 1500)}
    <nav style="position:sticky;top:0;height:50px;background:black"></nav>
    ${block(BLUE, 1700, 'end')}`;
  const app = await site({ '/': page(body) });
  await tab.goto(app.url());
  const before = await tab.evaluate(styles);
  await tab.evaluate(() => scrollTo(0, 211));
  const { png, whole, answer } = await capture(server, { full_page: true });

  expect(answer).toMatchObject({ full_page: true, height: 3250 });
  expect(answer).not.toHaveProperty('cropped');
  const column = [20, 60, 1499, 1510, 1545, 1560, 2000, 3249].map((y) => whole.at(200, y));
  const black = [0, 0, 0];
  expect(column).toEqual([GREEN, RED, RED, black, black, BLUE, BLUE, BLUE]);
  expect(whole.share(GREEN)).toBeCloseTo(40 / 3250, 2);
  expect(whole.share(black)).toBeCloseTo(50 / 3250, 2);
  // The copy in the answer is of the whole page too.
  expect([500, 1_500].map((y) => png.at(100, y))).toEqual([RED, BLUE]);
  expect(await tab.evaluate(() => scrollY)).toBe(211);
  expect(await tab.evaluate(styles)).toEqual(before);
});

test('a page of 30,000 px is cropped, with a note, and shown in a size that models take', async ({
  tab,
  server,
  site,
}) => {
  // A picture of so many pixels is read several times, here and by a server built for debugging.
  const app = await site({ '/': page(`${block(RED, 16_000)}${block(BLUE, 14_000)}`) });
  await tab.setViewportSize({ width: 1000, height: 2100 });
  await tab.goto(app.url());
  const { png, whole, answer } = await capture(server, { full_page: true });

  expect(answer).toMatchObject({ cropped: true, full_page: true });
  expect(answer.note).toMatch(/30000 px tall.*16384 px is cropped/);
  expect(whole.height).toBe(16_384);
  expect([whole.at(100, 15_900), whole.at(100, 16_100)]).toEqual([RED, BLUE]);
  expect(png.height).toBeLessThanOrEqual(2_000);
  expect(png.height).toBeGreaterThan(1_900);
  expect([png.at(50, 1_900), png.at(50, png.height - 5)]).toEqual([RED, BLUE]);
});

test('two screenshots within a second both succeed', async ({ tab, server, site }) => {
  const app = await site({ '/': page(block(GREEN, 2000)) });
  await tab.goto(app.url());
  const both = await Promise.all([capture(server), capture(server), capture(server)]);

  for (const { png } of both) expect(png.share(GREEN)).toBeGreaterThan(0.95);
  expect(new Set(both.map(({ answer }) => answer.id)).size).toBe(3);
});

test('a picture that is too large is narrowed until it has 500 KB', async ({
  tab,
  server,
  site,
}) => {
  const noise = `const canvas = document.querySelector('canvas'), pen = canvas.getContext('2d');
    const image = pen.createImageData(canvas.width, canvas.height);
    for (let at = 0; at < image.data.length; at += 4) {
      const sample = Math.random() * 255; image.data.set([sample, sample * 7, sample * 3, 255], at);
    }
    pen.putImageData(image, 0, 0);`;
  const app = await site({ '/': html(noise, '<canvas width="1100" height="600"></canvas>') });
  await tab.setViewportSize({ width: 1300, height: 700 });
  await tab.goto(app.url());
  const { png, bytes } = await capture(server);

  expect(bytes).toBeGreaterThan(100_000);
  expect(png.width).toBeLessThan(1280);
});

test('the oldest of twenty makes room, and the timeline still knows of it', async ({
  tab,
  server,
  site,
}) => {
  const app = await site({ '/': page(block(RED, 2000)) });
  await tab.goto(app.url());
  const first = await capture(server);
  const dataUrl = `data:image/png;base64,${(await fetchPng(server, `${first.answer.id}/thumb.png`)).toString('base64')}`;
  for (let more = 0; more < 20; more++) {
    await server.post('/screenshots', { dataUrl, url: app.url(), trigger: 'failure' });
  }
  const gone = await fetch(`${server.url}/screenshots/${first.answer.id}.png`);
  expect(gone.status).toBe(404);
  const { structuredContent } = await server.tool('get_session_timeline', {
    include: ['screenshot'],
  });
  expect(structuredContent.timeline).toContainEqual(
    expect.objectContaining({
      kind: 'screenshot',
      id: first.answer.id,
      trigger: 'explicit',
      evicted: true,
    }),
  );
  const { screenshots } = await server.get('/snapshot');
  expect(screenshots.filter(({ held }: Answer) => held)).toHaveLength(20);
  // The extension may have shown the page by itself meanwhile.
  expect(screenshots).toContainEqual(expect.objectContaining({ id: first.answer.id, held: false }));
});
