/** A linear congruential generator: the same seed gives the same files. */
export function seeded(seed: number): (below: number) => number {
  let state = seed % 2_147_483_647 || 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const lengths = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0xfffffff0, 0xffffffff];

type Random = (below: number) => number;
type Change = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

const flipBits: Change = (bytes, random) => {
  const changed = Buffer.from(bytes);
  for (let times = random(24) + 1; times > 0; times -= 1) {
    const at = random(changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
  }
  return changed;
};
/** Most fields that matter stand in the first kilobyte. */
const flipHeader: Change = (bytes, random) => {
  const changed = Buffer.from(bytes);
  for (let times = random(6) + 1; times > 0; times -= 1) {
    const at = 8 + random(Math.min(1024, changed.length - 8));
    changed[at] = random(256);
  }
  return changed;
};
const truncate: Change = (bytes, random) => bytes.subarray(0, 16 + random(bytes.length - 16));
const swapHeader: Change = (bytes, random, others) => {
  const other = others[random(others.length)] ?? bytes;
  const length = 4 + random(60);
  return Buffer.concat([other.subarray(0, length), bytes.subarray(length)]);
};
const changeLength: Change = (bytes, random) => {
  const changed = Buffer.from(bytes);
  const value = lengths[random(lengths.length)] ?? 0;
  const at = random(Math.min(2048, changed.length - 4));
  const isLittle = random(2) === 0;
  if (isLittle) {
    changed.writeUInt32LE(value, at);
  } else {
    changed.writeUInt32BE(value, at);
  }
  return changed;
};
const repeatPart: Change = (bytes, random) => {
  const from = random(bytes.length);
  const part = bytes.subarray(from, from + 1 + random(4096));
  const at = random(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), ...Array(1 + random(6)).fill(part), bytes.subarray(at)]);
};
const removePart: Change = (bytes, random) => {
  const from = 4 + random(bytes.length - 4);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + random(512))]);
};

const changes: Change[] = [flipBits, flipHeader, truncate, swapHeader, changeLength, repeatPart, removePart];

/** A damaged copy of a file. @param others files of other kinds, whose first bytes may be put before it */
export function mutated(file: Buffer, seed: number, others: readonly Buffer[]): Buffer {
  const random = seeded(seed);
  // Each kind of change in turn, so that all are in any number of files.
  const change = changes[seed % changes.length] ?? flipBits;
  return change(file, random, others);
}
