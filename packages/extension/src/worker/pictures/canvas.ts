// Pixels: pictures cut, put together, and made small enough to be sent.
import { HTTP_BODY_MAX_BYTES, PICTURE_MAX_WIDTH_PX } from 'gasoline-capture/protocol.generated';
import { PICTURE_LEAST_WIDTH_PX, POST_RESERVE_CHARS } from '../../limits.js';

/** In pixels of what it lies in. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PNG = 'data:image/png;base64,';
const SENT_MAX_CHARS = HTTP_BODY_MAX_BYTES - POST_RESERVE_CHARS;

/** The policy of the extension lets the worker fetch no data URL. */
export function decode(dataUrl: string): Promise<ImageBitmap> {
  const text = atob(dataUrl.slice(PNG.length));
  // `Uint8Array.from` with a function takes thirty times as long: seconds, for a large picture.
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
}

/** An empty picture to draw on. */
export function sheet(width: number, height: number): OffscreenCanvas {
  return new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
}

export function draw(to: OffscreenCanvas, image: CanvasImageSource, from: Box, at: Box): void {
  // A page is never seen through.
  const context = to.getContext('2d', { alpha: false });
  if (context === null) throw new Error('the browser gives no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    image,
    ...([from.x, from.y, from.width, from.height] as const),
    ...([at.x, at.y, at.width, at.height] as const),
  );
}

/** A part of a picture, no wider than is kept. */
export function cut(image: ImageBitmap, part: Box): OffscreenCanvas {
  const scale = Math.min(1, PICTURE_MAX_WIDTH_PX / part.width);
  const piece = sheet(part.width * scale, part.height * scale);
  draw(piece, image, part, { x: 0, y: 0, width: piece.width, height: piece.height });
  return piece;
}

/** As a data URL that the server takes: a picture that is too large for it is made smaller. */
export async function encode(canvas: OffscreenCanvas): Promise<string> {
  const dataUrl = await read(await canvas.convertToBlob({ type: 'image/png' }));
  if (dataUrl.length <= SENT_MAX_CHARS || canvas.width <= PICTURE_LEAST_WIDTH_PX) return dataUrl;
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  const smaller = sheet(canvas.width * 0.75, canvas.height * 0.75);
  draw(smaller, canvas, whole, { x: 0, y: 0, width: smaller.width, height: smaller.height });
  return encode(smaller);
}

/** What Chrome gave, as it is where that can be sent. */
export async function sendable(dataUrl: string): Promise<string> {
  if (dataUrl.length <= SENT_MAX_CHARS) return dataUrl;
  const image = await decode(dataUrl);
  return encode(cut(image, { x: 0, y: 0, width: image.width, height: image.height }));
}

function read(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('the picture cannot be read')));
    reader.readAsDataURL(blob);
  });
}
