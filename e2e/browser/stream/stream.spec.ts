// What happens in a page is told as it happens: errors, and clicks and forms that lead to nothing.
import type { Page } from '@playwright/test';
import { Editor } from '../support/server/editor.js';
import { expect, html, test } from '../support/browser/extension.js';
import { beats } from '../support/browser/page-time.js';
import type { Server, Snapshot } from '../support/server/server.js';
import { Events } from '../support/server/sse.js';

interface Signal {
  category: string;
  message: string;
  context: { batch?: Signal[]; seen_before?: boolean };
}

/** Everything told on a stream, batches taken apart. */
async function listen(server: Server, query = '') {
  const events = await Events.open<Signal>(
    `${server.url}/events/stream?throttle_seconds=1${query}`,
  );
  const told = () => events.seen.flatMap((one) => [one, ...(one.context.batch ?? [])]);
  return {
    /** Waits until this was told. */
    async hears(message: string): Promise<void> {
      await expect
        .poll(() => told().map((signal) => signal.message), { intervals: [100] })
        .toContain(message);
    },
    told: () => told().map((signal) => signal.message),
    close: () => events.close(),
  };
}

const BUTTONS = `
  <h1>Shop</h1><p id="count">0</p><input id="amount" value="1"><menu></menu>
  <button id="dead">Dead</button>
  <button id="text" onclick="count.textContent++">Text</button>
  <button id="class" onclick="document.body.classList.toggle('on')">Class</button>
  <button id="field" onclick="amount.value = Number(amount.value) + 1">Field</button>
  <button id="list" onclick="document.querySelector('menu').append('x')">List</button>
  <button id="ask" onclick="fetch('/api')">Ask</button>
  <button id="route" onclick="history.pushState({}, '', '#' + Math.random())">Route</button>
  <my-switch></my-switch>`;

/** A component that changes in its own tree, and a clock that runs whatever the user does. */
const SCRIPT = `
  customElements.define('my-switch', class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<button id="inner">off</button>';
      const button = this.shadowRoot.firstChild;
      button.onclick = () => button.setAttribute('aria-pressed', Math.random());
    }
  });
  const clock = document.body.appendChild(document.createElement('time'));
  setInterval(() => { clock.textContent = String(Date.now()); }, 200);`;

const FORMS = `
  <form id="silent" onsubmit="return false"><button>Silent</button></form>
  <form id="asks" onsubmit="fetch('/api'); return false"><button>Asks</button></form>
  <form id="adds" onsubmit="list.append('x'); return false"><button>Adds</button></form>
  <form id="later" onsubmit="setTimeout(() => list.append('x'), 1000); return false">
    <button>Later</button></form>
  <form id="empties" onsubmit="this.reset(); return false">
    <input name="a" value=""><button>Empties</button></form>
  <menu id="list"></menu>`;

async function clickThrice(page: Page, selector: string): Promise<void> {
  // In one go: a loaded machine would take its time between three calls.
  await page.locator(selector).click({ clickCount: 3, delay: 20 });
}

const frustrated = (selector: string) => `Repeated clicks on ${selector} — handler may be broken`;

test('an error in the page reaches an editor as both kinds of notification', async ({
  server,
  site,
  tab,
}) => {
  const editor = await Editor.join(server);
  const pushed = await editor.listen();
  // A busy machine makes pages slow, and a notification of that would come first.
  const events = ['errors', 'network_errors'];
  await editor.call('configure_streaming', { enabled: true, events });
  const app = await site({
    '/': html(
      `document.querySelector('button').onclick = async () => {
         const { receipt } = await (await fetch('/api/pay', { method: 'POST' })).json();
         receipt.total.toFixed();
       };`,
      '<button>Pay</button>',
    ),
    '/api/pay': { status: 500, type: 'application/json', body: '{"error":"no card"}' },
  });
  await tab.goto(app.url());
  await tab.getByRole('button').click();
  await expect.poll(() => pushed.seen.length).toBeGreaterThanOrEqual(2);
  const [event, message] = pushed.seen;
  expect(event.method).toBe('notifications/gasoline/event');
  expect(message.method).toBe('notifications/message');
  expect(message.params.data).toEqual(event.params);
  const all = [event.params, ...event.params.context.batch].map((signal: Signal) => signal.message);
  expect(all).toContain('Server error: POST /api/pay → 500');
  expect(all).toContainEqual(expect.stringMatching(/^Unhandled rejection: .*total/));
  const { structuredContent } = await editor.call('get_status');
  expect(structuredContent.pending_events.length).toBeGreaterThanOrEqual(2);
  pushed.close();
});

