import { arrayStart, flagEscaped, nameToken, objectStart, type Tape } from './tape.ts';

/** Returns whether a token opens an object or an array. */
export function isOpening(kind: number): boolean {
  return kind === objectStart || kind === arrayStart;
}

/** Returns the token after the value at `index`. */
export function after(tape: Tape, index: number): number {
  return isOpening(tape.kinds[index] ?? 0) ? (tape.ends[index] ?? index) + 1 : index + 1;
}

/** Returns the value of a string or member name, unescaped. */
export function stringAt(tape: Tape, index: number): string {
  const raw = Buffer.from(tape.source.buffer, tape.source.byteOffset, tape.source.length);
  const start = tape.starts[index] ?? 0;
  const end = tape.ends[index] ?? 0;
  if (((tape.flags[index] ?? 0) & flagEscaped) === 0) {
    return raw.toString('utf8', start + 1, end - 1);
  }
  return String(JSON.parse(raw.toString('utf8', start, end)));
}

/**
 * Returns the value of a member by its path from the root: its token index, or undefined. The last duplicate counts; an item of
 * a list is named by its position.
 */
export function memberAt(tape: Tape, path: readonly string[]): number | undefined {
  let index: number | undefined = 0;
  for (const name of path) {
    if (index !== undefined && tape.kinds[index] === arrayStart && /^\d{1,9}$/.test(name)) {
      index = itemAt(tape, index, Number(name));
      continue;
    }
    if (index === undefined || tape.kinds[index] !== objectStart) {
      return undefined;
    }
    let position: number | undefined;
    const end: number = tape.ends[index] ?? 0;
    for (let at: number = index + 1; at < end && tape.kinds[at] === nameToken; at = after(tape, at + 1)) {
      if (stringAt(tape, at) === name) {
        position = at + 1;
      }
    }
    index = position;
  }
  return index;
}

function itemAt(tape: Tape, index: number, position: number): number | undefined {
  const end = tape.ends[index] ?? 0;
  let at = index + 1;
  for (let left = position; left > 0 && at < end; left--) {
    at = after(tape, at);
  }
  return at < end ? at : undefined;
}

/** Returns the name of the first member that its object has more than once. */
export function repeatedName(tape: Tape): string | undefined {
  for (let index = 0; index < tape.size; index++) {
    if (tape.kinds[index] !== objectStart) {
      continue;
    }
    const names = new Set<string>();
    const end = tape.ends[index] ?? 0;
    for (let at = index + 1; at < end; at = after(tape, at + 1)) {
      const name = stringAt(tape, at);
      if (names.has(name)) {
        return name;
      }
      names.add(name);
    }
  }
  return undefined;
}
