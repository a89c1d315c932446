// A PNG with 256 colours at most: a third of the size, and no eye can tell on pages of text.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS_MOST = 256;

/** Squared distance below which two colours share a place: the shades at the edges of letters. */
const ALIKE = 90;

/** The same picture with a palette. What it takes is what Chromium writes: 8 bits, RGB or RGBA. */
export function withPalette(png) {
  const { width, height, pixels } = read(png);
  const { palette, indices } = reduce(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(indices.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Every pixel's colour as one number. */
function read(png) {
  const parts = [];
  let header;
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') header = content;
    if (kind === 'IDAT') parts.push(content);
    at += length + 12;
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const depth = header[9] === 6 ? 4 : 3;
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * depth, depth);
  const pixels = new Uint32Array(width * height);
  for (let index = 0; index < pixels.length; index += 1) {
    const at = index * depth;
    pixels[index] = (rows[at] << 16) | (rows[at + 1] << 8) | rows[at + 2];
  }
  return { width, height, pixels };
}

/** Undoes the filters of PNG: each row says which of its neighbours it was told apart from. */
function unfiltered(data, stride, depth) {
  const out = Buffer.alloc((data.length / (stride + 1)) * stride);
  for (let from = 0, to = 0; from < data.length; from += stride + 1, to += stride) {
    const filter = data[from];
    for (let x = 0; x < stride; x += 1) {
      const left = x < depth ? 0 : out[to + x - depth];
      const above = to === 0 ? 0 : out[to + x - stride];
      const corner = x < depth || to === 0 ? 0 : out[to + x - stride - depth];
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      out[to + x] = data[from + 1 + x] + guess;
    }
  }
  return out;
}

function paeth(left, above, corner) {
  const guess = left + above - corner;
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(guess - value));
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/** The colours used most, rare ones of another hue included, and for each pixel the nearest of them. */
function reduce(pixels) {
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const all = [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette = [];
  for (const colour of all.map(split)) {
    if (palette.length === COLOURS_MOST) break;
    const isNew =
      palette.length === 0 || distance(palette[closest(palette, colour)], colour) > ALIKE;
    if (isNew) palette.push(colour);
  }
  const nearest = new Map(all.map((colour) => [colour, closest(palette, split(colour))]));
  return { palette, indices: Uint8Array.from(pixels, (colour) => nearest.get(colour)) };
}

function split(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function closest(palette, colour) {
  let best = 0;
  for (const index of palette.keys()) {
    if (distance(palette[index], colour) < distance(palette[best], colour)) best = index;
  }
  return best;
}

function distance(one, other) {
  return one.reduce((sum, part, at) => sum + (part - other[at]) ** 2, 0);
}

function chunk(kind, content) {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
