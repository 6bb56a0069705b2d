import { crc32, deflateSync } from 'node:zlib';

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
