import type { Glyph, Lettering } from './lettering.ts';
import { encodePng } from './png.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** Pixels to draw a specimen on. Everything is in pixels from the top left; opacity is 0 to 1. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 3);
  }

  /** Lays a colour over one pixel. */
  dot(x: number, y: number, colour: Colour, opacity = 1): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) {
      return;
    }
    const at = (Math.floor(y) * this.width + Math.floor(x)) * 3;
    for (let part = 0; part < 3; part += 1) {
      const under = this.pixels[at + part] ?? 0;
      this.pixels[at + part] = Math.round(under + ((colour[part] ?? 0) - under) * opacity);
    }
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour, opacity = 1): void {
    if (opacity === 1) {
      this.#fill(x, y, width, height, colour);
      return;
    }
    for (let row = y; row < y + height; row += 1) {
      for (let column = x; column < x + width; column += 1) {
        this.dot(column, row, colour, opacity);
      }
    }
  }

  /** An opaque rectangle is one row of pixels, copied. */
  #fill(x: number, y: number, width: number, height: number, colour: Colour): void {
    const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
    const [right, bottom] = [
      Math.min(this.width, Math.ceil(x + width)),
      Math.min(this.height, Math.ceil(y + height)),
    ];
    if (left >= right || top >= bottom) {
      return;
    }
    const [start, end] = [(top * this.width + left) * 3, (top * this.width + right) * 3];
    for (let at = start; at < end; at += 3) {
      this.pixels.set(colour, at);
    }
    for (let line = top + 1; line < bottom; line += 1) {
      this.pixels.copyWithin((line * this.width + left) * 3, start, end);
    }
  }

  /** Fills the whole with a vertical gradient. */
  gradient(top: Colour, bottom: Colour): void {
    for (let y = 0; y < this.height; y += 1) {
      const share = y / this.height;
      const mixed: Colour = [
        mix(top[0], bottom[0], share),
        mix(top[1], bottom[1], share),
        mix(top[2], bottom[2], share),
      ];
      this.rectangle(0, y, this.width, 1, mixed);
    }
  }

  /** A filled ellipse, optionally only its part above `lowest`. */
  ellipse(cx: number, cy: number, rx: number, ry: number, colour: Colour, lowest = this.height): void {
    for (let y = Math.floor(cy - ry); y < Math.min(cy + ry, lowest); y += 1) {
      for (let x = Math.floor(cx - rx); x < cx + rx; x += 1) {
        const distance = Math.hypot((x + 0.5 - cx) / rx, (y + 0.5 - cy) / ry);
        // The edge fades over about a pixel.
        this.dot(x, y, colour, Math.min(1, Math.max(0, (1 - distance) * Math.min(rx, ry) + 0.5)));
      }
    }
  }

  /** Interwoven waves, as printed under documents. */
  guilloche(colour: Colour, phase: number): void {
    for (let line = 0; line < 18; line += 1) {
      for (let x = 0; x < this.width; x += 0.5) {
        const swing = Math.sin(x / 47 + phase + line * 0.55) * 26 + Math.sin(x / 113 - line) * 18;
        this.dot(x, (this.height * (line + 0.5)) / 18 + swing, colour, 0.28);
      }
    }
  }

  /** Text with its top left corner at (x, y), `size` pixels high, turned by `turn` radians about that corner. */
  text(
    lettering: Lettering,
    words: string,
    x: number,
    y: number,
    size: number,
    colour: Colour,
    { opacity = 1, turn = 0, pitch = 0 }: { opacity?: number; turn?: number; pitch?: number } = {},
  ): void {
    const scale = size / lettering.height;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    let pen = 0;
    for (const character of words) {
      const glyph = lettering.glyph(character);
      const drawn = glyph.width * scale;
      // At a fixed pitch a letter stands in the middle of its cell.
      const start = pen + (pitch > 0 ? (pitch - drawn) / 2 : 0);
      const [left, top] = [x + start * cos, y + start * sin];
      const reach = Math.abs(size * sin);
      // Every pixel that the turned letter may cover is turned back to the place in the letter that it shows.
      for (
        let row = Math.floor(top - drawn * Math.abs(sin));
        row < top + size + drawn * Math.abs(sin);
        row += 1
      ) {
        for (let column = Math.floor(left - reach); column < left + drawn + reach; column += 1) {
          const [across, down] = [column + 0.5 - left, row + 0.5 - top];
          const [u, v] = [(across * cos + down * sin) / scale, (down * cos - across * sin) / scale];
          const cover = coverageAt(glyph, lettering.height, u, v, 1 / scale);
          if (cover > 0) {
            this.dot(column, row, colour, (cover / 255) * opacity);
          }
        }
      }
      pen += pitch > 0 ? pitch : drawn;
    }
  }

  png(): Promise<Buffer> {
    return encodePng(this.width, this.height, this.pixels);
  }
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share;
}

/** Coverage around (u, v) of a letter: the mean of a square of the side given when shrinking, interpolated when growing. */
function coverageAt({ width, coverage }: Glyph, height: number, u: number, v: number, side: number): number {
  if (u < -1 || v < -1 || u > width + 1 || v > height + 1) {
    return 0;
  }
  const half = Math.max(side, 1) / 2;
  let sum = 0;
  let weights = 0;
  for (let row = Math.floor(v - half); row < v + half; row += 1) {
    const high = Math.min(row + 1, v + half) - Math.max(row, v - half);
    for (let column = Math.floor(u - half); column < u + half; column += 1) {
      const weight = high * (Math.min(column + 1, u + half) - Math.max(column, u - half));
      weights += weight;
      if (row < 0 || column < 0 || row >= height || column >= width) {
        continue;
      }
      sum += weight * (coverage[row * width + column] ?? 0);
    }
  }
  return weights > 0 ? sum / weights : 0;
}
