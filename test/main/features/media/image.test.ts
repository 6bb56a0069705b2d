import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createImageReader } from '../../../../main/features/media/image-reader.ts';
import { measureImage, sizeRefusal } from '../../../../main/features/media/image-size.ts';
import { peek } from '../../../../main/features/media/peek.ts';
import { fuzzRuns } from '../../../support/full-tests.ts';
import { hugeImages, pngOf } from '../../../support/images.ts';

const jpeg = readFileSync(
  join(import.meta.dirname, '../../../../main/sandbox/assets/specimens/polish/passport-photo.jpg'),
);
const png = pngOf(40, 30);
const images = [
  ['image/jpeg', jpeg],
  ['image/png', png],
] as const;

function read(type: string, parts: readonly Uint8Array[]) {
  const reader = createImageReader(type);
  for (const part of parts) {
    reader?.feed(part);
  }
  return { size: reader?.size, isComplete: reader?.isComplete };
}

describe.each(images)('an image of type %s', (type, bytes) => {
  const whole = read(type, [bytes]);

  test('has a size, and an end', () => {
    expect(whole.isComplete).toBe(true);
    expect(whole.size?.width).toBeGreaterThan(10);
  });

  test('is read the same however its bytes are split', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (cuts) => {
        const system = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const parts = system.slice(1).map((end, index) => bytes.subarray(system[index], end));
        expect(read(type, parts)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  test('is incomplete if it ends anywhere before its end', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 13), (end) => {
        expect(read(type, [bytes.subarray(0, end)]).isComplete).toBe(false);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  test('is complete with bytes after its end', () => {
    expect(read(type, [bytes, Buffer.from('more')]).isComplete).toBe(true);
  });
});

test('never throws, whatever the bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 2000 }),
      fc.constantFrom('image/png', 'image/jpeg'),
      (bytes, type) => {
        read(type, [bytes]);
      },
    ),
  );
});

async function sizeOf(type: string, bytes: Buffer) {
  const { signal } = new AbortController();
  const peeked = await peek(Readable.from([bytes], { objectMode: false }), signal);
  const { size, whole } = await measureImage(type, peeked, signal);
  expect((await buffer(whole)).equals(bytes)).toBe(true);
  return size;
}

describe('the size of an image is read before it is decoded', () => {
  const number = (value: number, bytes: number) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUIntLE(value, 0, bytes);
    return buffer;
  };
  const text = (value: string) => Buffer.from(value, 'latin1');
  const after = Buffer.alloc(40);
  const ispe = Buffer.concat([
    text('ftypavif'),
    text('ispe'),
    Buffer.from([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0]),
  ]);
  test.each([
    ['image/gif', Buffer.concat([text('GIF89a'), number(300, 2), number(200, 2), after]), [300, 200]],
    [
      'image/bmp',
      Buffer.concat([text('BM'), Buffer.alloc(16), number(300, 4), number(200, 4), after]),
      [300, 200],
    ],
    [
      'image/webp',
      Buffer.concat([text('RIFF....WEBPVP8X'), Buffer.alloc(8), number(299, 3), number(199, 3), after]),
      [300, 200],
    ],
    [
      'image/webp',
      Buffer.concat([
        text('RIFF....WEBPVP8L'),
        Buffer.alloc(4),
        text('/'),
        number(299 + 199 * 2 ** 14, 4),
        after,
      ]),
      [300, 200],
    ],
    [
      'image/webp',
      Buffer.concat([text('RIFF....WEBPVP8 '), Buffer.alloc(10), number(300, 2), number(200, 2), after]),
      [300, 200],
    ],
    ['image/avif', Buffer.concat([ispe, after]), [256, 512]],
    ['image/png', png, [40, 30]],
  ])('%s', async (type, bytes, [width, height]) => {
    expect(await sizeOf(type, bytes)).toEqual({ width, height });
  });

  test('of a JPEG even after a megabyte of other segments', async () => {
    const segment = Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(0xfffd)]);
    const long = Buffer.concat([
      jpeg.subarray(0, 2),
      ...Array.from({ length: 16 }, () => segment),
      jpeg.subarray(2),
    ]);
    expect(await sizeOf('image/jpeg', long)).toEqual(read('image/jpeg', [jpeg]).size);
  });

  test('and refused if it is too large or unreadable', () => {
    expect(sizeRefusal({ width: 12_000, height: 9_000 })).toBeUndefined();
    expect(sizeRefusal({ width: 30_001, height: 10 })).toContain('30,001 × 10 pixels');
    expect(sizeRefusal({ width: 30_000, height: 30_000 })).toContain('120 million pixels');
    expect(sizeRefusal({ width: 0, height: 10 })).toContain('could not be read');
    expect(sizeRefusal(undefined)).toContain('could not be read');
  });
});

describe('an image of 30,000 by 30,000 pixels is refused by its header', () => {
  test.each(hugeImages(30_000))('%s', async (type, bytes) => {
    expect(sizeRefusal(await sizeOf(type, bytes))).toBe(
      'The image is 30,000 × 30,000 pixels. Images up to 30,000 pixels a side and 120 million pixels in all are shown.',
    );
  });

  test('also where a GIF of one pixel has a frame of that size', async () => {
    const bytes = Buffer.concat([
      Buffer.from('GIF89a\x01\0\x01\0\0\0\0\x21\xfe\x03abc\0\x2c\0\0\0\0', 'latin1'),
      Buffer.from([0x30, 0x75, 0x30, 0x75, 0]),
      Buffer.alloc(40),
    ]);
    expect(await sizeOf('image/gif', bytes)).toEqual({ width: 30_000, height: 30_000 });
  });

  test('a bitmap with the oldest header has a size of two bytes each', async () => {
    const bytes = Buffer.alloc(60);
    bytes.write('BM');
    bytes.writeUInt32LE(12, 14);
    bytes.writeUInt16LE(300, 18);
    bytes.writeUInt16LE(200, 20);
    expect(await sizeOf('image/bmp', bytes)).toEqual({ width: 300, height: 200 });
  });
});
