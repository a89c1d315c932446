// The page hooks in a real page: console, exceptions, content policy, leaving.
/* oxlint-disable no-extend-native, no-underscore-dangle -- what runs in the page is written as pages are. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/browser/browser.js';
import {
  capture,
  takeStored,
  until,
  type Caught,
  type HookOptions,
} from '../support/browser/page-hooks.js';
import { Site } from '../support/pages/site.js';

let browser: Browser;
let site: Site;
let context: BrowserContext;
let page: Page;
let caught: Caught;

const STRICT =
  "default-src 'none'; script-src 'self' 'nonce-n'; require-trusted-types-for 'script'";

test.beforeAll(async ({ chromium }) => {
  browser = chromium;
  site = await Site.open({
    '/': '<!doctype html><title>a page</title><body></body>',
    '/early': `<!doctype html><script>throw new TypeError('at once')</script>`,
    '/strict': {
      headers: { 'content-security-policy': STRICT },
      body: `<!doctype html><script nonce="n">console.log('strict', {a: 1}); fetch('/json').catch(() => {})</script>`,
    },
    '/wrapped': `<!doctype html><script>
      const log = console.log; console.log = (...args) => log('[app]', ...args);
      const native = fetch; window.fetch = (...args) => native(...args);
      console.log('mine'); fetch('/json');</script>`,
    '/leaving': `<!doctype html><script>
      addEventListener('pagehide', () => { console.error('on the way out'); });
      addEventListener('beforeunload', () => { setTimeout(() => {}, 0); throw new Error('in beforeunload'); });
      </script>`,
    '/natives': `<!doctype html><script>
      function reject() { fetch('http://127.0.0.1:1/refused'); }
      function construct() { new WebSocket('x:'); }
      reject(); setTimeout(construct, 0); setTimeout(function warn() { console.warn('from the page') }, 0);
      </script>`,
    '/broken': `<!doctype html><img src="/none.png"><script src="/none.js"></script><link rel="stylesheet" href="/none.css">`,
    '/foreign.js': { type: 'text/javascript', body: `throw new Error('hidden')` },
    '/worker.js': { type: 'text/javascript', body: `throw new RangeError('in the worker')` },
    '/json': { type: 'application/json', body: '{"a":1}' },
  });
});

test.afterAll(async () => {
  await site.close();
});

test.beforeEach(() => start());
test.afterEach(() => context.close());

async function start(options: HookOptions = {}): Promise<void> {
  await context?.close();
  context = await browser.newContext();
  caught = await capture(context, options);
  page = await context.newPage();
}

const logWith = (words: string) =>
  until(() => caught.logs.find(({ message }) => String(message).includes(words)), words);

test('an error of the very first script is captured with its place', async () => {
  await page.goto(site.url('/early'));
  const entry = await logWith('at once');
  expect(entry).toMatchObject({
    level: 'error',
    source: 'exception',
    message: 'Uncaught TypeError: at once',
    filename: site.url('/early'),
    lineno: 1,
    url: site.url('/early'),
  });
  expect(entry['stack']).toContain('TypeError: at once');
  expect(entry['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/);
});

test('a strict content policy with trusted types silences nothing', async () => {
  await page.goto(site.url('/strict'));
  expect(await logWith('strict')).toMatchObject({
    message: 'strict {a: 1}',
    args: ['strict', { a: 1 }],
  });
  expect(await logWith('Content Security Policy')).toMatchObject({ source: 'csp', level: 'error' });
  const request = await until(() => caught.network('/json')[0], 'the blocked request');
  expect(request).toMatchObject({ status: 0, error: 'blocked', initiator: 'fetch' });
});

test('a page that wraps console and fetch itself is captured through its wrappers', async () => {
  await page.goto(site.url('/wrapped'));
  expect(await logWith('mine')).toMatchObject({ message: '[app] mine' });
  expect(await until(() => caught.network('/json')[0], 'the request')).toMatchObject({
    status: 200,
    responseBody: '{"a":1}',
  });
});

test('errors on the way out are captured', async () => {
  await start({ stored: true });
  await page.goto(site.url('/leaving'));
  await page.goto(site.url('/'));
  await takeStored(page, caught);
  await logWith('on the way out');
  await logWith('in beforeunload');
});

test('all console methods arrive with their levels and the call site', async () => {
  await page.goto(site.url('/'));
  await page.evaluate(() => {
    console.log('%s is %d', 'a', 4.2, [1, { b: null }]);
    console.info(undefined, null, NaN, 12n, Symbol('s'));
    console.debug(new Map([['k', new Set([1])]]), document.body);
    console.warn('careful');
    console.error('wrong', { why: 'x' });
    console.trace('where');
    console.assert(true, 'not told');
    console.assert(false, 'told %s', 'so');
    console.dir({ d: 1 });
    console.table([{ t: 1 }]);
  });
  await logWith('{t: 1}');
  expect(caught.logs.map(({ level, message }) => `${String(level)} ${String(message)}`)).toEqual([
    'log a is 4 [1, {b: null}]',
    'info undefined null NaN 12n Symbol(s)',
    'debug {[Map]: [["k", {[Set]: [1]}]]} <body>',
    'warn careful',
    'error wrong {why: "x"}',
    'log where',
    'error Assertion failed: told so',
    'log {d: 1}',
    'log [{t: 1}]',
  ]);
  const [, , , warned, wrong] = caught.logs;
  // The first frame is the page's: none of ours is in between.
  for (const entry of [warned, wrong]) {
    expect(entry?.['stack']).toMatch(/^ {4}at eval/);
    expect(entry?.['stack']).not.toContain('Object.apply');
  }
});

test('errors of natives point to the page, not to us', async () => {
  await page.goto(site.url('/natives'));
  for (const [words, name] of [
    ['Failed to fetch', 'reject'],
    ['WebSocket', 'construct'],
  ] as const) {
    const entry = await logWith(words);
    expect(entry).toMatchObject({ filename: site.url('/natives') });
    expect(entry['stack']).toMatch(new RegExp(`^.*\\n +at ${name} \\(`));
  }
  expect((await logWith('from the page'))['stack']).toMatch(/^ +at warn \(/);
});

test('one Error object is one exception, however often it is reported', async () => {
  await page.goto(site.url('/'));
  await page.evaluate(() => {
    const error = new Error('once', { cause: new TypeError('below') });
    console.error(error);
    console.error(error);
    setTimeout(() => {
      throw error;
    }, 0);
    void Promise.reject(error);
    reportError(error);
  });
  // After the timer of the page, and after the task of its rejection.
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))));
  const entries = caught.logs.filter(({ message }) => String(message).includes('once'));
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    source: 'exception',
    message: 'Error: once',
    cause: { name: 'TypeError', message: 'below' },
  });
});

test('rejections keep message, stack and causes, and are retracted when handled late', async () => {
  await page.goto(site.url('/'));
  await page.evaluate(() => {
    void Promise.reject(new AggregateError([new Error('one'), new Error('two')], 'all of them'));
    void Promise.reject({ code: 7 });
    const late = Promise.reject(new Error('handled late'));
    setTimeout(() => late.catch(() => {}), 50);
  });
  expect(await logWith('all of them')).toMatchObject({
    source: 'unhandledrejection',
    message: 'Unhandled Promise Rejection: AggregateError: all of them',
    cause: [{ message: 'one' }, { message: 'two' }],
  });
  expect(await logWith('{code: 7}')).toMatchObject({ source: 'unhandledrejection' });
  const late = await logWith('handled late');
  expect(late['stack']).toContain('Error: handled late');
  const retraction = await until(() => caught.of('enrichment')[0], 'the retraction');
  expect(retraction).toEqual({ id: late['id'], retracted: true });
});

test('resources, workers and scripts of other origins say what is known', async () => {
  await page.goto(site.url('/broken'));
  expect(await logWith('<img>')).toMatchObject({
    level: 'warn',
    source: 'resource',
    metadata: { tag: 'img', resourceUrl: site.url('/none.png') },
  });
  expect(await logWith('<script>')).toMatchObject({ level: 'error', source: 'resource' });
  expect(await logWith('<link>')).toMatchObject({ level: 'error', source: 'resource' });
  await page.evaluate(
    (foreign) => {
      const script = document.createElement('script');
      script.src = foreign;
      document.head.append(script);
      void new Worker('/worker.js');
    },
    site.url('/foreign.js', '127.0.0.1'),
  );
  expect(await logWith('Script error.')).toMatchObject({ metadata: { crossOrigin: true } });
  expect(await logWith('in the worker')).toMatchObject({
    source: 'exception',
    filename: site.url('/worker.js'),
    metadata: { worker: true },
  });
});

test('a document that is opened anew is watched on', async () => {
  await page.goto(site.url('/'));
  await page.evaluate(async () => {
    document.open();
    document.write('<!doctype html><img src="/none.png"><p>new</p>');
    document.close();
    await Promise.resolve();
    setTimeout(() => {
      throw new Error('after opening');
    }, 0);
    console.log('still here');
  });
  await logWith('still here');
  await logWith('after opening');
  await logWith('<img>');
});

test('a loop of errors is one entry and one count', async () => {
  await start({ stored: true });
  await page.goto(site.url('/'));
  await page.evaluate(() => {
    for (let n = 0; n < 100; n++) console.error('again');
    for (let n = 0; n < 3; n++) console.log('not loud');
  });
  await page.goto(site.url('/'));
  await takeStored(page, caught);
  const counted = await until(() => caught.logs.find(({ repeated }) => repeated), 'the count');
  expect(counted).toMatchObject({ level: 'error', message: 'again', repeated: 99 });
  expect(caught.logs.filter(({ message }) => message === 'again')).toHaveLength(2);
  expect(caught.logs.filter(({ message }) => message === 'not loud')).toHaveLength(3);
});

test('what a page says of itself comes with its errors', async () => {
  await page.goto(site.url('/'));
  await page.evaluate(() => {
    const { annotate } = (window as unknown as { __gasoline: Annotator }).__gasoline;
    annotate('user', { plan: 'free' });
    annotate('user', { plan: 'pro' });
    console.error('with context');
    console.log('without');
  });
  expect(await logWith('with context')).toMatchObject({ _context: { user: { plan: 'pro' } } });
  expect(await logWith('without')).not.toHaveProperty('_context');
});

interface Annotator {
  annotate(key: string, value: unknown): boolean;
}

test('hostile values and a polluted toJSON harm neither page nor capture', async () => {
  await start({ stored: true });
  await page.goto(site.url('/'));
  const seen = await page.evaluate(() => {
    Object.defineProperty(Object.prototype, 'toJSON', {
      value: () => 'stolen',
      configurable: true,
    });
    Object.defineProperty(Array.prototype, 'toJSON', { value: () => 'stolen', configurable: true });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const chatty = {
      get loud() {
        console.log('inner');
        return 1;
      },
    };
    const circle: Record<string, unknown> = { deep: { list: [] } };
    circle['self'] = circle;
    const returned: unknown = console.log(proxy, chatty, circle, window, '\ud800');
    Reflect.deleteProperty(Object.prototype, 'toJSON');
    Reflect.deleteProperty(Array.prototype, 'toJSON');
    return String(returned);
  });
  await takeStored(page, caught);
  expect(seen).toBe('undefined');
  const entry = await logWith('loud');
  expect(entry['args']).toMatchObject([
    expect.stringContaining('[Unreadable'),
    { loud: 1 },
    { deep: { list: [] }, self: '[Circular]' },
    '[Window]',
    '\ufffd',
  ]);
  expect(caught.logs.some(({ message }) => message === 'inner')).toBe(false);
});

test('a stopped clock of the test stops nothing', async () => {
  await context.close();
  context = await browser.newContext();
  await context.clock.install({ time: new Date('2020-01-01T00:00:00Z') });
  await context.clock.pauseAt(new Date('2020-01-01T00:00:10Z'));
  caught = await capture(context);
  page = await context.newPage();
  await page.goto(site.url('/'));
  await page.evaluate(() => {
    void fetch('http://127.0.0.1:1/refused').catch(() => {});
    void fetch('/json?unread');
    void fetch('/json?read').then((response) => response.json());
  });
  const answerOf = (words: string) => until(() => caught.network(words)[0], words);
  expect(await answerOf('/refused')).toMatchObject({ error: 'network' });
  expect(await answerOf('?read')).toMatchObject({ responseBody: '{"a":1}' });
  expect(await answerOf('?unread')).toMatchObject({ responseBody: '{"a":1}' });
});

test('settings take effect at once, and uninstalling gives the natives back', async () => {
  await start({ exposed: true });
  await page.goto(site.url('/'));
  const restored = await page.evaluate(() => {
    const { settings, uninstall } = (window as unknown as { __hooks: Hooks }).__hooks;
    settings['logLevel'] = 'warn';
    console.log('too quiet');
    console.warn('loud enough');
    settings['paused'] = true;
    console.error('paused');
    settings['paused'] = false;
    const patched = WebSocket;
    uninstall();
    console.error('after');
    return [
      WebSocket !== patched,
      WebSocket.prototype.constructor === WebSocket,
      '__gasoline' in window,
      Function.prototype.toString.call(console.error),
    ];
  });
  expect(restored).toEqual([true, true, false, 'function error() { [native code] }']);
  await logWith('loud enough');
  expect(caught.logs.map(({ message }) => message)).toEqual(['loud enough']);
});

interface Hooks {
  settings: Record<string, unknown>;
  uninstall(): void;
}
