// Contexts are met however they are opened, and tests go on whatever we do.
import type { BrowserContext, BrowserType } from '@playwright/test';
import { expect, test } from 'vitest';
import { watchBrowsers } from './browsers.js';

class FakeContext {
  isClosed = false;
  async close(): Promise<void> {
    this.isClosed = true;
  }
}

class FakeBrowser {
  existing: FakeContext[] = [];
  contexts(): FakeContext[] {
    return this.existing;
  }
  async newContext(): Promise<FakeContext> {
    return new FakeContext();
  }
  /** As the driver does it. */
  async newPage(): Promise<FakeContext> {
    return this.newContext();
  }
}

class FakeType {
  readonly browser = new FakeBrowser();
  async launch(): Promise<FakeBrowser> {
    return this.browser;
  }
  async connectOverCDP(): Promise<FakeBrowser> {
    this.browser.existing.push(new FakeContext());
    return this.browser;
  }
  async launchPersistentContext(): Promise<FakeContext> {
    return new FakeContext();
  }
}

function watch(type: FakeType, fails = false) {
  const seen: [string, unknown][] = [];
  const note = (what: string) => async (context: BrowserContext) => {
    seen.push([what, context]);
    if (fails) throw new Error('ours');
  };
  const types = [type as unknown as BrowserType];
  const undo = watchBrowsers(types, { opened: note('opened'), closing: note('closing') });
  return { seen, undo };
}

test('contexts of tests, of pages, of profiles and of browsers that run are met', async () => {
  const type = new FakeType();
  const { seen } = watch(type);
  const browser = await type.launch();
  const contexts = [
    await browser.newContext(),
    await browser.newPage(),
    await type.launchPersistentContext(),
  ];
  const other = new FakeType();
  const late = watch(other);
  await other.connectOverCDP();
  expect(seen.map(([, context]) => context)).toEqual(contexts);
  expect(late.seen).toHaveLength(1);
});

test('a context is met once, and told of before it closes', async () => {
  const type = new FakeType();
  const { seen } = watch(type);
  const browser = await type.launch();
  await type.launch();
  const context = await browser.newContext();
  await context.close();
  expect(seen).toEqual([
    ['opened', context],
    ['closing', context],
  ]);
  expect(context.isClosed).toBe(true);
});

test('our failures stay ours', async () => {
  const type = new FakeType();
  watch(type, true);
  const context = await (await type.launch()).newContext();
  await context.close();
  expect(context.isClosed).toBe(true);
});

test('the way back leaves every object as it was', async () => {
  const type = new FakeType();
  const { seen, undo } = watch(type);
  const browser = await type.launch();
  undo();
  await browser.newContext();
  await type.launchPersistentContext();
  expect(seen).toEqual([]);
  expect(Object.keys(type)).toEqual(['browser']);
});
