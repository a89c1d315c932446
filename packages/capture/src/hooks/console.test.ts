// The console: the page's own call comes first, ours is never noticed.
import { expect, test } from 'vitest';
import { fixture } from '../fixture.js';
import { hookConsole } from './console.js';

test('a call is printed by the page and reported with level, message and arguments', () => {
  const { context, reporter, page, printed, of } = fixture();
  hookConsole(context, reporter);
  page.console.info('%s has', 'Ann', { a: 1 });
  expect(printed).toEqual([['%s has', 'Ann', { a: 1 }]]);
  expect(of('log')).toMatchObject([
    {
      level: 'info',
      message: 'Ann has {a: 1}',
      args: ['%s has', 'Ann', { a: 1 }],
      source: 'console',
    },
  ]);
});

test('the page gets what its console returned and threw', () => {
  const console = {
    log: () => 'returned',
    warn: () => {
      throw new Error('of the page');
    },
  };
  const { context, reporter, page, of } = fixture({ console });
  hookConsole(context, reporter);
  expect(page.console.log('x') as unknown).toBe('returned');
  expect(() => page.console.warn('x')).toThrow('of the page');
  expect(of('log')).toHaveLength(1);
});

test('a value that logs while being described does not loop', () => {
  const { context, reporter, page, of } = fixture();
  hookConsole(context, reporter);
  const chatty = {
    toJSON: () => {
      page.console.log('inner');
      return 'outer';
    },
  };
  page.console.log(chatty);
  expect(of('log').map(({ message }) => message)).toEqual(['outer']);
});

test('our failures stay ours', () => {
  const { context, reporter, page, printed } = fixture();
  hookConsole(context, {
    ...reporter,
    report: () => {
      throw new Error('ours');
    },
  });
  page.console.error('x');
  expect(printed).toEqual([['x']]);
});

test('uninstalling leaves a wrapper the page added later in place', () => {
  const { context, reporter, page, printed, of } = fixture();
  const uninstall = hookConsole(context, reporter);
  const ours = page.console.log;
  const pages = (...args: unknown[]) => ours('[app]', ...args);
  page.console.log = pages;
  uninstall();
  page.console.log('later');
  expect(page.console.log).toBe(pages);
  expect(printed).toEqual([['[app]', 'later']]);
  expect(of('log')).toEqual([]);
});

test('only failed assertions are errors', () => {
  const { context, reporter, page, of } = fixture();
  hookConsole(context, reporter);
  page.console.assert(true, 'fine');
  page.console.assert(false, 'not %s', 'fine');
  page.console.assert(false);
  page.console.assert(false, { a: 1 });
  expect(of('log').map(({ message }) => message)).toEqual([
    'Assertion failed: not fine',
    'Assertion failed',
    'Assertion failed {a: 1}',
  ]);
});

test('an Error among the arguments of error is an exception, once', () => {
  const { context, reporter, page, of } = fixture();
  hookConsole(context, reporter);
  const error = new TypeError('broken', { cause: new Error('below') });
  page.console.error('saving failed', error);
  page.console.error(error);
  page.console.error('again:', error);
  page.console.warn(error);
  expect(of('log').map(({ source, message }) => [source, message])).toEqual([
    ['exception', 'saving failed TypeError: broken'],
    ['console', 'again: TypeError: broken'],
    ['console', 'TypeError: broken'],
  ]);
  expect(of('log')[0]).toMatchObject({ stack: error.stack, cause: { message: 'below' } });
});

test.each([
  ['all', ['log', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
] as const)('at log level %s these are sent: %s', (logLevel, levels) => {
  const { context, reporter, settings, page, of } = fixture();
  hookConsole(context, reporter);
  settings.logLevel = logLevel;
  page.console.log('x');
  page.console.warn('x');
  page.console.error('x');
  expect(of('log').map(({ level }) => level)).toEqual(levels);
});

test('a page that formats stacks itself is not asked for one', () => {
  const { context, reporter, page, of } = fixture();
  hookConsole(context, reporter);
  const holder = Error as unknown as { prepareStackTrace?: unknown };
  let asked = 0;
  holder.prepareStackTrace = () => asked++;
  page.console.error('x');
  delete holder.prepareStackTrace;
  page.console.error('y');
  expect(asked).toBe(0);
  expect(of('log').map(({ stack }) => typeof stack)).toEqual(['undefined', 'string']);
});
