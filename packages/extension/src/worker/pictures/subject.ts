// What a picture is of: the tab as it is shown, one element, or the page from top to bottom.
import {
  PICTURE_MAX_HEIGHT_PX,
  PICTURE_MAX_SENT_PIXELS,
  PICTURE_MAX_WIDTH_PX,
} from 'gasoline-capture/protocol.generated';
import type { ElementPose, PagePose, TilePose } from '../../errands/pose.js';
import { TILES_MAX } from '../../limits.js';
import { cut, decode, draw, encode, sendable, sheet } from './canvas.js';
import type { Snap, Snapshot } from './camera.js';

/** Asks the page to hold still in a place: see errands/pose.ts. */
export type Ask = (pose: Record<string, unknown>) => Promise<unknown>;

export interface Taken extends Snapshot {
  cropped: boolean;
  note?: string;
}

export async function takeVisible(snap: Snap, tab: number): Promise<Taken> {
  const shot = await snap(tab);
  return { ...shot, dataUrl: await sendable(shot.dataUrl), cropped: false };
}

export async function takeElement(
  snap: Snap,
  tab: number,
  ask: Ask,
  selector: string,
): Promise<Taken> {
  try {
    const { part, size, windowWidth } = (await ask({ pose: 'element', selector })) as ElementPose;
    const shot = await snap(tab);
    const image = await decode(shot.dataUrl);
    // Pixels of the screen, zoom included, for one of the page.
    const ratio = image.width / windowWidth;
    const [left, top] = [Math.round(part.x * ratio), Math.round(part.y * ratio)];
    const piece = cut(image, {
      x: left,
      y: top,
      width: Math.max(1, Math.round((part.x + part.width) * ratio) - left),
      height: Math.max(1, Math.round((part.y + part.height) * ratio) - top),
    });
    const cropped = part.width + 1 < size.width || part.height + 1 < size.height;
    const taken = { ...shot, dataUrl: await encode(piece), cropped };
    if (!cropped) return taken;
    const all = `${Math.round(size.width)}×${Math.round(size.height)} px`;
    return { ...taken, note: `of the element, which is ${all}, only what the page shows at once` };
  } finally {
    await ask({ pose: 'release' }).catch(() => {});
  }
}

/** Scrolls from top to bottom, as far as there is time, and puts the pictures together. */
export async function takePage(
  snap: Snap,
  tab: number,
  ask: Ask,
  isLate: () => boolean,
): Promise<Taken> {
  try {
    const page = (await ask({ pose: 'page' })) as PagePose;
    const wanted = Math.min(page.height, PICTURE_MAX_HEIGHT_PX, page.view.height * TILES_MAX);
    const sheets = new Sheets(page, wanted);
    let last: Snapshot | undefined;
    while (sheets.reached < wanted && (last === undefined || !isLate())) {
      const { top } = (await ask({ pose: 'tile', top: sheets.reached })) as TilePose;
      last = await snap(tab);
      // The page became shorter, or will not be scrolled.
      if (!sheets.add(await decode(last.dataUrl), top)) break;
    }
    if (last === undefined) throw new Error('the page has no height');
    const height = Math.min(wanted, sheets.reached);
    const taken = {
      ...last,
      dataUrl: await encode(sheets.joined()),
      cropped: height < page.height,
    };
    const note = noteOn(page, height);
    return note === undefined ? taken : { ...taken, note };
  } finally {
    await ask({ pose: 'release' }).catch(() => {});
  }
}

/** Pictures of one page below each other, in one. */
class Sheets {
  #whole: OffscreenCanvas | undefined;
  /** Pixels of the picture for one of the page. */
  #scale = 1;
  /** How far down they go. */
  reached = 0;

  constructor(
    private readonly page: PagePose,
    private readonly height: number,
  ) {}

  /** Adds what the window shows from `top` on. False when that is nothing new. */
  add(image: ImageBitmap, top: number): boolean {
    const { view, windowWidth } = this.page;
    const bottom = top + view.height;
    if (bottom <= this.reached) return false;
    const ratio = image.width / windowWidth;
    if (this.#whole === undefined) {
      this.#scale = scaleOf(view.width, this.height, ratio);
      this.#whole = sheet(view.width * this.#scale, this.height * this.#scale);
    }
    const from = { x: 0, y: 0, width: view.width * ratio, height: view.height * ratio };
    // Whole pixels, so that no seam shows between two pictures.
    const start = Math.round(top * this.#scale);
    const end = Math.round(bottom * this.#scale);
    draw(this.#whole, image, from, {
      x: 0,
      y: start,
      width: this.#whole.width,
      height: end - start,
    });
    image.close();
    this.reached = bottom;
    return true;
  }

  /** All of them, without the rest that was never reached. */
  joined(): OffscreenCanvas {
    const whole = this.#whole ?? sheet(1, 1);
    const height = Math.round(this.reached * this.#scale);
    if (height >= whole.height) return whole;
    const box = { x: 0, y: 0, width: whole.width, height };
    const shorter = sheet(box.width, box.height);
    draw(shorter, whole, box, box);
    return shorter;
  }
}

/** Within what is kept, and what is taken. */
function scaleOf(width: number, height: number, ratio: number): number {
  return Math.min(
    ratio,
    PICTURE_MAX_WIDTH_PX / width,
    PICTURE_MAX_HEIGHT_PX / height,
    Math.sqrt((PICTURE_MAX_SENT_PIXELS * 0.99) / (width * height)),
  );
}

function noteOn(page: PagePose, height: number): string | undefined {
  if (height < page.height) {
    return `the page is ${page.height} px tall; what lies below ${Math.round(height)} px is cropped`;
  }
  if (page.scrollsInside) {
    return 'the page scrolls inside an element, whose hidden part is not in the picture; name it by `selector`';
  }
  return undefined;
}
