import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of 8-bit RGB pixels, three bytes each, row by row from the top. */
export async function encodePng(width: number, height: number, pixels: Uint8Array): Promise<Buffer> {
  const stride = width * 3;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const at = y * (stride + 1);
    // Filter 2, "up": each byte as its difference from the one above. Flat areas and vertical gradients become runs.
    rows[at] = 2;
    const start = y * stride;
    for (let x = start; x < start + stride; x += 1) {
      // The row above the first counts as zeros; an index below 0 would answer the same, slowly.
      rows[at + 1 + x - start] = (pixels[x] ?? 0) - (y === 0 ? 0 : (pixels[x - stride] ?? 0));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', await promisify(deflate)(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