test('an error that is thrown again after a reload is told whoever waits', async ({
  server,
  site,
  tab,
}) => {
  const editor = await Editor.join(server);
  const app = await site({
    '/': html(
      `document.querySelector('button').onclick = () => { cart.total(); };`,
      '<button>Pay</button>',
    ),
  });
  await editor.call('wait_for_event', { timeout_seconds: 1 });
  await tab.goto(app.url());
  const pay = async (): Promise<Signal> => {
    await tab.getByRole('button').click();
    const told = await editor.call('wait_for_event', { events: ['errors'] });
    return told.structuredContent.events[0];
  };
  const first = await pay();
  expect(first.message).toMatch(/^New error: .*cart/);
  expect(first.context.seen_before).toBeUndefined();
  await tab.reload();
  const again = await pay();
  expect(again.message).toMatch(/^Error again: .*cart/);
  expect(again.context.seen_before).toBe(true);
});

test('a dead button clicked again and again is told, and one that does anything is not', async ({
  server,
  site,
  tab,
  extension,
}) => {
  const app = await site({ '/': html(SCRIPT, BUTTONS), '/api': '{}' });
  const stream = await listen(server, '&events=user_frustration');
  // A tab for each: what one shows is no effect of another's clicks.
  for (const working of ['text', 'class', 'field', 'list', 'ask', 'route', 'inner']) {
    const page = await extension.context.newPage();
    await page.goto(`${app.url()}?${working}`);
    await server.until((now) => outlines(now, working).length > 0, 'the first outline');
    await clickThrice(page, `#${working}`);
    // What it shows is sent before the next tab needs the machine.
    await beats(page, 10);
  }
  await tab.goto(`${app.url()}?dead`);
  await server.until(
    (now) => JSON.stringify(outlines(now, 'dead')).includes('textHash'),
    'an outline that knows the clock',
  );
  await clickThrice(tab, '#dead');
  await stream.hears(frustrated('#dead'));
  expect(stream.told()).toEqual([frustrated('#dead')]);
  stream.close();
});

test('a form that is sent into silence is told after five seconds, and others are not', async ({
  server,
  site,
  tab,
  extension,
}) => {
  const app = await site({ '/': html('', FORMS), '/api': '{}' });
  const stream = await listen(server, '&events=user_frustration');
  for (const form of ['asks', 'adds', 'later', 'empties']) {
    const page = await extension.context.newPage();
    await page.goto(`${app.url()}?${form}`);
    await server.until((now) => outlines(now, form).length > 0, 'the first outline');
    if (form === 'empties') await page.locator('input').fill('x');
    await page.locator(`#${form} button`).click();
  }
  await tab.goto(`${app.url()}?silent`);
  await server.until((now) => outlines(now, 'silent').length > 0, 'the first outline');
  await tab.locator('#silent button').click();
  await stream.hears('Form submit to / — no response after 5s');
  expect(stream.told()).toHaveLength(1);
  const { structuredContent } = await server.tool('get_enhanced_actions');
  const sent = structuredContent.actions.filter(({ type }: { type: string }) => type === 'submit');
  expect(sent).toHaveLength(5);
  stream.close();
});

/** Outlines of the page that was opened for something. */
function outlines(snapshot: Snapshot, name: string): { url: string }[] {
  const all = (snapshot['dom_snapshots'] ?? []) as { url: string }[];
  return all.filter(({ url }) => url.includes(`?${name}`));
}
