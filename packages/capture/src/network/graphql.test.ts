// GraphQL operations are found in every form they are sent in.
import { expect, test } from 'vitest';
import { findOperation } from './graphql.js';

const json = (value: unknown) => JSON.stringify(value);

test.each([
  [
    'a named query',
    json({ query: 'query Cart($id: ID!) { cart }' }),
    { operationName: 'Cart', type: 'query' },
  ],
  [
    'a mutation',
    json({ query: 'mutation Pay { pay }' }),
    { operationName: 'Pay', type: 'mutation' },
  ],
  [
    'a name in the request',
    json({ query: 'query A { a } query B { b }', operationName: 'B' }),
    { operationName: 'B', type: 'query' },
  ],
  ['the short form', json({ query: '{ cart { id } }' }), { type: 'query' }],
  [
    'a comment first',
    json({ query: '# query Not {\nquery Yes { a }' }),
    { operationName: 'Yes', type: 'query' },
  ],
  [
    'a fragment first',
    json({ query: 'fragment F on T { a }\nquery Q { ...F }' }),
    { operationName: 'Q', type: 'query' },
  ],
  [
    'a batch',
    json([{ query: 'query A { a }' }, { query: 'query B { b }' }]),
    { operationName: 'A, B', type: 'query' },
  ],
  [
    'a persisted query',
    json({ operationName: 'Cart', extensions: { persistedQuery: {} }, query: null }),
    { operationName: 'Cart' },
  ],
  [
    'the document alone',
    'subscription Ticks { tick }',
    { operationName: 'Ticks', type: 'subscription' },
  ],
  ['a search form', 'query=shoes&page=2', undefined],
  ['a JSON search', json({ query: 'shoes' }), undefined],
  ['other JSON', json({ mutation: true, a: [1] }), undefined],
  [
    'a form with an upload',
    'operations={"query":"mutation Up($f: Upload!) { up }"}&0=[File: a, 1 bytes]',
    { operationName: 'Up', type: 'mutation' },
  ],
  ['broken JSON', '{"query":"shoes', undefined],
  ['nothing', undefined, undefined],
])('%s', (_name, body, expected) => {
  expect(findOperation('http://localhost/graphql', body)).toEqual(expected);
});

test('a GET has it in its address', () => {
  const url = 'http://localhost/graphql?query=' + encodeURIComponent('query Cart { a }');
  expect(findOperation(url, undefined)).toEqual({ operationName: 'Cart', type: 'query' });
  const persisted = 'http://localhost/graphql?operationName=Cart&extensions=%7B%7D';
  expect(findOperation(persisted, undefined)).toEqual({ operationName: 'Cart' });
  expect(findOperation('http://localhost/search?query=shoes', undefined)).toBeUndefined();
});
