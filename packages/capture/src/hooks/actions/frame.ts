// Where in the page a frame is, for actions inside it.
import type { Page } from '../../context.js';
import type { Frame } from '../../protocol.generated.js';
import { cssPath } from '../../selectors/css-path.js';

/** Nothing in the page itself. */
export function frameOf(page: Page): Frame | undefined {
  if (page === page.parent) return undefined;
  const frame: Frame = { url: page.location.href };
  if (page.name) frame.name = page.name;
  // A parent of another origin shows no element, or throws.
  const element = readable(() => page.frameElement);
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
