// A picture that is asked for: of what a page shows, of one element, or of the whole page.
import type { Locator, Page } from '@playwright/test';
import { PICTURE_MAX_HEIGHT_PX, PICTURE_MAX_PIXELS } from '../limits.js';
import { Refusal } from 'gasoline-driver/errands';

export interface Taken {
  png: Buffer;
  cropped: boolean;
  note?: string;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Takes it without moving the page, so that its test does not notice. */
export async function takePicture(
  page: Page,
  given: Record<string, unknown>,
  timeout: number,
): Promise<Taken> {
  const selector = given['selector'];
  if (typeof selector === 'string' && selector !== '') return takeElement(page, selector, timeout);
  if (given['full_page'] === true) return takeWhole(page, timeout);
  return { png: await page.screenshot({ timeout }), cropped: false };
}

async function takeWhole(page: Page, timeout: number): Promise<Taken> {
  const [width, all] = await page.evaluate(() => {
    const { clientWidth, scrollHeight } = document.scrollingElement ?? document.documentElement;
    return [clientWidth, scrollHeight] as const;
  });
  const height = tallest({ width, height: all });
  // One pixel of the picture for one of the page: more is not kept.
  const options = { timeout, fullPage: true, scale: 'css' as const };
  if (height >= all) return { png: await page.screenshot(options), cropped: false };
  const clip = { x: 0, y: 0, width, height };
  const note = `the page is ${all} px tall; what lies below ${height} px is cropped`;
  return { png: await page.screenshot({ ...options, clip }), cropped: true, note };
}

async function takeElement(page: Page, selector: string, timeout: number): Promise<Taken> {
  const element = await visible(page, selector);
  const framed = await element.evaluateHandle(frame, undefined, { timeout });
  try {
    const { box, size } = await framed.evaluate((it) => ({ box: it.box, size: it.size }));
    if (box.width <= 0 || box.height <= 0) {
      throw new Refusal(
        `\`${selector}\` lies outside of what the window can show`,
        'name another element, or call `capture_screenshot` without `selector`',
      );
    }
    const clip = { ...box, height: tallest(box) };
    const png = await page.screenshot({ timeout, fullPage: true, clip, scale: 'css' });
    const cropped = clip.width + 1 < size.width || clip.height + 1 < size.height;
    if (!cropped) return { png, cropped };
    const all = `${Math.round(size.width)}×${Math.round(size.height)} px`;
    const note = `of the element, which is ${all}, only what the page shows at once`;
    return { png, cropped, note };
  } finally {
    await framed.evaluate(({ putBack }) => putBack()).catch(() => {});
  }
}

/** The first visible match. */
async function visible(page: Page, selector: string): Promise<Locator> {
  const all = page.locator(`css=${selector}`);
  const count = await all.count().catch((error: Error) => {
    if (page.isClosed()) throw error;
    throw new Refusal(
      `\`${selector}\` is not a CSS selector`,
      'write one that `document.querySelectorAll` takes, such as `#cart .item` or `[data-testid="save"]`',
    );
  });
  if (count === 0) {
    throw new Refusal(
      `no element matches \`${selector}\``,
      'call it without `selector` to see what is on the page',
    );
  }
  const shown = all.locator('visible=true');
  if ((await shown.count()) === 0) {
    throw new Refusal(
      `\`${selector}\` matches ${count === 1 ? 'an element that is' : `${count} elements that are`} not visible`,
      'bring it into sight first, or name another element',
    );
  }
  return shown.first();
}

/**
 * Run in the page: where an element is in the document. What scrolls around it and hides it is
 * scrolled, but never the page itself, and goes back with `putBack`.
 */
function frame(element: Element) {
  const around: Element[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (one === document.body || one === document.documentElement) break;
    if (getComputedStyle(one).overflow !== 'visible') around.push(one);
  }
  const undo: (() => void)[] = [];
  for (const one of around) {
    const [inner, outer] = [element.getBoundingClientRect(), one.getBoundingClientRect()];
    const isInSight =
      inner.left >= outer.left &&
      inner.top >= outer.top &&
      inner.right <= outer.right &&
      inner.bottom <= outer.bottom;
    if (isInSight) continue;
    const { scrollLeft, scrollTop } = one;
    undo.push(() => one.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' }));
    one.scrollBy({
      left: inner.left - outer.left - Math.max(0, one.clientWidth - inner.width) / 2,
      top: inner.top - outer.top - Math.max(0, one.clientHeight - inner.height) / 2,
      behavior: 'instant',
    });
  }
  const whole = element.getBoundingClientRect();
  let { left, top, right, bottom } = whole;
  for (const one of around) {
    const outer = one.getBoundingClientRect();
    [left, top] = [Math.max(left, outer.left), Math.max(top, outer.top)];
    [right, bottom] = [Math.min(right, outer.right), Math.min(bottom, outer.bottom)];
  }
  const [x, y] = [Math.max(0, left + scrollX), Math.max(0, top + scrollY)];
  return {
    box: { x, y, width: right + scrollX - x, height: bottom + scrollY - y },
    size: { width: whole.width, height: whole.height },
    putBack: () => undo.splice(0).forEach((step) => step()),
  };
}

function tallest({ width, height }: Pick<Box, 'width' | 'height'>): number {
  const most = Math.floor(PICTURE_MAX_PIXELS / Math.max(1, width));
  return Math.min(height, PICTURE_MAX_HEIGHT_PX, most);
}
