// What the user does, by real input in a real browser, and what is recorded of it.
import type { BrowserContext, Browser, Page } from '@playwright/test';
import { expect, test } from '../support/browser/browser.js';
import { Gathered, idle, move, settle } from '../support/browser/document-hooks.js';
import { Site } from '../support/pages/site.js';

const FORM = `<!doctype html><title>Form</title><body>
<h1>Form</h1>
<form id=order action="/order" method=post onsubmit="event.preventDefault()">
  <label for=email>Email</label><input id=email name=email type=email>
  <label><span id=terms-text>Accept terms</span><input type=checkbox name=terms></label>
  <label for=red>Red</label><input type=radio name=color id=red value=red>
  <label for=blue>Blue</label><input type=radio name=color id=blue value=blue>
  <select aria-label=Country name=country><option value="">-<option value=de>Germany<option value=at>Austria</select>
  <select aria-label=Toppings name=toppings multiple><option value=a>Anise<option value=b>Basil<option value=c>Chili</select>
  <input type=password aria-label=Password name=field1>
  <input aria-label=Card autocomplete=cc-number name=field2>
  <input aria-label=Token name=api_secret>
  <textarea aria-label=Notes name=notes></textarea>
  <div contenteditable aria-label=Editor role=textbox></div>
  <input type=date aria-label=Day name=day><input type=range aria-label=Volume name=volume>
  <input type=number aria-label=Amount name=amount><input type=file aria-label=Upload name=upload multiple>
  <button data-cy=send>Send <svg width=10 height=10><path d="M0 0h10v10z"/></svg></button>
</form>
<button id=gone onclick="this.remove()">Vanish</button>
<button id=script onclick="document.getElementById('other').click()">Runs a script</button>
<button id=other>Other</button>
<x-card></x-card><x-switch style="display:block">Share my list</x-switch>
<div id=scroller style="height:100px;width:100px;overflow:auto"><div style="height:2000px">long</div></div>
<div style="height:3000px"></div>
<script>
customElements.define('x-card', class extends HTMLElement {
  constructor() { super(); this.attachShadow({mode:'open'}).innerHTML = '<section><button class=buy>Buy <b>now</b></button></section>'; }
});
customElements.define('x-switch', class extends HTMLElement {
  constructor() { super(); this.attachShadow({mode:'open'}).innerHTML = '<div class=around><label><input type=checkbox><slot></slot></label></div>'; }
});
</script>`;

const TODO = `<!doctype html><title>Todo</title><style>
.todo-list .destroy { display: none } .todo-list li:hover .destroy { display: block }
.menu ul { visibility: hidden } .menu:hover > ul { visibility: visible }
.js .tool { display: none } .js.over .tool { display: inline }
.shown { display: none; &:is(:where(.group):hover *) { @media (hover: hover) { display: inline } } }
.fade { opacity: 0.5 } .fade:hover { opacity: 1 } div:hover > .fade { opacity: 0.9 }
</style><ul class=todo-list>
<li data-testid=todo-1><label>Milk</label><button class=destroy aria-label=Delete>x</button></li>
<li data-testid=todo-2><label>Bread</label><button class=destroy aria-label=Delete>x</button></li></ul>
<nav class=menu id=menu>Menu<ul><li><a href="#a">Entry</a></li></ul></nav>
<div class=js id=js><span>Row</span> <button class=tool>Tool</button></div>
<div id=render style="padding:20px"><span>Rendered</span></div>
<div class=group id=group><span>Group</span> <button class=shown>Nested</button></div>
<div><button id=plain class=fade>Plain</button></div>
<script>
const js = document.getElementById('js');
js.onmouseenter = () => js.classList.add('over'); js.onmouseleave = () => js.classList.remove('over');
const render = document.getElementById('render');
render.onmouseenter = () => { const b = document.createElement('button'); b.textContent = 'Fresh'; render.append(b) };
render.onmouseleave = () => render.querySelector('button')?.remove();
</script>`;

