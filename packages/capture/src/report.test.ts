// Log entries leave with their page, once, and repeats as a number.
import { expect, test } from 'vitest';
import { fixture } from './fixture.js';
import type { Draft } from './report.js';

const again = (): Draft => ({
  level: 'error',
  message: 'again',
  source: 'console',
  args: ['again'],
});

test('an entry has id, time and page', () => {
  const { reporter, of } = fixture();
  const id = reporter.report(again());
  expect(of('log')).toEqual([
    { ...again(), id, timestamp: '2026-01-02T03:04:05.006Z', url: 'http://localhost/page' },
  ]);
});

test('repeats within five seconds are one later entry', () => {
  const { reporter, of, pass } = fixture();
  for (let n = 0; n < 4; n++) reporter.report(again());
  expect(of('log')).toHaveLength(1);
  pass(5000);
  expect(of('log').map(({ repeated }) => repeated)).toEqual([undefined, 3]);
  expect(of('log')[1]).not.toHaveProperty('args');
  reporter.report(again());
  expect(of('log')).toHaveLength(3);
});

test('counts are sent when the page goes', () => {
  const { reporter, of, happen } = fixture();
  reporter.report(again());
  reporter.report(again());
  happen('pagehide', {});
  expect(of('log').map(({ repeated }) => repeated)).toEqual([undefined, 1]);
});

test('another stack or level is another error, and quiet levels are never counted', () => {
  const { reporter, of } = fixture();
  reporter.report({ ...again(), stack: 'at a' });
  reporter.report({ ...again(), stack: 'at b' });
  reporter.report({ ...again(), level: 'warn' });
  for (let n = 0; n < 2; n++) reporter.report({ ...again(), level: 'info' });
  expect(of('log')).toHaveLength(5);
});

test('a hundred different errors are counted at a time, none is lost', () => {
  const { reporter, of, happen } = fixture();
  for (let n = 0; n < 250; n++) {
    for (let twice = 0; twice < 2; twice++) reporter.report({ ...again(), message: `m${n}` });
  }
  happen('pagehide', {});
  expect(of('log').filter(({ repeated }) => repeated === 1)).toHaveLength(250);
});

test('nothing leaves while paused', () => {
  const { reporter, settings, of } = fixture();
  settings.paused = true;
  expect(reporter.report(again())).toBeUndefined();
  expect(of('log')).toEqual([]);
});

test('whoever hears of an error cannot take its id away', () => {
  const { reporter, of } = fixture();
  reporter.sent = () => {
    throw new Error('bitten');
  };
  expect(reporter.report(again())).toBe(of('log')[0]?.['id']);
});
