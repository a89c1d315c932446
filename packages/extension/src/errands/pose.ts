// `capture_screenshot`, the page's part: it holds still in the right place, and goes back afterwards.
import { POSE_MAX_MS, POSE_PAINT_FRAMES, POSE_PAINT_MAX_MS, POSE_PAINT_MS } from '../limits.js';
import { isVisible } from './elements.js';
import { Refusal, selectAll, textArgument } from './refusal.js';

/** Answers, in pixels of the page. */
export interface ElementPose {
  /** Of the element, what the window shows, and what scrolls around it. */
  part: { x: number; y: number; width: number; height: number };
  size: { width: number; height: number };
  /** With its scroll bar: as wide as a picture of it. */
  windowWidth: number;
}

export interface PagePose {
  height: number;
  /** What the window shows at once, without scroll bars. */
  view: { width: number; height: number };
  windowWidth: number;
  /** The page itself fits the window, and a large part of it does not. */
  scrollsInside: boolean;
}

export interface TilePose {
  /** Where the window is, which may be less far down than was asked for. */
  top: number;
}

/** Where it would be without being sticky. Each name is one property: what was there is put back. */
const LAID_DOWN = {
  position: 'relative',
  top: 'auto',
  right: 'auto',
  bottom: 'auto',
  left: 'auto',
};
const UNSEEN = { opacity: '0', 'transition-property': 'none' };

/** What brings the page back, the latest first. */
const undo: (() => void)[] = [];
let stale: ReturnType<typeof setTimeout> | undefined;
let isHeld = false;

/** Whether the page scrolls because of us, and not because of its user. */
export function isPosing(): boolean {
  return isHeld;
}

export async function pose(given: Record<string, unknown>): Promise<object> {
  clearTimeout(stale);
  const name = given['pose'];
  if (name === 'release') {
    await release();
    return {};
  }
  if (name === 'tile' && !isHeld) {
    throw new Refusal('the page was let go before its picture was complete', 'ask again');
  }
  isHeld = true;
  // Whoever asked may have been ended.
  stale = setTimeout(() => void release(), POSE_MAX_MS);
  try {
    if (name === 'element') return await showElement(textArgument(given, 'selector') ?? '');
    if (name === 'page') return await showPage();
    return await showTile(Number(given['top']) || 0);
  } catch (error) {
    clearTimeout(stale);
    await release();
    throw error;
  }
}

async function release(): Promise<void> {
  for (const step of undo.splice(0).toReversed()) step();
  // The events of going back come with the next frame.
  await painted();
  isHeld = false;
}

async function showElement(selector: string): Promise<ElementPose> {
  const found = selectAll(document, selector);
  if (found.length === 0) {
    throw new Refusal(
      `no element matches \`${selector}\``,
      'call `get_page_info` or `query_dom` to see what is on the page',
    );
  }
  const element = found.find(isVisible);
  if (element === undefined) {
    throw new Refusal(
      `\`${selector}\` matches ${found.length === 1 ? 'an element that is' : `${found.length} elements that are`} not visible`,
      'bring it into sight first, or name another element; `query_dom` tells which are visible',
    );
  }
  keepScrolling(element);
  const view = viewSize();
  const { width, height } = element.getBoundingClientRect();
  const frames = clippedBy(element);
  const room = frames.map((frame) => frame.getBoundingClientRect());
  element.scrollIntoView({
    block: [view, ...room].some((frame) => height > frame.height) ? 'start' : 'center',
    inline: [view, ...room].some((frame) => width > frame.width) ? 'start' : 'center',
    behavior: 'instant',
  });
  await painted();
  const box = element.getBoundingClientRect();
  const seen = [box, ...frames.map((frame) => frame.getBoundingClientRect())];
  const [x, y] = [
    Math.max(0, ...seen.map(({ left }) => left)),
    Math.max(0, ...seen.map(({ top }) => top)),
  ];
  const part = {
    x,
    y,
    width: Math.min(view.width, ...seen.map(({ right }) => right)) - x,
    height: Math.min(view.height, ...seen.map(({ bottom }) => bottom)) - y,
  };
  if (part.width <= 0 || part.height <= 0) {
    throw new Refusal(
      `\`${selector}\` lies outside of what the window can show`,
      'name another element, or call `capture_screenshot` without `selector`',
    );
  }
  return { part, size: { width: box.width, height: box.height }, windowWidth: innerWidth };
}

