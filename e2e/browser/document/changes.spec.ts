// What an action changed in the page, in the words that somebody reads there.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { OutlineElement } from '../../../packages/capture/src/protocol.generated.js';
import { expect, test } from '../support/browser/browser.js';
import { Gathered } from '../support/browser/document-hooks.js';
import { Site } from '../support/pages/site.js';

const PAGE = `<!doctype html><title>Shop</title><h1>Shop</h1>
<nav><ul><li>Home</li></ul></nav>
<p class=ticker id=ticker>Mug: 1 left</p>
<ul id=list><li><b>Mug</b> <span>Kitchen</span> <span>9.50 €</span></li><li><b>Lamp</b> <span>Light</span> <span>30.00 €</span></li><li><b>Bowl</b> <span>Kitchen</span> <span>12.00 €</span></li></ul>
<div id=toasts role=status></div><p id=line></p>
<div role=tablist><button role=tab id=facts aria-selected=true>Facts</button><button role=tab id=reviews aria-selected=false>Reviews</button></div>
<div role=tabpanel id=panel><p>Made in Portugal</p></div>
<input aria-label=Name id=item><input type=password aria-label=Password id=password><button id=show>Show</button>
<button id=add>Add</button><button id=sort>Sort</button><button id=remove>Remove</button><button id=archive>Archive</button>
<button id=toast>Toast</button><button id=ask>Ask</button><button id=busy>Busy</button><button id=same>Same</button>
<div id=place></div>
<section><ul id=tasks></ul><footer id=foot></footer></section><button id=task>Task</button><footer id=imprint></footer>
<script>
const row = (name, ...rest) => '<li><b>' + name + '</b> ' + rest.map((it) => '<span>' + it + '</span>').join(' ') + '</li>';
add.onclick = () => list.insertAdjacentHTML('beforeend', row('Oak stool', 'Garden', '79.00 €') + row(item.value, 'New', '5.00 €'));
sort.onclick = () => list.append(list.children[0]);
remove.onclick = () => list.children[1].remove();
archive.onclick = () => { list.children[2].children[1].textContent = 'Light' };
toast.onclick = () => { toasts.innerHTML += '<p>Mug was added</p>'; setTimeout(() => { toasts.innerHTML = '' }, 2000) };
reviews.onclick = () => { facts.ariaSelected = 'false'; reviews.ariaSelected = 'true'; panel.innerHTML = '<p>Exactly as described.</p>' };
show.onclick = () => { line.textContent = 'Your password is ' + password.value };
busy.onclick = () => { line.textContent = 'Working…' };
same.onclick = () => { place.innerHTML = '<h2>Twice</h2><h2>Twice</h2><h2>Once</h2>' };
ask.onclick = () => {
  if (place.innerHTML) { place.innerHTML = ''; return }
  place.innerHTML = '<div role=dialog aria-labelledby=title><h2 id=title>Really?</h2></div>';
};
task.onclick = () => {
  tasks.innerHTML = '<li><input type=checkbox id=done><label for=done>Call Grace</label><button>x</button></li>';
  foot.textContent = 'One task left';
  imprint.textContent = 'Made in Lisbon';
};
let left = 1;
setInterval(() => { ticker.textContent = 'Mug: ' + ++left + ' left' }, 300);
</script>`;

let site: Site;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let gathered: Gathered;

test.beforeAll(async ({ chromium }) => {
  browser = chromium;
  site = await Site.open({ '/': PAGE });
});

test.beforeEach(async () => {
  context = await browser.newContext();
  // Page and hooks go by it: what takes seconds is a matter of moving it.
  await context.clock.install();
  gathered = await Gathered.in(context);
  page = await context.newPage();
  await page.goto(site.url());
  await until(() => gathered.of('outline').length > 0, 'the first outline');
});

test.afterEach(() => context.close());

test.afterAll(async () => {
  await site.close();
});

/** Moves the clock until it is so. */
async function until(isSo: () => boolean, message: string): Promise<void> {
  const check = async () => {
    if (!isSo()) await page.clock.runFor(100);
    return isSo();
  };
  await expect.poll(check, { message, intervals: [10] }).toBe(true);
}

const told = () => gathered.of('outline').flatMap(({ elements = [] }) => elements);

