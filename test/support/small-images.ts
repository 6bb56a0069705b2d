/** A GIF of one colour in two frames, with codes that are not compressed. */
export function gifOf(width: number, height: number): Buffer {
  const screen = Buffer.alloc(13);
  screen.write('GIF89a', 0, 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  screen[10] = 0x80;
  const palette = Buffer.from([200, 30, 30, 30, 30, 200]);
  return Buffer.concat([screen, palette, gifFrame(8, 8, 0), gifFrame(8, 8, 1), Buffer.from([0x3b])]);
}

/** A frame of 8 by 8 pixels; with codes of three bits, a clear code is needed after every fourth pixel at most. */
function gifFrame(width: number, height: number, colour: 0 | 1): Buffer {
  const control = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]);
  const head = Buffer.alloc(11);
  head[0] = 0x2c;
  head.writeUInt16LE(width, 5);
  head.writeUInt16LE(height, 7);
  head[10] = 2;
  const [clear, end] = [4, 5];
  const codes: number[] = [];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (pixel % 2 === 0) {
      codes.push(clear);
    }
    codes.push(colour);
  }
  codes.push(end);
  const bits = codes.flatMap((code) => [code & 1, (code >> 1) & 1, (code >> 2) & 1]);
  const data = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries()) {
    data[at >> 3] = (data[at >> 3] ?? 0) | (bit << (at & 7));
  }
  return Buffer.concat([control, head, Buffer.from([data.length]), data, Buffer.from([0])]);
}

/** An AVIF of 2 by 2 pixels, encoded with libavif. */
export const tinyAvif = Buffer.from(
  [
    'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAA',
    'AAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAA',
    'ABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAA',
    'AwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgA',
    'NogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  ].join(''),
  'base64',
);
