// Who is left alone, and who may not disturb: switches, plain pages, hostile values, storms, other tools.
import type { Page } from '@playwright/test';
import { contextOf, expect, isEnriched, names, test, WAYS } from '../support/pages/enrich.js';
import { html } from '../support/browser/extension.js';
import { STEADY_STEPS } from '../support/browser/page-time.js';
import type { Server, Snapshot } from '../support/server/server.js';

const REACT = { file: 'react-shop.jsx' };

/** An element that looks like React's, over values that bite whoever touches them. */
const HOSTILE = html(
  `const bite = () => { throw new Error('bitten'); };
   const cruel = new Proxy({}, { get: bite, ownKeys: bite, getOwnPropertyDescriptor: bite });
   const endless = { type: function Loop() {}, memoizedProps: cruel, memoizedState: cruel };
   endless.return = endless;
   const button = document.querySelector('button');
   function Victim() {}
   button.__reactFiber$x = {
     type: Victim,
     get memoizedProps() { return { get secret() { console.error('read'); throw 1; }, plain: 1 }; },
     memoizedState: { get next() { throw 1; } },
     return: { type: cruel, memoizedProps: { store: { getState: bite, dispatch: bite, subscribe: bite } }, return: endless },
   };
   window.store = { getState: () => cruel, dispatch: bite, subscribe: bite };
   button.onclick = () => { throw new Error('among thorns'); };`,
  '<button data-testid="handler">go</button>',
);

/** A store that can be read, over values of which most bite, never end, or are gone. */
const THORNS = html(
  `const bite = () => { throw new Error('bitten'); };
   const own = { enumerable: true, configurable: true, value: 1 };
   const endless = new Proxy({}, {
     get: () => endless, ownKeys: () => ['more'], getOwnPropertyDescriptor: () => own,
   });
   const { proxy, revoke } = Proxy.revocable({}, {});
   revoke();
   const cart = {
     status: 'stuck',
     get total() { return bite(); },
     set items(value) { bite(); },
     endless,
     revoked: proxy,
     words: { toJSON: bite, toString: bite, valueOf: bite, [Symbol.toPrimitive]: bite },
     wide: Object.fromEntries(Array.from({ length: 10000 }, (_, n) => ['key' + n, n])),
     [Symbol.toStringTag]: { toString: bite },
   };
   cart.self = cart;
   const state = new Proxy({ cart }, { has: bite, getPrototypeOf: bite, set: bite });
   window.store = { getState: () => state, dispatch: bite, subscribe: bite };
   document.querySelector('button').onclick = () => { throw new Error('cart among thorns'); };`,
  '<button data-testid="handler">go</button>',
);

/** Lets what was found out about errors be told, and says a word that comes after it. */
async function say(page: Page, word: string): Promise<void> {
  await page.evaluate(async (said) => {
    // Each step of looking into an error is a task of this kind.
    for (let turn = 0; turn < 100; turn++) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', resolve);
        port1.start();
        port2.postMessage(0);
      });
    }
    console.log(said);
  }, word);
}

/** What is known when the word has arrived. */
async function afterWord(page: Page, server: Server, word: string): Promise<Snapshot['logs']> {
  await say(page, word);
  const { logs } = await server.until((now) => now.logs.some(({ message }) => message === word));
  return logs.filter(({ message }) => message !== word);
}

for (const way of WAYS) {
  test(`${way}: a page without a framework is told as it always was`, async ({ open, server }) => {
    const app = await open(way, { file: 'plain.js' }, 'production', true);
    await app.press('handler');
    await server.until((now) => now.logs.length > 0);
    const logs = await afterWord(app.page, server, 'later');
    expect(logs.map(({ message }) => message)).toEqual(['Uncaught Error: plain broken in handler']);
    expect(logs.filter(isEnriched)).toEqual([]);
  });

  test(`${way}: getters and proxies that throw break neither error nor page`, async ({
    open,
    server,
    site,
  }) => {
    const app = await open(way, { file: 'plain.js' }, 'production', true);
    const hostile = await site({ '/': HOSTILE });
    await app.page.goto(hostile.url());
    await server.post('/clear', {});
    await app.page.getByTestId('handler').click();
    const context = await app.told();
    expect(names(context)).toContain('Victim');
    const { logs } = await server.snapshot();
    expect(logs.map(({ message }) => message)).toEqual(['Uncaught Error: among thorns']);
  });

  test(`${way}: of a store full of thorns what can be read is told`, async ({
    open,
    server,
    site,
  }) => {
    const app = await open(way, { file: 'plain.js' }, 'production', true);
    const hostile = await site({ '/': THORNS });
    await app.page.goto(hostile.url());
    await server.post('/clear', {});
    await app.page.getByTestId('handler').click();
    const { stateSnapshot } = await app.told();
    expect(stateSnapshot?.relevantSlice).toMatchObject({ 'cart.status': 'stuck' });
    expect(stateSnapshot?.keys['cart']?.keys).toEqual(
      expect.arrayContaining(['status', 'total', 'endless', 'revoked', 'self']),
    );
    const { logs } = await server.snapshot();
    expect(logs.map(({ message }) => message)).toEqual(['Uncaught Error: cart among thorns']);
    const { structuredContent: told } = await server.tool('get_browser_errors');
    expect(told.errors[0].message).toBe('Uncaught Error: cart among thorns');
    expect(told.errors[0].stack).toContain('Error: cart among thorns');
    expect(await app.page.evaluate(() => document.title)).toBe('A page');
  });

  test(`${way}: of a storm of errors the first are looked into`, async ({ open, server }) => {
    const app = await open(way, REACT, 'production');
    await app.breakIn('handler');
    // Of each second the first are looked into: that of this error has to be over.
    const since = await app.page.evaluate(() => Date.now());
    await app.page.waitForFunction((then) => Date.now() - then > 1000, since);
    await server.post('/clear', {});
    await app.page.evaluate(() => {
      document.querySelector('button')?.focus();
      for (let n = 0; n < 100; n++) console.error(`storm ${n}`);
    });
    await server.until((now) => now.logs.length === 100 && now.logs.some(isEnriched));
    const enriched = (await afterWord(app.page, server, 'later')).filter(isEnriched);
    expect(enriched.length).toBeGreaterThan(0);
    expect(enriched.length).toBeLessThanOrEqual(5);
  });
}

