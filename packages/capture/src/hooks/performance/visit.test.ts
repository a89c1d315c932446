// What belongs to a change of route, and when it was over.
import { expect, test } from 'vitest';
import { PERFORMANCE_RECENT_MAX } from '../../limits.js';
import { pathOf } from './routes.js';
import { Visit, type TimedResource } from './visit.js';

function request(startTime: number, duration: number, size = 10): TimedResource {
  const name = `http://a/${startTime}`;
  return {
    name,
    initiatorType: 'fetch',
    startTime,
    duration,
    transferSize: size,
    decodedBodySize: size,
  };
}

test('a change of route takes over what began after the click that led to it', () => {
  const load = new Visit('1', '/', 0);
  load.addResource(request(10, 5));
  load.addResource(request(1000, 50));
  load.addTask({ startTime: 20, duration: 80 });
  load.addTask({ startTime: 1005, duration: 150 });
  const route = new Visit('2', '/cart', 990);
  load.handOver(route);
  expect(load.network().requestCount).toBe(1);
  expect(load.longTasks()).toEqual({ count: 1, totalBlockingTime: 30, longest: 80 });
  expect(route.network().requestCount).toBe(1);
  expect(route.longTasks()).toEqual({ count: 1, totalBlockingTime: 100, longest: 150 });
});

test('it is settled with the last of the answers that follow each other', () => {
  const route = new Visit('2', '/cart', 1000);
  route.addResource(request(1400, 100));
  route.addResource(request(1010, 200));
  // A poll long after is not part of it.
  route.addResource(request(5000, 900));
  expect(route.settled(1020)).toBe(500);
  expect(new Visit('3', '/help', 1000).settled(1030)).toBe(30);
});

test('sums stay right when more happens than is kept one by one', () => {
  const load = new Visit('1', '/', 0);
  for (let n = 0; n < PERFORMANCE_RECENT_MAX * 3; n++) {
    load.addResource(request(n, 1));
    load.addTask({ startTime: n, duration: 51 });
  }
  const { requestCount, transferSize } = load.network();
  expect([requestCount, transferSize]).toEqual([300, 3000]);
  expect(load.network()).toEqual(load.network());
  expect(load.longTasks()).toEqual({ count: 300, totalBlockingTime: 300, longest: 51 });
});

test.each([
  ['/shop', '', '/shop'],
  ['/shop', '#reviews', '/shop'],
  ['/', '#/cart', '/#/cart'],
  ['/', '#!/cart?page=2', '/#!/cart'],
])('the path of %s%s is %s', (pathname, hash, path) => {
  expect(pathOf({ pathname, hash })).toBe(path);
});