/** Waits until an outline has such an element. */
async function toldOf(wanted: Partial<OutlineElement>): Promise<OutlineElement> {
  const matches = (element: OutlineElement) =>
    Object.entries(wanted).every(([name, value]) => Reflect.get(element, name) === value);
  const message = JSON.stringify(wanted);
  await until(() => told().some(matches), message);
  const found = told().find(matches);
  if (!found) throw new Error(message);
  return found;
}

/** Does it, and waits for the outline that follows. */
async function afterwards(id: string): Promise<OutlineElement[]> {
  gathered.clear();
  await page.click(id);
  const { timestamp } = await gathered.action('click');
  // On a slow machine the ticker may have been found out in between, which has an outline of its own.
  const following = () =>
    gathered.of('outline').find((one) => Date.parse(String(one.timestamp)) >= Number(timestamp));
  await until(() => following() !== undefined, `the outline after ${id}`);
  return following()?.elements ?? [];
}

test('a message is told first, with its role and where it stands', async () => {
  const [first] = await afterwards('#toast');
  expect(first).toMatchObject({ role: 'status', text: 'Mug was added', visible: true });
  expect(first?.cssPath).toContain('#toasts');
});

test('rows that came are told line by line, what the user entered before others', async () => {
  await page.fill('#item', 'Teapot');
  await page.click('#add');
  await toldOf({ role: 'listitem', text: 'Oak stool\nGarden\n79.00 €' });
  const rows = told().filter(({ role }) => role === 'listitem');
  expect(rows.at(-2)?.text).toBe('Teapot\nNew\n5.00 €');
});

test('a task in a list is told by its label, and what the foot of its section says', async () => {
  const texts = (await afterwards('#task')).map(({ role, text }) => [role, text]);
  expect(texts).toContainEqual(['listitem', 'Call Grace']);
  expect(texts).toContainEqual([undefined, 'One task left']);
  // The page's own foot is the same everywhere.
  expect(texts).not.toContainEqual([undefined, 'Made in Lisbon']);
});

test('a row that changed is told with what is new in it before the rest, also if another row says that too', async () => {
  await page.click('#archive');
  await toldOf({ role: 'listitem', text: 'Bowl\nLight\n12.00 €' });
});

test('a row that went is told as gone, by its name', async () => {
  await page.click('#remove');
  await toldOf({ role: 'listitem', text: 'Lamp', visible: false });
});

test('two rows that changed places are told with their order', async () => {
  await page.click('#sort');
  const order = await toldOf({ before: 'Mug' });
  expect(order).toMatchObject({ role: 'listitem', text: 'Bowl\nKitchen\n12.00 €' });
});

test('a tab that was chosen is told, and what its panel says', async () => {
  await page.click('#reviews');
  await toldOf({ role: 'tab', text: 'Reviews' });
  await toldOf({ text: 'Exactly as described.' });
});

test('a dialog is told when it opens and when it closes', async () => {
  await page.click('#ask');
  await toldOf({ role: 'dialog', text: 'Really?', visible: true });
  await page.click('#ask');
  await toldOf({ role: 'dialog', text: 'Really?', visible: false });
});

test('two headings that say the same are not told', async () => {
  const elements = await afterwards('#same');
  expect(elements.map(({ text }) => text)).toContain('Once');
  expect(elements.map(({ text }) => text)).not.toContain('Twice');
});

test('nothing is told that changes by itself, is on its way, or repeats a secret', async () => {
  // A ticker shows itself as one when nobody has done anything for a while.
  const changing = () => JSON.stringify(gathered.of('outline').at(-1)?.dynamic ?? []);
  await until(() => changing().includes('ticker'), 'the ticker');
  await page.fill('#password', 'hunter22');
  await page.click('#show');
  await expect(page.locator('#line')).toContainText('hunter22');
  await page.click('#busy');
  await page.clock.runFor(800);
  const elements = JSON.stringify(told());
  expect(elements).not.toContain('hunter22');
  expect(elements).not.toContain('Working');
  const afterIt = gathered.of('outline').filter(({ dynamic }) => dynamic !== undefined);
  expect(JSON.stringify(afterIt.flatMap((one) => one.elements))).not.toContain(' left');
});