/** What hides the parts of an element that reach beyond it; the page's own edge is the window's. */
function clippedBy(element: Element): Element[] {
  const found: Element[] = [];
  let { position } = getComputedStyle(element);
  for (let one = around(element); one !== null; one = around(one)) {
    // Nothing clips what is fixed to the window.
    if (position === 'fixed' || one === document.body || one === document.documentElement) break;
    const styles = getComputedStyle(one);
    // What is placed freely is clipped by what it is placed in, not by what it is written in.
    if (position === 'absolute' && styles.position === 'static') continue;
    position = styles.position;
    const clips = styles.overflowX !== 'visible' || styles.overflowY !== 'visible';
    if (clips && !/^(inline|contents)$/.test(styles.display)) found.push(one);
  }
  return found;
}

/** The element around one, out of its shadow too. */
function around(element: Element): Element | null {
  const parent = element.assignedSlot ?? element.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

async function showPage(): Promise<PagePose> {
  keepScrolling(root());
  // Where it belongs, and not wherever the window is: it would show in every picture.
  for (const element of positioned('sticky')) {
    restyle(element, LAID_DOWN);
  }
  const view = viewSize();
  const height = root().scrollHeight;
  const scrollsInside = height <= view.height + 1 && everyElement(document).some(isScroller);
  return { height, view, windowWidth: innerWidth, scrollsInside };
}

async function showTile(top: number): Promise<TilePose> {
  scrollTo({ left: 0, top, behavior: 'instant' });
  await painted();
  if (top > 0) {
    // Some are fixed only once the page was scrolled.
    const fixed = positioned('fixed');
    for (const element of fixed) restyle(element, UNSEEN);
    if (fixed.length > 0) await painted();
  }
  return { top: scrollY };
}

/** Notes where an element and all around it are scrolled to. */
function keepScrolling(element: Element): void {
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    const { scrollLeft, scrollTop } = one;
    const scrolled = one;
    undo.push(() => {
      if (scrolled.scrollLeft === scrollLeft && scrolled.scrollTop === scrollTop) return;
      scrolled.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' });
    });
  }
}

function restyle(element: HTMLElement, styles: Record<string, string>): void {
  const { style } = element;
  const hadStyle = element.hasAttribute('style');
  const before = Object.keys(styles).map(
    (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  );
  for (const [name, value] of Object.entries(styles)) style.setProperty(name, value, 'important');
  undo.push(() => {
    for (const [name, value, priority] of before) style.setProperty(name, value, priority);
    if (!hadStyle && style.length === 0) element.removeAttribute('style');
  });
}

/** Elements with this position that have not been dealt with. */
function positioned(position: 'fixed' | 'sticky'): HTMLElement[] {
  return everyElement(document).filter((element): element is HTMLElement => {
    if (!(element instanceof HTMLElement)) return false;
    const styles = getComputedStyle(element);
    return styles.position === position && styles.opacity !== '0';
  });
}

function everyElement(under: ParentNode): Element[] {
  const here = [...under.querySelectorAll('*')];
  return here.flatMap((element) => {
    const inside = element.shadowRoot;
    return inside === null ? [element] : [element, ...everyElement(inside)];
  });
}

function isScroller(element: Element): boolean {
  const isLarge =
    element.clientHeight > innerHeight / 2 &&
    element.clientWidth > innerWidth / 2 &&
    element.scrollHeight > element.clientHeight + 1;
  return isLarge && /auto|scroll/.test(getComputedStyle(element).overflowY);
}

/** What scrolls when the page does: `body` in documents of old. */
function root(): Element {
  return document.scrollingElement ?? document.documentElement;
}

function viewSize(): { width: number; height: number } {
  const { clientWidth, clientHeight } = root();
  return { width: clientWidth, height: clientHeight };
}

/** Resolves when what was changed is drawn. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    // No frames come while nobody looks; on a busy machine they come late.
    const most = document.visibilityState === 'hidden' ? POSE_PAINT_MS : POSE_PAINT_MAX_MS;
    const timer = setTimeout(resolve, most);
    const frame = (left: number): void => {
      if (left > 0) return void requestAnimationFrame(() => frame(left - 1));
      clearTimeout(timer);
      resolve();
    };
    frame(POSE_PAINT_FRAMES);
  });
}
