import { crc32, deflateSync } from 'node:zlib';

/** Files that are little more than a header, of images as wide and high as `side` pixels. */
export function hugeImages(side: number): [type: string, bytes: Buffer][] {
  const little = (value: number, bytes: number) => {
    const field = Buffer.alloc(bytes);
    field.writeUIntLE(value, 0, bytes);
    return field;
  };
  const big = (value: number, bytes: number) => Buffer.from(little(value, bytes)).reverse();
  const text = (value: string) => Buffer.from(value, 'latin1');
  const rest = Buffer.alloc(64);
  return [
    ['image/png', pngOf(side, side, 1)],
    [
      'image/jpeg',
      Buffer.concat([
        text('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xc0\0\x0b\x08'),
        big(side, 2),
        big(side, 2),
        text('\x01\x01\x11\0'),
        rest,
      ]),
    ],
    [
      'image/webp',
      Buffer.concat([
        text('RIFF'),
        little(4 + 18, 4),
        text('WEBPVP8X'),
        little(10, 4),
        little(0, 4),
        little(side - 1, 3),
        little(side - 1, 3),
        rest,
      ]),
    ],
    [
      'image/avif',
      Buffer.concat([
        text('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf\0\0\0\x40meta\0\0\0\0'),
        text('\0\0\0\x14ispe\0\0\0\0'),
        big(side, 4),
        big(side, 4),
        rest,
      ]),
    ],
    ['image/gif', Buffer.concat([text('GIF89a'), little(side, 2), little(side, 2), text('\0\0\0;'), rest])],
    [
      'image/bmp',
      Buffer.concat([text('BM'), Buffer.alloc(12), little(40, 4), little(side, 4), little(side, 4), rest]),
    ],
  ];
}

/**
 * A PNG whose header declares `width` by `height` pixels and that contains `rows` rows of incompressible noise; `comment` is added in the clear.
 */
export function pngOf(width: number, height: number, rows = height, comment?: string): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const lines = Buffer.alloc(rows * (width + 1));
  let state = 1;
  for (let at = 0; at < lines.length; at += 1) {
    state = (state * 48_271) % 2_147_483_647;
    lines[at] = at % (width + 1) === 0 ? 0 : state % 256;
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(comment === undefined ? [] : [chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1'))]),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
