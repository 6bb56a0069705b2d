import type { Readable } from 'node:stream';
import { createImageReader, type ImageSize } from './image-reader.ts';
import { type BodyBeginning, peek } from './peek.ts';

/** The largest image that is shown: a browser needs four bytes of memory for each pixel. */
const maxSide = 30_000;
const maxPixels = 120_000_000;

/** Returns the size in an image's first bytes, or undefined when they do not contain it (yet). */
export function imageSize(type: string, first: Buffer): ImageSize | undefined {
  const reader = createImageReader(type);
  if (reader) {
    reader.feed(first);
    return reader.size;
  }
  return sizes[type]?.(first);
}

/** The bytes that are searched for the size, in steps: a JPEG may have a preview and colour profiles before it. */
const lookAhead = [64 * 1024, 512 * 1024, 2 * 1024 * 1024];

/** Returns the size of an image and its whole stream. */
export async function measureImage(
  type: string,
  beginning: BodyBeginning,
  signal: AbortSignal,
): Promise<{ size: ImageSize | undefined; whole: Readable }> {
  let { first, whole } = beginning;
  let size = imageSize(type, first);
  for (const bytes of lookAhead) {
    if (size || whole.readableEnded) {
      break;
    }
    const before = first.length;
    ({ first, whole } = await peek(whole, signal, bytes));
    size = imageSize(type, first);
    if (first.length === before) {
      break;
    }
  }
  return { size, whole };
}

/** Returns why an image of this size is not shown, or undefined when it is. */
export function sizeRefusal(size: ImageSize | undefined): string | undefined {
  if (!size || size.width === 0 || size.height === 0) {
    return 'Its size could not be read: the file is damaged or incomplete.';
  }
  const { width, height } = size;
  if (width <= maxSide && height <= maxSide && width * height <= maxPixels) {
    return undefined;
  }
  const number = (value: number) => value.toLocaleString('en');
  return (
    `The image is ${number(width)} × ${number(height)} pixels. Images up to ${number(maxSide)} pixels a side ` +
    `and ${number(maxPixels / 1_000_000)} million pixels in all are shown.`
  );
}

const sizes: Record<string, (bytes: Buffer) => ImageSize | undefined> = {
  'image/gif': gifSize,
  'image/bmp': bmpSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
};

/**
 * GIF 89a: the screen, or as far as the first frame reaches beyond it, since a browser then enlarges the screen. Undefined until the first
 * frame has passed.
 */
function gifSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 13) {
    return undefined;
  }
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const flags = bytes[10] ?? 0;
  let at = 13 + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  // Extensions: a label, then blocks with their lengths, the last of which is 0.
  while (bytes[at] === 0x21) {
    at += 2;
    for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) {
      at += length + 1;
    }
    at += 1;
  }
  if (at >= bytes.length) {
    return undefined;
  }
  if (bytes[at] !== 0x2c) {
    return screen;
  }
  return at + 9 > bytes.length
    ? undefined
    : {
        width: Math.max(screen.width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5)),
        height: Math.max(screen.height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7)),
      };
}

/** Reads the size, of two bytes a side in the oldest header, which is 12 bytes long, and of four bytes in all others. */
function bmpSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 26) {
    return undefined;
  }
  return bytes.readUInt32LE(14) === 12
    ? { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }
    : { width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) };
}

/** RFC 9649: the first chunk is VP8X with the canvas, VP8L, or VP8 with a key frame. */
function webpSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30) {
    return undefined;
  }
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8X') {
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (chunk === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return chunk === 'VP8 '
    ? { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    : undefined;
}

/** ISO/IEC 23008-12: each item has an `ispe` box with its size; the largest counts, since any item may be the one shown. */
function avifSize(bytes: Buffer): ImageSize | undefined {
  let largest: ImageSize | undefined;
  let at = bytes.indexOf('ispe', 0, 'latin1');
  while (at >= 0 && at + 16 <= bytes.length) {
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) {
      largest = size;
    }
    at = bytes.indexOf('ispe', at + 4, 'latin1');
  }
  return largest;
}
