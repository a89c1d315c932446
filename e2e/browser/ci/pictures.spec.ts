// Pictures an agent asks for of a browser that `gasoline attach` watches, looked at by their pixels.
import { expect, test } from '../support/browser/attach.js';
import { html } from '../support/browser/ci.js';
import { capture, refusal } from '../support/images/pictures.js';
import { Server } from '../support/server/server.js';

const RED = [220, 20, 30];
const BLUE = [0, 90, 250];
const css = (color: number[]) => `rgb(${color.join()})`;
const block = (color: number[], height: number, id = '') =>
  `<div id="${id}" style="height:${height}px;background:${css(color)}"></div>`;
const page = (body: string) => html('', `<style>body{margin:0}</style>${body}`);

/** Waits until somebody can be asked. */
async function driven(server: Server): Promise<void> {
  await expect.poll(async () => (await server.get('/health')).clients.drivers).toBe(1);
}

test('capture_screenshot shows the page that is in front, for the test that runs', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const shop = await site({ '/red': page(block(RED, 5000)), '/blue': page(block(BLUE, 5000)) });
  const behind = await debugged.open(shop.url('/red'));
  await behind.until("document.readyState === 'complete' && location.pathname === '/red'");
  await attach(['--test-id', 'shop › looks']);
  await driven(server);
  const front = await debugged.open(shop.url('/blue?q=1'));
  await front.until("document.readyState === 'complete' && location.search === '?q=1'");
  await behind.until("document.visibilityState === 'hidden'");
  behind.run("console.log('something happens behind')");

  const { png, answer } = await capture(server);
  expect(png.share(BLUE)).toBeGreaterThan(0.95);
  expect(answer).toMatchObject({ url: shop.url('/blue?q=1'), trigger: 'explicit' });
  expect(answer).not.toHaveProperty('cropped');
  const { screenshots } = await server.snapshot();
  expect(screenshots).toMatchObject([{ id: answer.id, test_id: 'shop › looks' }]);
  behind.send('Page.bringToFront', {});
  await behind.until("document.visibilityState === 'visible'");
  await front.until("document.visibilityState === 'hidden'");
  expect((await capture(server)).png.share(RED)).toBeGreaterThan(0.95);
});

test('with a selector the picture is the element, and the page stays where it is', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const body = `${block(RED, 3000)}<p hidden class="offer">no</p>
    <p class="offer" style="width:300px;height:100px;margin:0;background:${css(BLUE)}"></p>
    <main style="height:300px;overflow:auto;scroll-behavior:smooth">${block(RED, 900)}
      <p id="inner" style="width:200px;height:80px;margin:0;background:${css(BLUE)}"></p>
      ${block(RED, 900)}</main>${block(RED, 3000)}`;
  const shop = await site({ '/': page(body) });
  await attach();
  await driven(server);
  const tab = await debugged.open(shop.url('/'));
  await tab.until("document.readyState === 'complete' && !!document.querySelector('main')");
  tab.run('scrollTo({ top: 137, behavior: "instant" })');
  await server.until((now) => now.enhanced_actions.some(({ type }) => type === 'scroll'));
  await server.post('/clear', {});

  const { png, answer } = await capture(server, { selector: '.offer' });
  expect([png.width, png.height]).toEqual([300, 100]);
  expect(png.share(BLUE)).toBe(1);
  expect(answer).toMatchObject({ selector: '.offer', trigger: 'explicit' });
  await tab.until('scrollY === 137');
  const at = { x: 5, y: 5, button: 'left', clickCount: 1 };
  for (const type of ['mousePressed', 'mouseReleased']) {
    tab.send('Input.dispatchMouseEvent', { type, ...at });
  }
  const { enhanced_actions } = await server.until((now) => now.enhanced_actions.length > 0);
  expect(enhanced_actions.map(({ type }) => type)).toEqual(['click']);

  const inner = await capture(server, { selector: '#inner' });
  expect([inner.png.width, inner.png.height]).toEqual([200, 80]);
  expect(inner.png.share(BLUE)).toBe(1);
  await tab.until("scrollY === 137 && document.querySelector('main').scrollTop === 0");
});

test('full_page shows what is below the fold, and a very tall page is cropped with a note', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  // Pictures of so many pixels are read several times, here and by a server built for debugging.
  const shop = await site({
    '/': page(`${block(RED, 2000)}${block(BLUE, 2000)}`),
    '/tall': page(`${block(RED, 15_000)}${block(BLUE, 15_000)}`),
  });
  await attach();
  await driven(server);
  const tab = await debugged.open(shop.url('/'));
  await tab.until(
    "document.readyState === 'complete' && innerHeight > 0 && !!document.body.firstChild",
  );
  const { png, answer } = await capture(server, { full_page: true });
  expect(answer.full_page).toBe(true);
  expect(answer).not.toHaveProperty('cropped');
  expect(png.share(RED)).toBeCloseTo(0.5, 1);
  expect(png.share(BLUE)).toBeCloseTo(0.5, 1);
  expect(png.height / png.width).toBeGreaterThan(3);

  tab.go(shop.url('/tall'));
  await tab.until("location.pathname === '/tall' && document.readyState === 'complete'");
  const tall = await capture(server, { full_page: true });
  expect(tall.answer).toMatchObject({ full_page: true, cropped: true });
  expect(tall.answer.note).toMatch(
    /^the page is 30000 px tall; what lies below 16384 px is cropped; the image here is a copy /,
  );
  expect(tall.png.share(RED)).toBeGreaterThan(0.9);
});

test('what cannot be shown is refused with what to do', async ({
  server,
  site,
  debugged,
  attach,
}) => {
  const shop = await site({ '/': page('<p hidden>no</p><h1>Shop</h1>') });
  await attach();
  await driven(server);
  expect(await refusal(server)).toContain('no page is open');
  const tab = await debugged.open(shop.url('/'));
  await tab.until("document.readyState === 'complete' && !!document.querySelector('h1')");
  expect(await refusal(server, { selector: 'h2' })).toContain('no element matches `h2`');
  expect(await refusal(server, { selector: 'p' })).toContain('an element that is not visible');
  expect(await refusal(server, { selector: 'p[' })).toContain('`p[` is not a CSS selector');
  tab.send('Page.enable', {});
  tab.run("confirm('really?')");
  await server.until(({ logs }) => logs.length > 0);
  expect(await refusal(server)).toContain('the page does not answer');
  tab.send('Page.handleJavaScriptDialog', { accept: false });
  await tab.until('true');
  await capture(server);
});

test('a server that was away is asked again', async ({ server, site, debugged, attach }) => {
  const shop = await site({ '/': page(block(BLUE, 5000)) });
  await attach();
  const tab = await debugged.open(shop.url('/'));
  await tab.until("document.readyState === 'complete' && !!document.body.firstChild");
  await driven(server);
  await server.stop();
  const back = await Server.start({ port: server.port });
  try {
    await driven(back);
    expect((await capture(back)).png.share(BLUE)).toBeGreaterThan(0.95);
  } finally {
    await back.stop();
  }
});
