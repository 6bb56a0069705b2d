type Box = readonly [left: number, bottom: number, right: number, top: number];

interface Glyph {
  /** Filled boxes, and boxes left out of them, in units of 1000 to the em. */
  filled: readonly Box[];
  holes: readonly Box[];
}

const frame: Box = [100, 0, 900, 800];

/** Characters whose strokes are horizontal and vertical: 日, 目, 田. */
const glyphs: readonly Glyph[] = [
  { filled: [frame], holes: [] },
  {
    filled: [frame],
    holes: [
      [200, 80, 800, 360],
      [200, 440, 800, 720],
    ],
  },
  {
    filled: [frame],
    holes: [
      [200, 80, 800, 240],
      [200, 320, 800, 480],
      [200, 560, 800, 720],
    ],
  },
  {
    filled: [frame],
    holes: [
      [180, 80, 460, 360],
      [540, 80, 820, 360],
      [180, 440, 460, 720],
      [540, 440, 820, 720],
    ],
  },
];

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) {
    bytes.writeInt16BE(value > 0x7fff ? value - 0x10000 : value, index * 2);
  }
  return bytes;
}

function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) {
    bytes.writeUInt32BE(value >>> 0, index * 4);
  }
  return bytes;
}

/** A simple glyph (OpenType 1.9, `glyf`): boxes clockwise, holes the other way round. */
function outline({ filled, holes }: Glyph): Buffer {
  const clockwise = ([left, bottom, right, top]: Box) => [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ];
  const contours = [...filled.map(clockwise), ...holes.map((hole) => clockwise(hole).toReversed())];
  const points = contours.flat();
  const deltas = (axis: 0 | 1) =>
    points.map((point, index) => (point[axis] ?? 0) - (points[index - 1]?.[axis] ?? 0));
  const glyph = Buffer.concat([
    words(contours.length, ...frame, ...contours.map((_, index) => 4 * index + 3), 0),
    Buffer.alloc(points.length, 1),
    words(...deltas(0)),
    words(...deltas(1)),
  ]);
  return Buffer.concat([glyph, Buffer.alloc((4 - (glyph.length % 4)) % 4)]);
}

/** A TrueType font whose glyphs 1 to 3 are 日, 目 and 田. */
export function cjkFont(): Buffer {
  const outlines = glyphs.map(outline);
  const count = outlines.length;
  const starts = outlines.map((_, index) =>
    outlines.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  );
  const all = Buffer.concat(outlines);
  const tables: Record<string, Buffer> = {
    cmap: Buffer.concat([words(0, 1, 3, 1), longs(12), words(4, 24, 0, 2, 2, 0, 0, 0xffff, 0, 0xffff, 1, 0)]),
    glyf: all,
    head: Buffer.concat([
      longs(0x10000, 0x10000, 0, 0x5f0f3cf5),
      words(0, 1000),
      longs(0, 0, 0, 0),
      words(...frame, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([
      longs(0x10000),
      words(880, -120, 0, 1000, 100, 100, 900, 1, 0, 0, 0, 0, 0, 0, 0, count),
    ]),
    hmtx: words(...outlines.flatMap(() => [1000, 100])),
    loca: longs(...starts, all.length),
    maxp: Buffer.concat([longs(0x10000), words(count, 20, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    post: longs(0x30000, 0, 0, 0, 0, 0, 0, 0),
  };
  const names = Object.keys(tables);
  let at = 12 + 16 * names.length;
  const directory: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const name of names) {
    const table = tables[name] ?? Buffer.alloc(0);
    directory.push(Buffer.concat([Buffer.from(name, 'latin1'), longs(0, at, table.length)]));
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    bodies.push(padded);
    at += padded.length;
  }
  return Buffer.concat([longs(0x10000), words(names.length, 128, 3, 0), ...directory, ...bodies]);
}
