// `XMLHttpRequest`: its calls and exceptions are the page's, its end is told once.
import { expect, test } from 'vitest';
import { fixture, type Fixture } from '../fixture.js';
import { hookXhr } from './xhr.js';

/** As much of one as the hook and these tests need. */
function fakeXhr() {
  return class extends EventTarget {
    status = 0;
    statusText = '';
    response: unknown = '';
    responseType = '';
    open(..._args: unknown[]): void {}
    setRequestHeader(_name: string, _value: string): void {}
    getAllResponseHeaders(): string {
      return 'content-type: text/plain\r\nset-cookie: hidden\r\n';
    }
    send(body?: unknown): string {
      if (body === 'refuse') throw new Error('of the page');
      return 'returned';
    }
    end(type: string): void {
      if (type === 'load') this.status = 200;
      this.dispatchEvent(new Event(type));
    }
  };
}

function hooked(): Fixture & { request: InstanceType<ReturnType<typeof fakeXhr>> } {
  const XMLHttpRequest = fakeXhr();
  const made = fixture({ XMLHttpRequest });
  hookXhr(made.context, made.exchanges);
  return { ...made, request: new XMLHttpRequest() };
}

test('a request is told when it ends, with both bodies', () => {
  const { request, of, context } = hooked();
  request.open('post', '/api');
  request.setRequestHeader('X-Token', 'hidden');
  expect(request.send('sent')).toBe('returned');
  expect(context.pending.count).toBe(1);
  request.response = 'received';
  request.end('load');
  expect(context.pending.count).toBe(0);
  expect(of('network')).toMatchObject([
    {
      method: 'POST',
      url: 'http://localhost/api',
      status: 200,
      initiator: 'xhr',
      requestBody: 'sent',
      responseBody: 'received',
      requestHeaders: { 'x-token': '[redacted]' },
      responseHeaders: { 'content-type': 'text/plain', 'set-cookie': '[redacted]' },
    },
  ]);
});

test('one object may send many times, each is told once', () => {
  const { request, of } = hooked();
  for (const path of ['/one', '/two']) {
    request.open('GET', path);
    request.send();
    request.end('load');
    request.end('load');
  }
  expect(of('network').map(({ url }) => url)).toEqual([
    'http://localhost/one',
    'http://localhost/two',
  ]);
});

test.each([
  ['error', 'network'],
  ['abort', 'aborted'],
  ['timeout', 'timeout'],
])('the event %s means %s', (type, error) => {
  const { request, of, pass } = hooked();
  request.open('GET', '/api');
  request.send();
  request.end(type);
  pass(0);
  expect(of('network')).toMatchObject([{ status: 0, error }]);
});

test('opening anew ends what was under way', () => {
  const { request, of, context } = hooked();
  request.open('GET', '/one');
  request.send();
  request.open('GET', '/two');
  expect(of('network')).toMatchObject([{ url: 'http://localhost/one', error: 'aborted' }]);
  expect(context.pending.count).toBe(0);
});

test('a synchronous request is told when it returns', () => {
  const { request, of } = hooked();
  request.open('GET', '/sync', false);
  request.status = 200;
  request.send();
  expect(of('network')).toMatchObject([{ status: 200 }]);
});

test('an exception of send reaches the page, and nothing stays counted', () => {
  const { request, context } = hooked();
  request.open('POST', '/api');
  expect(() => request.send('refuse')).toThrow('of the page');
  expect(context.pending.count).toBe(0);
});

test('own traffic is not told', () => {
  const { request, events } = hooked();
  request.open('GET', 'http://own.test:7890/logs');
  request.send();
  request.end('load');
  expect(events).toEqual([]);
});
