/** An EBML element: where its content is in the file. */
interface Element {
  id: number;
  start: number;
  end: number;
}

const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  timecode: 0xe7,
  duration: 0x4489,
  void: 0xec,
};

function vint(bytes: Buffer, at: number, keepsMarker: boolean): { value: number; length: number } {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  let value = keepsMarker ? first : first & (0xff >> length);
  for (let index = 1; index < length; index += 1) {
    value = value * 256 + (bytes[at + index] ?? 0);
  }
  return { value, length };
}

function childrenOf(bytes: Buffer, start: number, end: number): Element[] {
  const found: Element[] = [];
  for (let at = start; at < end; ) {
    const id = vint(bytes, at, true);
    const size = vint(bytes, at + id.length, false);
    const content = at + id.length + size.length;
    found.push({ id: id.value, start: content, end: content + size.value });
    at = content + size.value;
  }
  return found;
}

function element(id: number, content: Buffer): Buffer {
  const idBytes = Buffer.from(
    id
      .toString(16)
      .padStart(2, '0')
      .replace(/^(.(..)*)$/, '0$1'),
    'hex',
  );
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length));
  size[0] = 0x01;
  return Buffer.concat([idBytes, size, content]);
}

function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/**
 * A WebM that plays another one again and again, with an index for seeking and `padding` unused bytes after each part, so that it is as
 * large as a long recording.
 *
 * @param lengthMs of the one that is repeated
 */
export function longWebm(webm: Buffer, repeats: number, lengthMs: number, padding: number): Buffer {
  const top = childrenOf(webm, 0, webm.length);
  const segment = top.find(({ id }) => id === ids.segment);
  if (!segment) {
    throw new Error('The file has no segment.');
  }
  const parts = childrenOf(webm, segment.start, segment.end);
  const contentOf = (wanted: number) => {
    const part = parts.find(({ id }) => id === wanted);
    return part ? webm.subarray(part.start, part.end) : Buffer.alloc(0);
  };
  const header = webm.subarray(0, childrenOf(webm, 0, webm.length)[0]?.end ?? 0);
  const tracks = element(ids.tracks, contentOf(ids.tracks));
  const infoContent = contentOf(ids.info);
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(repeats * lengthMs);
  const info = element(
    ids.info,
    Buffer.concat([
      ...childrenOf(infoContent, 0, infoContent.length)
        .filter(({ id }) => id !== ids.duration)
        .map(({ id, start, end }) => element(id, infoContent.subarray(start, end))),
      element(ids.duration, duration),
    ]),
  );
  const unused = element(ids.void, Buffer.alloc(padding));
  const clusters: { time: number; bytes: Buffer }[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    for (const { start, end } of parts.filter(({ id }) => id === ids.cluster)) {
      const children = childrenOf(webm, start, end);
      const code = children.find(({ id }) => id === ids.timecode);
      const before = code ? webm.readUIntBE(code.start, code.end - code.start) : 0;
      const time = turn * lengthMs + before;
      const rest = webm.subarray(code?.end ?? start, end);
      const content = Buffer.concat([element(ids.timecode, unsigned(time)), rest]);
      clusters.push({ time, bytes: Buffer.concat([element(ids.cluster, content), unused]) });
    }
  }
  const cuesOf = (first: number) => {
    let at = first;
    return element(
      ids.cues,
      Buffer.concat(
        clusters.map(({ time, bytes }) => {
          const position = at;
          at += bytes.length;
          return element(
            ids.cuePoint,
            Buffer.concat([
              element(ids.cueTime, unsigned(time)),
              element(
                ids.cueTrackPositions,
                Buffer.concat([
                  element(ids.cueTrack, unsigned(1)),
                  element(ids.cueClusterPosition, unsigned(position)),
                ]),
              ),
            ]),
          );
        }),
      ),
    );
  };
  const first = info.length + tracks.length + cuesOf(0).length;
  const content = Buffer.concat([info, tracks, cuesOf(first), ...clusters.map(({ bytes }) => bytes)]);
  return Buffer.concat([header, element(ids.segment, content)]);
}
