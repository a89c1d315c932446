// What goes wrong in a window is reported, each error once.
import { expect, test } from 'vitest';
import { fixture, type Fixture } from '../fixture.js';
import { hookExceptions } from './exceptions.js';

function hooked(): Fixture {
  const made = fixture();
  hookExceptions(made.context, made.reporter);
  return made;
}

const uncaught = (error: unknown, message: string) => ({
  error,
  message,
  filename: 'http://localhost/app.js',
  lineno: 3,
  colno: 7,
});

test('an uncaught error has message, stack and place', () => {
  const { happen, of } = hooked();
  const error = new TypeError('x');
  error.stack = 'TypeError: x\n    at save (http://localhost/app.js:3:7)';
  happen('error', uncaught(error, 'Uncaught TypeError: x'));
  happen('error', uncaught(error, 'Uncaught TypeError: x'));
  expect(of('log')).toMatchObject([
    {
      level: 'error',
      source: 'exception',
      message: 'Uncaught TypeError: x',
      stack: error.stack,
      filename: 'http://localhost/app.js',
      lineno: 3,
      colno: 7,
    },
  ]);
});

test('an error without frames has the place the browser tells', () => {
  const { happen, of } = hooked();
  const error = new SyntaxError('x');
  error.stack = 'SyntaxError: x';
  happen('error', { ...uncaught(error, 'Uncaught SyntaxError: x'), lineno: 9 });
  expect(of('log')).toMatchObject([{ filename: 'http://localhost/app.js', lineno: 9, colno: 7 }]);
});

test('a thrown object is shown, not [object Object]', () => {
  const { happen, of } = hooked();
  happen('error', uncaught({ code: 7 }, 'Uncaught [object Object]'));
  expect(of('log')).toMatchObject([{ message: 'Uncaught {code: 7}', args: [{ code: 7 }] }]);
});

test('errors of workers and of other origins say what they are', () => {
  const { happen, of } = hooked();
  happen('error', uncaught(null, 'Uncaught Error: in a worker'));
  happen('error', { error: null, message: 'Script error.', filename: '', lineno: 0, colno: 0 });
  happen('error', uncaught(null, 'Uncaught null'));
  expect(of('log').map(({ metadata }) => metadata)).toEqual([
    { worker: true },
    { crossOrigin: true },
    undefined,
  ]);
});

test('a rejection handled late is retracted', () => {
  const { happen, of } = hooked();
  const promise = {};
  happen('unhandledrejection', { promise, reason: 'plain text' });
  happen('rejectionhandled', { promise });
  happen('rejectionhandled', { promise: {} });
  const [entry] = of('log');
  expect(entry).toMatchObject({
    source: 'unhandledrejection',
    message: 'Unhandled Promise Rejection: plain text',
  });
  expect(of('enrichment')).toEqual([{ id: entry?.['id'], retracted: true }]);
});

test('an error that was thrown and rejected with is one error', () => {
  const { happen, of } = hooked();
  const error = new Error('x');
  happen('unhandledrejection', { promise: {}, reason: error });
  happen('error', uncaught(error, 'Uncaught Error: x'));
  expect(of('log')).toHaveLength(1);
});

test('a violation of the content policy is told with what it blocked', () => {
  const { happen, of } = hooked();
  const event = { blockedURI: 'http://evil/x.js', effectiveDirective: 'script-src-elem' };
  happen('securitypolicyviolation', { ...event, disposition: 'enforce', sourceFile: '' });
  happen('securitypolicyviolation', { ...event, disposition: 'report', sourceFile: '' });
  expect(of('log').map(({ level, message }) => [level, message])).toEqual([
    ['error', 'Content Security Policy blocked http://evil/x.js (script-src-elem)'],
    ['warn', 'Content Security Policy would block http://evil/x.js (script-src-elem)'],
  ]);
});

test('hostile errors do no harm', () => {
  const { happen, of } = hooked();
  const hostile = new Proxy(new Error('x'), {
    get: () => {
      throw new Error('trap');
    },
  });
  happen('error', uncaught(hostile, 'Uncaught Error: x'));
  happen('unhandledrejection', { promise: {}, reason: Symbol('s') });
  expect(of('log').map(({ message }) => message)).toEqual([
    'Uncaught Error: x',
    'Unhandled Promise Rejection: Symbol(s)',
  ]);
});
