// What a journey through the shop lets one see: what was asked and answered, what was shown, what went wrong.
import type { Browser, Page } from '@playwright/test';
import { FLOWS, type FlowName } from '../../app/flows.js';
import { App } from '../../app/server/app.js';

/** Where two journeys can differ. */
export type Side = 'end' | 'requests' | 'errors' | 'texts' | 'places';

export type Sides = Record<Side, string[]>;

export interface Observation {
  sides: Sides;
  /** How long the journey took. */
  milliseconds: number;
}

/** Asked for all the time, or whenever it suits the page: says nothing of the journey. */
const BACKGROUND = ['/api/notifications', '/collect'];

/** Gathers every text that was ever in the page, but for those that change by themselves. */
const GATHER = `(() => {
  const see = (node, seen) => {
    if (node.nodeType !== 3) return node.childNodes.forEach((child) => see(child, seen));
    const element = node.parentElement;
    if (!node.data.trim() || !element) return;
    if (element.closest('.ticker, .bell, head, script, style, textarea')) return;
    // With its neighbours, as "1" and " orders" are two texts of one sentence.
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3);
    seen.push(element.localName + ': ' + own.map(({ data }) => data).join('').trim());
  };
  new MutationObserver((changes) => {
    const seen = [];
    for (const { target, addedNodes, type } of changes) {
      if (type === 'characterData') see(target, seen);
      else addedNodes.forEach((node) => see(node, seen));
    }
    if (seen.length > 0) window.__seen?.(seen);
  }).observe(document, { childList: true, subtree: true, characterData: true });
})()`;

/** Takes one journey, on a shop and in a browser context of its own, and tells what could be seen. */
export async function observe(
  browser: Browser,
  name: FlowName,
  { bugs = [], timeout = 30_000 }: { bugs?: string[]; timeout?: number } = {},
): Promise<Observation> {
  const app = await App.start({ bugs });
  const context = await browser.newContext();
  context.setDefaultTimeout(timeout);
  const texts = new Set<string>();
  const errors = new Set<string>();
  const places = new Set<string>();
  await context.exposeBinding('__seen', (_source, seen: string[]) => {
    for (const text of seen) texts.add(steady(text));
  });
  await context.addInitScript(GATHER);
  context.on('weberror', (error) => errors.add(error.error().message));
  context.on('console', (message) => {
    const isOurs = message.type() === 'error' && !message.text().startsWith('Failed to load');
    if (isOurs) errors.add(message.text());
  });
  const page = await context.newPage();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) places.add(steady(new URL(frame.url()).pathname));
  });
  let end = 'reached';
  const start = performance.now();
  try {
    await FLOWS[name](page, app.origin);
    await settled(page);
  } catch (error) {
    end = `stuck: ${String(error).split('\n')[0]}`;
  }
  const milliseconds = performance.now() - start;
  const requests = noted(app);
  await context.close();
  await app.stop();
  return {
    sides: {
      end: [end],
      requests,
      errors: [...errors].toSorted(),
      texts: [...texts].toSorted(),
      places: [...places].toSorted(),
    },
    milliseconds,
  };
}

/** What the last step caused has been drawn. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
}

/** Reads once each, because how often one looks is chance; changes as often as they were sent. */
function noted(app: App): string[] {
  const lines = app.shop.asked
    .filter(({ path }) => !BACKGROUND.includes(path))
    .map(({ method, path, status, shape }) => `${method} ${steady(path)} ${status} ${shape}`);
  const reads = new Set(lines.filter((line) => line.startsWith('GET ')));
  return [...reads, ...lines.filter((line) => !line.startsWith('GET '))].toSorted();
}

/** What is another each time, by what it is. */
function steady(text: string): string {
  return text
    .replace(/HG-[2-9]\d{5}/g, '<order>')
    .replace(/\b(item|pay|return)_[0-9a-f]{16}/g, '<id>')
    .replace(/\d{1,2} \w+ 20\d\d/g, '<day>');
}

/** Which sides of two journeys differ. */
export function differing(healthy: Sides, broken: Sides): Side[] {
  const sides: Side[] = ['end', 'requests', 'errors', 'texts', 'places'];
  return sides.filter((side) => healthy[side].join('\n') !== broken[side].join('\n'));
}
