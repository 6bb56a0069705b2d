import type { Lettering } from './lettering.ts';
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
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = (Math.floor(y) * this.width + Math.floor(x)) * 3;
    for (let part = 0; part < 3; part += 1) {
      const under = this.pixels[at + part] ?? 0;
      this.pixels[at + part] = Math.round(under + ((colour[part] ?? 0) - under) * opacity);
    }
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour, opacity = 1): void {
    for (let row = y; row < y + height; row += 1) {
      for (let column = x; column < x + width; column += 1) this.dot(column, row, colour, opacity);
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
      const { width, coverage } = lettering.glyph(character);
      const drawn = width * scale;
      // At a fixed pitch a letter stands in the middle of its cell.
      const inset = pitch > 0 ? (pitch - drawn) / 2 : 0;
      // A turned letter is sampled twice as densely, so that rounding leaves no holes.
      const step = turn === 0 ? 1 : 0.5;
      for (let v = 0; v < size; v += step) {
        for (let u = 0; u < drawn; u += step) {
          const cover = sampled(coverage, width, lettering.height, u / scale, v / scale, 1 / scale);
          if (cover < 8) continue;
          const [along, down] = [pen + u + inset, v];
          const strength = (cover / 255) * opacity * step;
          this.dot(x + along * cos - down * sin, y + along * sin + down * cos, colour, strength);
        }
      }
      pen += pitch > 0 ? pitch : drawn;
    }
  }

  png(): Buffer {
    return encodePng(this.width, this.height, this.pixels);
  }
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share;
}

/** Mean coverage of the source square that one target pixel stands on. */
function sampled(
  coverage: Uint8Array,
  width: number,
  height: number,
  x: number,
  y: number,
  side: number,
): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (side <= 1) return coverage[top * width + left] ?? 0;
  let sum = 0;
  let count = 0;
  for (let row = top; row < y + side && row < height; row += 1) {
    for (let column = left; column < x + side && column < width; column += 1) {
      sum += coverage[row * width + column] ?? 0;
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}
