// Totals of what a page loaded.
import { expect, test } from 'vitest';
import { Resources, typeOf, type Resource } from './resources.js';

function resource(name: string, initiatorType: string, duration = 1, size = 10): Resource {
  return { name, initiatorType, duration, transferSize: size, decodedBodySize: size * 2 };
}

test.each([
  ['http://a/app.js?v=1', 'script', 'script'],
  ['http://a/chunk', 'script', 'script'],
  ['http://a/site.css', 'link', 'style'],
  ['http://a/font.woff2', 'css', 'font'],
  ['http://a/back.png', 'css', 'image'],
  ['http://a/preloaded.mjs', 'link', 'script'],
  ['http://a/data.js', 'fetch', 'fetch'],
  ['http://a/api', 'xmlhttprequest', 'fetch'],
  ['http://a/frame', 'iframe', 'other'],
])('%s by %s is a %s', (name, initiator, type) => {
  expect(typeOf(resource(name, initiator))).toBe(type);
});

test('totals count everything and name the three slowest, with short addresses', () => {
  const resources = new Resources();
  for (const [index, duration] of [5, 50, 20, 40, 1].entries()) {
    resources.add(resource(`http://a/${index}.js`, 'script', duration));
  }
  resources.add(resource(`http://a/${'part/'.repeat(40)}`, 'fetch', 99, 0));
  const totals = resources.totals();
  expect(totals).toMatchObject({
    requestCount: 6,
    transferSize: 50,
    decodedSize: 100,
    byType: { script: { count: 5, size: 50 }, fetch: { count: 1, size: 0 } },
  });
  expect(totals.slowestRequests?.map(({ duration }) => duration)).toEqual([99, 50, 40]);
  expect(totals.slowestRequests?.[0]?.url).toBe(`http://a/${'part/'.repeat(14)}`);
});
