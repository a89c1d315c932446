// Each thing is told once: by the page if it can, else by the driver.
import { expect, test } from 'vitest';
import { Ledger } from './ledger.js';

const seen = (url: string, method = 'GET') => ({ method, urls: [url], body: { method, url } });
const raised = (message: string, isError = true) => ({ message, isError, entry: { message } });

function ledger(logs: object[] = [], bodies: object[] = []): Ledger {
  const made = new Ledger();
  made.note('/logs', JSON.stringify({ entries: logs }));
  made.note('/network-bodies', JSON.stringify({ bodies }));
  return made;
}

test('a request that no page told of is added, once', () => {
  const made = ledger();
  made.sawRequest(seen('http://a/x'));
  expect(made.settle().requests.map(({ body }) => body)).toEqual([
    { method: 'GET', url: 'http://a/x' },
  ]);
  expect(made.settle().requests).toEqual([]);
});

test('a request that a page told of is not added, whatever its fragment', () => {
  const made = ledger([], [{ method: 'get', url: 'http://a/x#part', status: 500 }]);
  made.sawRequest(seen('http://a/x'));
  expect(made.settle().requests).toEqual([]);
});

test('the same address by another method is another request', () => {
  const made = ledger([], [{ method: 'POST', url: 'http://a/x', status: 500 }]);
  made.sawRequest(seen('http://a/x', 'GET'));
  expect(made.settle().requests).toHaveLength(1);
});

test('a request that went well does not hide one to the same address that failed', () => {
  const made = ledger([], [{ method: 'GET', url: 'http://a/x', status: 200 }]);
  made.sawRequest(seen('http://a/x'));
  expect(made.settle().requests).toHaveLength(1);
});

test('a request that was sent on is known by any of its addresses', () => {
  const made = ledger([], [{ method: 'GET', url: 'http://a/from', status: 0 }]);
  made.sawRequest({ method: 'GET', urls: ['http://a/to', 'http://a/from'], body: {} });
  expect(made.settle().requests).toEqual([]);
});

test('it does not matter whether the page or the driver was first', () => {
  const made = ledger();
  made.sawError(raised('boom'));
  made.note('/logs', '{"entries":[{"level":"error","message":"Uncaught Error: boom"}]}');
  expect(made.settle().entries).toEqual([]);
});

test('an error that no page told of is added; warnings of the same words do not count', () => {
  const made = ledger([{ level: 'warn', message: 'boom' }]);
  made.sawError(raised('boom'));
  expect(made.settle().entries).toEqual([{ message: 'boom' }]);
});

test('a thrown value is known by having been uncaught', () => {
  const made = ledger([{ level: 'error', source: 'exception', message: 'Uncaught {a: 1}' }]);
  made.sawError(raised('Object', false));
  expect(made.settle().entries).toEqual([]);
});

test('an error of another origin takes the place of the one that said nothing', () => {
  const hidden = { level: 'error', message: 'Script error. (of another origin)', id: 'e1' };
  const made = ledger([hidden]);
  made.sawError(raised('no such plugin'));
  expect(made.settle()).toMatchObject({
    entries: [{ message: 'no such plugin' }],
    retracted: ['e1'],
  });
});

test('what is no batch is passed over', () => {
  const made = new Ledger();
  made.note('/logs', 'not JSON');
  made.note('/enhanced-actions', '{"actions":[]}');
  expect(made.settle()).toEqual({ entries: [], requests: [], retracted: [] });
});
