import { type Run, runsOf } from './body-rows.ts';

/** A stretch of text that is on both sides, or on this one only. */
export interface Stretch {
  /** Index of its first byte. */
  at: number;
  differs: boolean;
  runs: Run[];
}

/** Bytes as text in stretches; a character differs when one of its bytes does. Half a character at either end is left out. */
export function stretches(bytes: Uint8Array, differing: readonly boolean[]): Stretch[] {
  const isLater = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let from = 0;
  while (from < Math.min(3, bytes.length) && isLater(from)) {
    from++;
  }
  const stretches: Stretch[] = [];
  let start = from;
  let current: boolean | undefined;
  const end = (at: number) => {
    if (current !== undefined && at > start) {
      stretches.push({ at: start, differs: current, runs: runsOf(bytes.subarray(start, at)) });
    }
    start = at;
  };
  for (let at = from; at < bytes.length; ) {
    let next = at + 1;
    while (next < bytes.length && next - at < 4 && isLater(next)) {
      next++;
    }
    const cut = next === bytes.length && next - at < lengthOf(bytes[at] ?? 0);
    if (cut) {
      end(at);
      return stretches;
    }
    const differs = differing.slice(at, next).some(Boolean);
    if (differs !== current) {
      end(at);
      current = differs;
    }
    at = next;
  }
  end(bytes.length);
  return stretches;
}

/** Bytes of the character that a byte begins, as far as UTF-8 says. */
function lengthOf(first: number): number {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
}
