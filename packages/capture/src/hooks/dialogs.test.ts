// The browser's own dialogs: what was asked and answered is told, and the page gets its answer.
import { expect, test } from 'vitest';
import { fixture } from '../fixture.js';
import { hookDialogs } from './dialogs.js';

function hooked() {
  const made = fixture({
    alert: () => undefined,
    confirm(message?: unknown) {
      if (typeof message === 'symbol') throw new TypeError('of the browser');
      return message === 'Delete it?';
    },
    prompt: (_message?: string, preset?: string) => preset ?? null,
  });
  const uninstall = hookDialogs(made.context);
  return { ...made, uninstall };
}

test('each dialog is told once, with its answer, which the page gets as it is', () => {
  const { page, of } = hooked();
  expect([page.alert('Saved'), page.confirm('Delete it?'), page.confirm('Sure?')]).toEqual([
    undefined,
    true,
    false,
  ]);
  expect([page.prompt('Name?', 'Ann'), page.prompt('Name?')]).toEqual(['Ann', null]);
  expect(of('dialog').map(({ dialog, message, returned }) => [dialog, message, returned])).toEqual([
    ['alert', 'Saved', undefined],
    ['confirm', 'Delete it?', true],
    ['confirm', 'Sure?', false],
    ['prompt', 'Name?', 'Ann'],
    ['prompt', 'Name?', null],
  ]);
  expect(new Set(of('dialog').map(({ id }) => id)).size).toBe(5);
});

test('a message that is no text is not read a second time', () => {
  const { page, of } = hooked();
  const message = {
    toString() {
      throw new Error('code of the page');
    },
  };
  page.alert(message);
  page.alert();
  expect(of('dialog').map((told) => told['message'])).toEqual([false, false]);
});

test('what the browser throws reaches the page, and nothing is told', () => {
  const { page, of } = hooked();
  expect(() => Reflect.apply(page.confirm, page, [Symbol('s')])).toThrow('of the browser');
  expect(of('dialog')).toEqual([]);
});

test('a long message is clipped, a paused page tells nothing, and uninstalling ends it', () => {
  const { page, of, settings, uninstall } = hooked();
  page.alert('x'.repeat(20_000));
  expect(String(of('dialog')[0]?.['message']).length).toBeLessThan(11_000);
  settings.paused = true;
  page.alert('paused');
  settings.paused = false;
  uninstall();
  page.alert('gone');
  expect(of('dialog')).toHaveLength(1);
});