test('the switches take effect in pages that are open', async ({ open, extension, server }) => {
  const app = await open('extension', REACT, 'production');
  await app.breakIn('handler');
  let count = 0;
  /** Breaks it again, and says which parts the last error has. */
  const parts = async (): Promise<string[]> => {
    const message = `again ${count++}`;
    await app.page.evaluate((said) => {
      document.querySelector('button')?.focus();
      console.error(said);
    }, message);
    const logs = await afterWord(app.page, server, `after ${message}`);
    const entry = logs.find((it) => it['message'] === message);
    return Object.keys(Object(entry?.['_aiContext']));
  };
  await expect.poll(parts).toEqual(['componentAncestry']);
  await extension.store({ aiContextStateSnapshot: true });
  await expect.poll(parts).toEqual(['componentAncestry', 'stateSnapshot']);
  await extension.store({ aiContextComponentTree: false });
  await expect.poll(parts).toEqual(['stateSnapshot']);
  await extension.store({ aiContextEnabled: false });
  await expect.poll(parts).toEqual([]);
  await extension.store({ aiContextEnabled: true, aiContextComponentTree: true });
  await expect.poll(parts).toEqual(['componentAncestry', 'stateSnapshot']);
});

test('a page without errors never loads what looks into them', async ({ open, extension }) => {
  const app = await open('extension', REACT, 'production');
  const loaded = new Set<string>();
  const session = await extension.context.newCDPSession(app.page);
  session.on('Debugger.scriptParsed', ({ url }) => void loaded.add(url.replace(/^.*\//, '')));
  await session.send('Debugger.enable');
  await app.page.goto(app.url);
  expect([...loaded]).toContain('main.js');
  expect([...loaded]).not.toContain('enrich.js');
  await app.breakIn('handler');
  expect([...loaded]).toContain('enrich.js');
});

test("React's developer tools find their place free, and we ask theirs", async ({ open }) => {
  const app = await open('CI script', REACT, 'development');
  const seen = await app.page.evaluate(() => {
    const name = '__REACT_DEVTOOLS_GLOBAL_HOOK__';
    return { own: Object.hasOwn(window, name), listed: Object.keys(window).includes(name) };
  });
  expect(seen).toEqual({ own: false, listed: false });
  // As the tools do it, before any script of the page.
  await app.page.addInitScript(() => {
    const renderers = new Map();
    const hook = {
      renderers,
      supportsFiber: true,
      inject: (renderer: unknown) => renderers.set(renderers.size + 1, renderer).size,
      onCommitFiberRoot() {},
      onCommitFiberUnmount() {},
    };
    Object.defineProperty(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', { get: () => hook });
  });
  expect(names(await app.breakIn('effect')).at(-1)).toBe('Counter');
});

/** A document that is an element of React's to look at, and breaks. */
function broken(name: string): string {
  return `<body><script>document.body.__reactFiber$x = {type: function ${name}() {}}; console.error('in a frame')</script>`;
}

test('frames without an address of their own have it too', async ({ tab, server, site }) => {
  const app = await site({
    '/': html(
      '',
      `<iframe srcdoc="${broken('Inner')}"></iframe>
       <iframe sandbox="allow-scripts" srcdoc="${broken('Sandboxed')}"></iframe>`,
    ),
  });
  await tab.addInitScript(STEADY_STEPS);
  await tab.goto(app.url());
  const { logs } = await server.until((now) => now.logs.filter(isEnriched).length === 2);
  expect(logs.flatMap((entry) => names(contextOf(entry))).toSorted()).toEqual([
    'Inner',
    'Sandboxed',
  ]);
});
