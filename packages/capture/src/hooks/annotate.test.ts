// `window.__gasoline`: bounded, hidden from enumeration, and gone after uninstalling.
import { expect, test } from 'vitest';
import { fixture, type Fixture } from '../fixture.js';
import { hookAnnotate, type Annotations } from './annotate.js';

function hooked(): Fixture & { gasoline: Annotations; uninstall: () => void } {
  const made = fixture();
  const uninstall = hookAnnotate(made.context, made.reporter);
  const { __gasoline: gasoline } = made.page as unknown as { __gasoline: Annotations };
  return { ...made, gasoline, uninstall };
}

test('what is said comes with errors and warnings', () => {
  const { gasoline, reporter, of } = hooked();
  reporter.report({ level: 'error', message: 'before' });
  gasoline.annotate('user', { plan: 'pro' });
  gasoline.annotate('step', 3);
  reporter.report({ level: 'error', message: 'after' });
  gasoline.removeAnnotation('user');
  reporter.report({ level: 'warn', message: 'later' });
  gasoline.clearAnnotations();
  reporter.report({ level: 'warn', message: 'cleared' });
  expect(of('log').map(({ _context }) => _context)).toEqual([
    undefined,
    { user: { plan: 'pro' }, step: 3 },
    { step: 3 },
    undefined,
  ]);
});

test('keys and values are bounded', () => {
  const { gasoline } = hooked();
  expect(gasoline.annotate('', 1)).toBe(false);
  expect(gasoline.annotate('x'.repeat(101), 1)).toBe(false);
  expect(gasoline.annotate('long', 'word '.repeat(1000))).toBe(true);
  expect(String(gasoline.getContext()['long'])).toBe(`${'word '.repeat(819)}... [truncated]`);
  expect(
    gasoline.annotate(
      'large',
      Array.from({ length: 100 }, () => 'y'.repeat(100)),
    ),
  ).toBe(true);
  expect(typeof gasoline.getContext()['large']).toBe('string');
  for (let n = 0; n < 60; n++) gasoline.annotate(`key${n}`, n);
  expect(Object.keys(gasoline.getContext())).toHaveLength(50);
  expect(gasoline.annotate('long', 'replaced')).toBe(true);
});

test('it is not enumerable, and gone after uninstalling', () => {
  const { page, uninstall } = hooked();
  expect(Object.keys(page)).not.toContain('__gasoline');
  uninstall();
  expect('__gasoline' in page).toBe(false);
});

test('a page that has something of that name keeps it', () => {
  const made = fixture({ __gasoline: 'mine' });
  hookAnnotate(made.context, made.reporter)();
  expect(made.page).toHaveProperty('__gasoline', 'mine');
});
