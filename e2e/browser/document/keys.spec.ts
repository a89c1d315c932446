// Which keys are told: those that do something, and never what is typed.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/browser/browser.js';
import { Gathered, settle } from '../support/browser/document-hooks.js';
import { Site } from '../support/pages/site.js';

const FORM = `<!doctype html><title>Form</title><body><h1>Form</h1>
<form action="/order" method=post onsubmit="event.preventDefault()">
  <label for=email>Email</label><input id=email name=email type=email>
  <textarea aria-label=Notes name=notes></textarea>
  <button data-cy=send>Send</button>
</form>
<button id=other>Other</button>`;

const APP = `<!doctype html><title>App</title><body><h1>App</h1>
<input aria-label=Search id=search><input type=password aria-label=Password id=password>
<input type=number aria-label=Amount value=1>
<input aria-label=City id=city><p id=said></p>
<div role=tablist><button role=tab id=one aria-selected=true>One</button><button role=tab id=two aria-selected=false>Two</button></div>
<div role=button tabindex=0 id=div>Div</div><x-secret></x-secret><div id=pad tabindex=0>Pad</div>
<script>
const say = (text) => { said.textContent = text };
addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input');
  if (event.key === '/' && !isTyping) { event.preventDefault(); search.focus() }
  if (event.key === '?' && !isTyping) say('help');
  if (event.key === 'k' && event.ctrlKey) { event.preventDefault(); say('palette') }
  if (event.key === 'g' && !isTyping) { history.pushState(1, '', '/app?go'); event.preventDefault() }
});
document.querySelector('[role=tablist]').addEventListener('keydown', (event) => {
  if (event.key === 'ArrowRight') { one.ariaSelected = 'false'; two.ariaSelected = 'true'; two.focus() }
});
div.addEventListener('keydown', (event) => { if (event.key === ' ') { event.preventDefault(); say('pressed') } });
city.addEventListener('keydown', (event) => { if (event.key === 'ArrowDown') { event.preventDefault(); say('Lisbon') } });
pad.addEventListener('keydown', (event) => { event.preventDefault(); pad.textContent += '*' });
customElements.define('x-secret', class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<input type=password>';  }
});
document.querySelector('x-secret').addEventListener('keydown', () => say('typing'));
</script>`;

let site: Site;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let gathered: Gathered;

test.beforeAll(async ({ chromium }) => {
  browser = chromium;
  site = await Site.open({ '/form': FORM, '/app': APP });
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

const keys = () => gathered.actions('keypress').map(({ key }) => key);

test('Enter submits a form as a key and a submit, without the click the browser makes', async () => {
  await open('/form');
  await page.getByLabel('Email').fill('a@b.c');
  await page.keyboard.press('Enter');
  await gathered.action('submit');
  expect(gathered.actions().map(({ type }) => type)).toEqual(['input', 'keypress', 'submit']);
  expect(gathered.actions('keypress')[0]).toMatchObject({
    key: 'Enter',
    selectors: { id: 'email' },
  });
});

test('Enter on a button is a key alone, Space on it is a click', async () => {
  await open('/form');
  await page.locator('#other').focus();
  await page.keyboard.press('Enter');
  await gathered.action('keypress');
  await page.keyboard.press('Space');
  const click = await gathered.action('click');
  expect(click.selectors?.id).toBe('other');
  expect(click.position).toBeUndefined();
  expect(gathered.actions()).toHaveLength(2);
});

test('Escape and Tab are told, other keys are not, modifiers go along', async () => {
  await open('/form');
  await page.getByLabel('Email').focus();
  for (const key of ['Escape', 'Tab', 'Shift+Tab', 'ArrowLeft', 'a'])
    await page.keyboard.press(key);
  await gathered.action('keypress', 3);
  expect(gathered.actions('keypress').map(({ key }) => key)).toEqual([
    'Escape',
    'Tab',
    'Shift+Tab',
  ]);
});

test('a shortcut of the page is told without an element, and what follows it in order', async () => {
  await open('/app');
  await page.keyboard.press('/');
  await page.keyboard.type('lamp');
  await gathered.action('input');
  expect(gathered.actions().map(({ type, key, value }) => [type, key ?? value])).toEqual([
    ['keypress', '/'],
    ['input', 'lamp'],
  ]);
  expect(gathered.actions('keypress')[0]?.selectors).toBeUndefined();
});

test('a key counts if the page does something with it, by whatever means', async () => {
  await open('/app');
  // Prevents nothing, but changes the page.
  await page.keyboard.press('?');
  await gathered.action('keypress');
  await page.keyboard.press('Control+k');
  await gathered.action('keypress', 2);
  // Goes elsewhere before it prevents anything.
  await page.keyboard.press('g');
  await gathered.action('navigate');
  expect(keys()).toEqual(['?', 'Control+k', 'g']);
  expect(gathered.actions().map(({ type }) => type)).toEqual([
    'keypress',
    'keypress',
    'keypress',
    'navigate',
  ]);
  await page.keyboard.press('x');
  await page.keyboard.press('F7');
  await settle(page);
  expect(keys()).toHaveLength(3);
});

test('arrows in tabs and suggestions are told with their element, in plain fields they are not', async () => {
  await open('/app');
  await page.locator('#one').press('ArrowRight');
  const arrow = await gathered.action('keypress');
  expect(arrow).toMatchObject({
    key: 'ArrowRight',
    selectors: { role: { role: 'tab', name: 'One' } },
  });
  await page.locator('#city').press('ArrowDown');
  expect(await gathered.action('keypress', 2)).toMatchObject({
    key: 'ArrowDown',
    selectors: { role: { name: 'City' } },
  });
  await page.locator('#div').press(' ');
  await gathered.action('keypress', 3);
  await page.locator('#search').press('ArrowLeft');
  await page.locator('#search').press('Control+a');
  await page.getByLabel('Amount').press('ArrowUp');
  await settle(page);
  expect(keys()).toEqual(['ArrowRight', 'ArrowDown', 'Space']);
});

test('nothing that is typed is told by keys: not in secret fields, not where we see no field', async () => {
  await open('/app');
  await page.locator('#password').pressSequentially('s3cret/?');
  await page.locator('#password').press('Control+k');
  await page.locator('x-secret').click();
  await page.keyboard.type('s3cret');
  await page.locator('#pad').focus();
  await page.keyboard.type('1234');
  await settle(page);
  expect(keys()).toEqual([]);
  // Letters in a row are a word, of which no more is told than a shortcut has.
  await page.keyboard.type('word');
  await gathered.action('keypress', 2);
  await settle(page);
  expect(keys()).toEqual(['w', 'o']);
  expect(JSON.stringify(gathered.all)).not.toContain('s3cret');
});
