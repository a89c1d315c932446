// Where in the page a frame is, for actions inside it.
import type { Page } from '../../context.js';
import { FRAMES_MAX } from '../../limits.js';
import type { Frame, OuterFrame } from '../../protocol.generated.js';
import { cssPath } from '../../selectors/css-path.js';

/** Nothing in the page itself. */
export function frameOf(page: Page): Frame | undefined {
  if (page === page.parent) return undefined;
  const frame: Frame = placeOf(page);
  const outer: OuterFrame[] = [];
  let around = page.parent;
  while (around !== around.parent && outer.length < FRAMES_MAX) {
    outer.unshift(placeOf(around));
    around = around.parent;
  }
  if (outer.length > 0) frame.outer = outer;
  return frame;
}

/** Of a frame of another origin nothing can be read but that it is there. */
function placeOf(window: Window): OuterFrame {
  const frame: OuterFrame = {};
  const url = readable(() => window.location.href);
  if (url !== undefined) frame.url = url;
  const name = readable(() => window.name);
  if (name) frame.name = name;
  // A parent of another origin shows no element, or throws.
  const element = readable(() => window.frameElement);
  const selector = element ? cssPath(element) : undefined;
  if (selector !== undefined) frame.selector = selector;
  return frame;
}

/** The address of the whole page, where the frame may know it. */
export function pageUrl(page: Page): string {
  return readable(() => page.top?.location.href) ?? page.location.href;
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
