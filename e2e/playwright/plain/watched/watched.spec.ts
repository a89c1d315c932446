// A test that goes on when whoever looks at it says so.
import { expect, test } from '@playwright/test';

test('is looked at', async ({ page, request }) => {
  const often = { timeout: 120_000, intervals: [100] };
  const allowed = (path: string) =>
    expect.poll(async () => (await request.get(path)).text(), often).toBe('true');
  await allowed('/may-begin');
  await page.goto('/');
  await allowed('/may-end');
  const [left, top, inner] = await page.evaluate(() => {
    return [scrollX, scrollY, document.querySelector('main')?.scrollTop];
  });
  expect([left, top, inner]).toEqual([0, 0, 0]);
  expect(page.viewportSize()).toEqual({ width: 1280, height: 720 });
  await page.click('button');
  await expect(page.locator('output')).toHaveText('bought');
});
