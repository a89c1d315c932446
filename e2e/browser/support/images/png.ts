// Reads PNGs as browsers and our server write them, so that tests can look at pixels.
import { inflateSync } from 'node:zlib';

const SIGNATURE = '89504e470d0a1a0a';
/** Bytes a pixel has, by the PNG's colour type: RGB and RGBA. */
const CHANNELS: Record<number, number> = { 2: 3, 6: 4 };

export class Png {
  private constructor(
    readonly width: number,
    readonly height: number,
    private readonly channels: number,
    private readonly pixels: Uint8Array,
  ) {}

  static read(file: Buffer): Png {
    if (file.subarray(0, 8).toString('hex') !== SIGNATURE) throw new Error('this is no PNG');
    const width = file.readUInt32BE(16);
    const height = file.readUInt32BE(20);
    const channels = CHANNELS[file.readUInt8(25)];
    if (file.readUInt8(24) !== 8 || channels === undefined || file.readUInt8(28) !== 0) {
      throw new Error('a PNG of another kind than browsers make');
    }
    const rows = inflateSync(Buffer.concat(chunks(file, 'IDAT')));
    return new Png(width, height, channels, unfiltered(rows, width * channels, height, channels));
  }

  /** Red, green, blue. */
  at(x: number, y: number): [number, number, number] {
    const start = (y * this.width + x) * this.channels;
    const [red = -1, green = -1, blue = -1] = this.pixels.subarray(start, start + 3);
    return [red, green, blue];
  }

  /** How many of its pixels have nearly this colour, from 0 to 1. */
  share(color: readonly number[]): number {
    let hits = 0;
    const [red = 0, green = 0, blue = 0] = color;
    const isNear = (at: number, sample: number) => Math.abs((this.pixels[at] ?? 0) - sample) < 8;
    for (let at = 0; at < this.pixels.length; at += this.channels) {
      if (isNear(at, red) && isNear(at + 1, green) && isNear(at + 2, blue)) hits += 1;
    }
    return hits / (this.width * this.height);
  }
}

function chunks(file: Buffer, wanted: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.subarray(at + 4, at + 8).toString('latin1');
    if (type === wanted) found.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return found;
}

/** Undoes what each row says was done to make it smaller. Written for speed: a page has 16 million pixels. */
function unfiltered(rows: Buffer, bytes: number, height: number, channels: number): Uint8Array {
  const pixels = new Uint8Array(bytes * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (bytes + 1)] ?? 0;
    const from = y * (bytes + 1) + 1;
    const to = y * bytes;
    for (let x = 0; x < bytes; x++) {
      const left = x < channels ? 0 : (pixels[to + x - channels] ?? 0);
      const up = y === 0 ? 0 : (pixels[to + x - bytes] ?? 0);
      let guess = 0;
      if (filter === 1) guess = left;
      else if (filter === 2) guess = up;
      else if (filter === 3) guess = (left + up) >> 1;
      else if (filter === 4) {
        const corner = x < channels || y === 0 ? 0 : (pixels[to + x - bytes - channels] ?? 0);
        guess = paeth(left, up, corner);
      }
      pixels[to + x] = (rows[from + x] ?? 0) + guess;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const byLeft = Math.abs(up - corner);
  const byUp = Math.abs(left - corner);
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