const ROUTES = `<!doctype html><title>Routes</title><h1>Routes</h1>
<button onclick="history.pushState(1,'','/routes?page=2')">Push</button>
<button onclick="history.replaceState(1,'','/routes?page=3')">Replace</button>
<button onclick="history.replaceState(2,'',location.href)">Same</button>
<a href="#part">Hash</a> <a href="/second">Second</a>`;

let site: Site;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let gathered: Gathered;

test.beforeAll(async ({ chromium }) => {
  browser = chromium;
  site = await Site.open({
    '/form': FORM,
    '/todo': TODO,
    '/routes': ROUTES,
    '/views': `<!doctype html><title>Views</title><div id=root><div id=view style="height:90vh"><button>Save</button></div></div>
<script>onclick = () => setTimeout(() => view.insertAdjacentHTML('beforeend', '<p>Saved</p><button>Next</button>'), 20)</script>`,
    '/second': '<!doctype html><title>Second</title><h1>Second</h1>',
    '/nested': '<!doctype html><h1>Nested</h1><iframe name=outer src="/frames"></iframe>',
    '/frames': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><h1>Frames</h1><iframe name=inner src="/inner"></iframe>
        <iframe name=foreign src="http://127.0.0.1:${site.port}/inner"></iframe>`);
    },
    '/inner': '<!doctype html><button>Inside</button>',
  });
});

test.beforeEach(async () => {
  context = await browser.newContext();
  gathered = await Gathered.in(context, 'standing');
  page = await context.newPage();
});

test.afterEach(() => context.close());

test.afterAll(async () => {
  await site.close();
});

async function open(path: string): Promise<void> {
  await page.goto(site.url(path));
  await gathered.action('navigate');
  gathered.clear();
}

test('a click is told with selectors of the button around the icon, position, url, id and time', async () => {
  await open('/form');
  await page.locator('path').click();
  const click = await gathered.action('click');
  expect(click.selectors).toMatchObject({
    testId: 'send',
    testIdAttribute: 'data-cy',
    role: { role: 'button', name: 'Send' },
    text: 'Send',
    matches: { testId: 1, role: 1 },
    index: { testId: 0, role: 0 },
  });
  expect(click.position).toEqual({ x: expect.any(Number), y: expect.any(Number) });
  expect(click.url).toBe(site.url('/form'));
  expect(Math.abs(Date.now() - Number(click.timestamp))).toBeLessThan(60_000);
  expect(click.id).toMatch(/^\w+-\d+$/);
  const submit = await gathered.action('submit');
  expect(submit).toMatchObject({ formAction: site.url('/order'), formMethod: 'post' });
});

test('typing is one action with the last value, sent when the field is left', async () => {
  await open('/form');
  await page.getByLabel('Email').pressSequentially('user@example.com');
  await page.getByLabel('Amount').pressSequentially('12');
  await page.locator('#other').click();
  const values = gathered.actions('input').map(({ value, inputType }) => [inputType, value]);
  expect(values).toEqual([
    ['email', 'user@example.com'],
    ['number', '12'],
  ]);
  expect(gathered.actions().at(-1)?.type).toBe('click');
});

test('typing that rests is sent, and not again when the field is left', async () => {
  await open('/form');
  await page.getByLabel('Email').fill('a@b.c');
  expect(await gathered.action('input')).toMatchObject({ value: 'a@b.c' });
  await page.locator('h1').click();
  await settle(page);
  expect(gathered.actions('input')).toHaveLength(1);
});

test('a label and its checkbox are one click, with the new state', async () => {
  await open('/form');
  await page.locator('#terms-text').click();
  const click = await gathered.action('click');
  await settle(page);
  expect(gathered.actions()).toHaveLength(1);
  expect(click).toMatchObject({
    checked: true,
    selectors: { role: { role: 'checkbox', name: 'Accept terms' } },
  });
  expect(click.position).toBeDefined();
  await page.getByLabel('Accept terms').uncheck();
  expect(await gathered.action('click', 2)).toMatchObject({ checked: false });
  await page.getByText('Blue').click();
  expect(await gathered.action('click', 3)).toMatchObject({
    checked: true,
    selectors: { id: 'blue' },
  });
  await settle(page);
  expect(gathered.actions()).toHaveLength(3);
});

test('choices are told by value and text, also when a driver makes them', async () => {
  await open('/form');
  await page.getByLabel('Country').selectOption('de');
  expect(await gathered.action('select')).toMatchObject({
    selectedValue: 'de',
    selectedText: 'Germany',
    selectors: { ariaLabel: 'Country', role: { role: 'combobox', name: 'Country' } },
  });
  await page.getByLabel('Toppings').selectOption(['a', 'c']);
  expect(await gathered.action('select', 2)).toMatchObject({
    selectedValue: 'a,c',
    selectedText: 'Anise, Chili',
    selectedValues: ['a', 'c'],
  });
});

test('secrets stay in the page', async () => {
  await open('/form');
  for (const name of ['Password', 'Card', 'Token']) {
    await page.getByLabel(name).pressSequentially('hunter2hunter2');
  }
  await page.getByLabel('Password').evaluate((field: HTMLInputElement) => (field.type = 'text'));
  await page.getByLabel('Password').pressSequentially('more');
  await page.locator('#other').click();
  await gathered.action('click');
  expect(gathered.actions('input').map(({ value }) => value)).toEqual(
    Array.from({ length: 4 }, () => '[redacted]'),
  );
  expect(JSON.stringify(gathered.all)).not.toContain('hunter2');
  expect(JSON.stringify(await page.evaluate('hooks.recentActions()'))).not.toContain('hunter2');
});

test('an editor tells its text, and Enter in it is typing unless the page takes it', async () => {
  await open('/form');
  await page.getByLabel('Editor').pressSequentially('one\ntwo');
  await page.getByLabel('Notes').pressSequentially('a\nb');
  await page.locator('#other').click();
  await gathered.action('click');
  expect(gathered.actions('keypress')).toHaveLength(0);
  const [editor, notes] = gathered.actions('input');
  expect(editor).toMatchObject({ inputType: 'contenteditable', value: 'onetwo' });
  expect(notes).toMatchObject({ inputType: 'textarea', value: 'a\nb' });
  gathered.clear();
  await page.evaluate(`document.querySelector('textarea').onkeydown = (event) => {
    if (event.key === 'Enter') { event.preventDefault(); event.target.value = ''; }
  }`);
  await page.getByLabel('Notes').fill('send me');
  await page.keyboard.press('Enter');
  await gathered.action('keypress');
  expect(gathered.actions().map(({ type, value }) => value ?? type)).toEqual([
    'send me',
    'keypress',
  ]);
});

test('dates, ranges and files are told by their value', async () => {
  await open('/form');
  await page.getByLabel('Day').fill('2024-05-06');
  await page.getByLabel('Volume').fill('80');
  await page.getByLabel('Upload').setInputFiles([
    { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('private') },
    { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('private') },
  ]);
  await gathered.action('input', 3);
  expect(gathered.actions('input').map(({ inputType, value }) => [inputType, value])).toEqual([
    ['date', '2024-05-06'],
    ['range', '80'],
    ['file', '[File: a.txt], [File: b.txt]'],
  ]);
});

test('a double click is two clicks, the second of which says so', async () => {
  await open('/form');
  await page.locator('#other').dblclick();
  await gathered.action('click', 2);
  expect(gathered.actions('click').map(({ clickCount }) => clickCount)).toEqual([undefined, 2]);
});

test('a click that a script makes is not recorded', async () => {
  await open('/form');
  await page.locator('#script').click();
  await gathered.action('click');
  await settle(page);
  expect(gathered.actions('click').map(({ selectors }) => selectors?.id)).toEqual(['script']);
});

test('an element that its own click removes still has its selectors', async () => {
  await open('/form');
  await page.locator('#gone').click();
  const { selectors } = await gathered.action('click');
  expect(selectors).toMatchObject({ id: 'gone', cssPath: '#gone', text: 'Vanish' });
});

test('a click in an open shadow root leads to the button inside', async () => {
  await open('/form');
  await page.locator('x-card b').click();
  const { selectors } = await gathered.action('click');
  expect(selectors).toMatchObject({
    role: { role: 'button', name: 'Buy now' },
    cssPath: 'x-card button.buy',
  });
  await expect(page.locator(selectors?.cssPath ?? '')).toHaveCount(1);
});

test('a click beside the one control of a component is told by the component', async () => {
  await open('/form');
  const { width = 0, height = 0 } = (await page.locator('x-switch').boundingBox()) ?? {};
  await page.locator('x-switch').click({ position: { x: width - 5, y: height / 2 } });
  const click = await gathered.action('click');
  expect(click.selectors).toMatchObject({ text: 'Share my list', cssPath: 'x-switch' });
  await page.locator('x-switch').click({ position: { x: 5, y: height / 2 } });
  expect(await gathered.action('click', 2)).toMatchObject({
    checked: true,
    selectors: { role: { role: 'checkbox', name: 'Share my list' } },
  });
});

/** Where each scrolling ended. */
const scrolls = () => gathered.actions('scroll').map(({ scrollY }) => scrollY);

test('scrolling is told at most twice a second, with where it ended', async () => {
  await open('/form');
  await page.mouse.move(900, 300);
  const scrollTo = async (y: number) => {
    while ((await page.evaluate('Math.round(scrollY)')) !== y) {
      const scrolled = page.evaluate(
        () => new Promise((resolve) => addEventListener('scrollend', resolve, { once: true })),
      );
      await page.mouse.wheel(0, 100);
      await scrolled;
    }
    await settle(page);
  };
  await scrollTo(500);
  await move(page, 499);
  expect(scrolls()).toEqual([]);
  await scrollTo(1000);
  await move(page, 1);
  await settle(page);
  expect(scrolls()).toEqual([1000]);
  await scrollTo(1100);
  await move(page, 500);
  // Scroll events come with the next frame: time must not move before them.
  const places: [string, number][] = [
    ['html', 0],
    ['#scroller', 300],
  ];
  for (const [selector, top] of places) {
    await page.locator(selector).evaluate(
      (element, to) =>
        new Promise<void>((resolve) => {
          addEventListener('scroll', () => resolve(), { once: true, capture: true });
          element.scrollTop = to;
        }),
      top,
    );
  }
  await settle(page);
  await move(page, 500);
  await expect
    .poll(() => gathered.actions('scroll').at(-1))
    .toMatchObject({
      scrollY: 300,
      selectors: { id: 'scroller' },
    });
  // Between them the page went back to its top.
  expect(scrolls()).toEqual([1000, 1100, 0, 300]);
});

test('controls that show on hover say what to hover', async () => {
  await open('/todo');
  const hovered = async (name: string, row: string) => {
    await page.mouse.move(0, 0);
    await page.locator(row).hover();
    // The rules for it are read in idle time.
    await idle(page);
    await page.locator(row).locator(name).click();
    const click = gathered.actions('click').at(-1);
    return (click?.hovered as { testId?: string; id?: string } | undefined) ?? {};
  };
  expect(await hovered('.destroy', 'li:has-text("Bread")')).toMatchObject({ testId: 'todo-2' });
  expect(await hovered('a', '#menu')).toMatchObject({ id: 'menu' });
  expect(await hovered('.tool', '#js')).toMatchObject({ id: 'js' });
  expect(await hovered('button', '#render')).toMatchObject({ id: 'render' });
  expect(await hovered('.shown', '#group')).toMatchObject({ id: 'group' });
  await page.mouse.move(0, 0);
  await page.locator('#plain').hover();
  await idle(page);
  await page.locator('#plain').click();
  await settle(page);
  expect(gathered.actions('click').at(-1)?.selectors?.id).toBe('plain');
  expect(gathered.actions('click').at(-1)?.hovered).toBeUndefined();
});

test('a view that is drawn under the pointer was not revealed by it', async () => {
  await open('/views');
  await page.mouse.move(200, 200);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await settle(page);
  const { selectors, hovered } = gathered.actions('click').at(-1) ?? {};
  expect(selectors?.role?.name).toBe('Next');
  expect(hovered).toBeUndefined();
});

test('history, hash, traversal and loads are navigations; a replacement by itself is not', async () => {
  await page.goto(site.url('/routes'));
  expect(await gathered.action('navigate')).toMatchObject({
    toUrl: site.url('/routes'),
    navigation: 'typed',
  });
  expect(gathered.actions('navigate')[0]?.fromUrl).toBeUndefined();
  await page.getByText('Push').click();
  expect(await gathered.action('navigate', 2)).toMatchObject({
    fromUrl: site.url('/routes'),
    toUrl: site.url('/routes?page=2'),
  });
  await page.getByText('Replace').click();
  expect((await gathered.action('navigate', 3)).toUrl).toBe(site.url('/routes?page=3'));
  await page.getByText('Same').click();
  await page.getByText('Hash').click();
  expect((await gathered.action('navigate', 4)).toUrl).toBe(site.url('/routes?page=3#part'));
  await page.goBack();
  expect((await gathered.action('navigate', 5)).toUrl).toBe(site.url('/routes?page=3'));
  await page.goForward();
  expect((await gathered.action('navigate', 6)).toUrl).toBe(site.url('/routes?page=3#part'));
  await page.getByText('Second').click();
  expect(await gathered.action('navigate', 7)).toMatchObject({
    fromUrl: site.url('/routes?page=3#part'),
    toUrl: site.url('/second'),
  });
  expect(gathered.actions('navigate')).toHaveLength(7);
});

test('actions in frames say which frame, also of another origin', async () => {
  await open('/frames');
  await page.frameLocator('[name=inner]').getByText('Inside').click();
  const near = await gathered.action('click');
  expect(near.url).toBe(site.url('/frames'));
  expect(near.frame).toEqual({
    name: 'inner',
    url: site.url('/inner'),
    selector: 'iframe[name="inner"]',
  });
  await page.frameLocator('[name=foreign]').getByText('Inside').click();
  const far = await gathered.action('click', 2);
  expect(far.frame).toEqual({ name: 'foreign', url: site.url('/inner', '127.0.0.1') });
});

test('a frame in a frame says the way to it, as far as it can be read', async () => {
  await open('/nested');
  const outer = page.frameLocator('[name=outer]');
  await outer.frameLocator('[name=inner]').getByText('Inside').click();
  const near = await gathered.action('click');
  expect(near.frame).toEqual({
    name: 'inner',
    url: site.url('/inner'),
    selector: 'iframe[name="inner"]',
    outer: [{ name: 'outer', url: site.url('/frames'), selector: 'iframe[name="outer"]' }],
  });
  await outer.frameLocator('[name=foreign]').getByText('Inside').click();
  const far = await gathered.action('click', 2);
  expect(far.frame).toEqual({
    name: 'foreign',
    url: site.url('/inner', '127.0.0.1'),
    outer: [{}],
  });
});

test('the latest twenty actions are at hand in a few words', async () => {
  await open('/form');
  for (let turn = 0; turn < 25; turn++) await page.locator('#other').click();
  const recent = await page.evaluate('hooks.recentActions()');
  expect(recent).toHaveLength(20);
  expect((recent as unknown[])[0]).toMatchObject({
    ts: expect.stringMatching(/^\d{4}-.*Z$/),
    type: 'click',
    target: '#other',
    text: 'Other',
    x: expect.any(Number),
  });
});

test('switching actions off and pausing work at once, and so does uninstalling', async () => {
  await open('/form');
  await page.evaluate('hooks.settings.actions = false');
  await page.locator('#other').click();
  await page.evaluate('hooks.settings.actions = true; hooks.settings.paused = true');
  await page.locator('#other').click();
  await page.evaluate('hooks.settings.paused = false');
  await page.locator('#other').click();
  await gathered.action('click');
  await page.evaluate('hooks.uninstall()');
  await page.locator('#other').click();
  await settle(page);
  expect(gathered.actions('click')).toHaveLength(1);
});

test('requests under way and spinners go along', async () => {
  await open('/form');
  await page.evaluate(
    `hooks.context.pending.count = 2; document.body.setAttribute('aria-busy', 'true')`,
  );
  await page.locator('#other').hover();
  // A spinner is looked for in idle time, and believed for a second: the pointer is there already.
  await idle(page);
  await page.mouse.down();
  await page.mouse.up();
  expect(await gathered.action('click')).toMatchObject({ pendingRequests: 2, busy: true });
});

test('a locator that was prepared by hovering goes along with the click', async () => {
  await open('/todo');
  const locator = async (selector: string) => {
    await page.locator(selector).hover();
    // The pointer rests there, and then the page has nothing to do.
    await move(page, 500);
    await idle(page);
    await page.locator(selector).click();
    await settle(page);
    return gathered.actions('click').at(-1)?.selectors?.locator;
  };
  // Nothing is deleted.
  await page.evaluate(`document.addEventListener('click', (it) => it.stopPropagation(), true)`);
  expect(await locator('#plain')).toBe(`getByRole('button', { name: 'Plain', exact: true })`);
  await page.locator('.todo-list li').last().hover();
  expect(await locator('.todo-list li:last-child button')).toBe(
    `getByTestId('todo-2').getByRole('button', { name: 'Delete', exact: true })`,
  );
});

test('after one locator that took a second the next is prepared all the same', async () => {
  await open('/todo');
  await page.evaluate(`{
    document.addEventListener('click', (it) => it.stopPropagation(), true);
    const plain = document.getElementById('plain');
    plain.getAttribute = function (name) {
      delete this.getAttribute;
      __clock.move(1000);
      return this.getAttribute(name);
    };
  }`);
  for (const [turn, selector] of ['#plain', '.todo-list li:first-child button'].entries()) {
    await page.locator('.todo-list li').first().hover();
    await page.locator(selector).hover();
    await move(page, 500);
    await idle(page);
    await page.locator(selector).click();
    const { selectors } = await gathered.action('click', turn + 1);
    expect(selectors?.locator).toContain('getByRole');
  }
  expect(
    await page.evaluate(`Object.hasOwn(document.getElementById('plain'), 'getAttribute')`),
  ).toBe(false);
});

test('a page that writes itself anew is watched on', async () => {
  await open('/form');
  await page.evaluate(
    `document.open(); document.write('<button id=anew>Anew</button>'); document.close()`,
  );
  await page.locator('#anew').click();
  expect((await gathered.action('click')).selectors?.id).toBe('anew');
});

test('what was typed before an error is at hand for it', async () => {
  await open('/form');
  await page.getByLabel('Email').pressSequentially('abc');
  expect(await page.evaluate('hooks.recentActions().at(-1)')).toMatchObject({
    type: 'input',
    value: 'abc',
  });
});

test('a click on a page of 5,000 nodes costs it little', async () => {
  const rows = Array.from(
    { length: 500 },
    (
      _,
      row,
    ) => `<div class=row><h3>Row ${row}</h3><button>Delete</button><button>Open ${row}</button>
      <a href="#${row}">Link</a><label>Field <input></label><ul><li><span>${row}</span></ul></div>`,
  );
  // The release of the button comes before our listener, this one of the page after it.
  await context.addInitScript(`
    window.costs = [];
    window.walks = [];
    window.walk = () => {
      const start = performance.now();
      for (const node of document.querySelectorAll('*')) getComputedStyle(node).display + node.innerText;
      walks.push(performance.now() - start);
    };
    addEventListener('mouseup', () => { window.released = performance.now() }, true);
    addEventListener('click', () => costs.push(performance.now() - released), true);`);
  await page.goto(site.url('/second'));
  await page.evaluate((html) => (document.body.innerHTML = html), rows.join(''));
  for (let turn = 0; turn < 20; turn++) {
    await page
      .locator('.row')
      .nth(turn * 20)
      .getByText('Delete')
      .click();
    await page.evaluate('walk()');
  }
  const sorted = async (name: string) =>
    (await page.evaluate(`${name}.toSorted((a, b) => a - b)`)) as number[];
  const [costs, walks] = [await sorted('costs'), await sorted('walks')];
  const [cost = 0, walk = 0] = [costs[10], walks[10]];
  console.log(
    `click on 5,000 nodes: p50 ${cost.toFixed(2)} ms, to walk them ${walk.toFixed(2)} ms`,
  );
  expect(costs).toHaveLength(20);
  // The same machine at the same time: a look at every node costs more than telling the click.
  expect(cost).toBeLessThan(walk);
});
