import { attempt } from '../../../../preload/shared/attempt.ts';
import { isSpace, type Piece, type ScanState, scanStart, scans } from '../raw-lines.ts';

/** The lines of the indented form as a tree. Each line has the same index as in `conversations.raw`. */
export interface RawStructure {
  raw: Uint8Array;
  /** The number of lines; each part of a long line counts as one. */
  total: number;
  /** Byte offset of each line. */
  from: Int32Array;
  /** The line that opens the object or array around a line; -1 outside of any. */
  parent: Int32Array;
  /** The position of a line's value among its siblings. */
  ordinal: Int32Array;
  /** For a line that opens an object or array the line that closes it; for one that closes it -2 minus its opener; otherwise -1. */
  closes: Int32Array;
  /** 1 for the second and later parts of a long line. */
  continuations: Uint8Array;
}

const openBracket = 0x5b;

/** Reads the structure of a response. Brackets that do not match end where their parent ends. */
export function structureOf(raw: Uint8Array): RawStructure {
  const lines = new Lines();
  const open: number[] = [];
  const counts: number[] = [0];
  let state: ScanState = scanStart;
  for (let step = scans.indented(raw, state); step !== undefined; step = scans.indented(raw, state)) {
    const { piece, next } = step;
    const index = lines.length;
    const isCloser = !piece.continued && next.depth < state.depth && isClosing(raw, piece.from);
    if (isCloser) {
      const opener = open.pop() ?? -1;
      counts.pop();
      lines.add(piece, open.at(-1) ?? -1, opener === -1 ? 0 : lines.ordinalOf(opener));
      if (opener !== -1) {
        lines.pair(opener, index);
      }
    } else {
      const level = counts.length - 1;
      const before = counts[level] ?? 0;
      if (!piece.continued) {
        counts[level] = before + 1;
      }
      lines.add(piece, open.at(-1) ?? -1, piece.continued ? Math.max(0, before - 1) : before);
      if (next.depth > state.depth) {
        open.push(index);
        counts.push(0);
      }
    }
    state = next;
  }
  for (const opener of open) {
    lines.pair(opener, lines.length);
  }
  return lines.finish(raw);
}

function isClosing(raw: Uint8Array, at: number): boolean {
  return raw[at] === 0x7d || raw[at] === 0x5d;
}

/** Columns that grow together. */
class Lines {
  length = 0;
  #from = new Int32Array(1024);
  #parent = new Int32Array(1024);
  #ordinal = new Int32Array(1024);
  #closes = new Int32Array(1024);
  #continuations = new Uint8Array(1024);

  add(piece: Piece, parent: number, ordinal: number): void {
    if (this.length === this.#from.length) {
      this.#grow();
    }
    this.#from[this.length] = piece.from;
    this.#parent[this.length] = parent;
    this.#ordinal[this.length] = ordinal;
    this.#closes[this.length] = -1;
    this.#continuations[this.length] = piece.continued ? 1 : 0;
    this.length += 1;
  }

  ordinalOf(line: number): number {
    return this.#ordinal[line] ?? 0;
  }

  /** @param closer the number of lines where nothing closes it */
  pair(opener: number, closer: number): void {
    this.#closes[opener] = closer;
    if (closer < this.length) {
      this.#closes[closer] = -2 - opener;
    }
  }

  finish(raw: Uint8Array): RawStructure {
    const { length } = this;
    return {
      raw,
      total: length,
      from: this.#from.subarray(0, length),
      parent: this.#parent.subarray(0, length),
      ordinal: this.#ordinal.subarray(0, length),
      closes: this.#closes.subarray(0, length),
      continuations: this.#continuations.subarray(0, length),
    };
  }

  #grow(): void {
    const wider = (column: Int32Array) => {
      const next = new Int32Array(column.length * 2);
      next.set(column);
      return next;
    };
    this.#from = wider(this.#from);
    this.#parent = wider(this.#parent);
    this.#ordinal = wider(this.#ordinal);
    this.#closes = wider(this.#closes);
    const larger = new Uint8Array(this.#continuations.length * 2);
    larger.set(this.#continuations);
    this.#continuations = larger;
  }
}

/** A part of a path: a member's name or an item's index. */
export type Segment = string | number;

/** Returns the path of the value on a line; of a closing bracket that of what it closes. */
export function segmentsOf(structure: RawStructure, line: number): Segment[] {
  const segments: Segment[] = [];
  let at = valueLine(structure, line);
  for (let parent = structure.parent[at] ?? -1; parent !== -1; parent = structure.parent[at] ?? -1) {
    segments.unshift(
      isList(structure, parent) ? (structure.ordinal[at] ?? 0) : (nameOf(structure, at) ?? ''),
    );
    at = firstPart(structure, parent);
  }
  return segments;
}

/** Returns the line on which the value of a line begins: its first part, or what its bracket closes. */
export function valueLine(structure: RawStructure, line: number): number {
  const closed = structure.closes[line] ?? -1;
  return firstPart(structure, closed <= -2 ? -2 - closed : line);
}

/** Returns the first part of a long line. */
function firstPart(structure: RawStructure, line: number): number {
  let at = line;
  while (at > 0 && structure.continuations[at] === 1) {
    at -= 1;
  }
  return at;
}

/** Returns the line after the value that begins on a line, closing bracket and further parts included. */
export function lineAfterValue(structure: RawStructure, line: number): number {
  let at = line;
  for (;;) {
    const closes = structure.closes[at] ?? -1;
    if (closes >= 0) {
      return Math.min(closes + 1, structure.total);
    }
    if (at + 1 >= structure.total || structure.continuations[at + 1] !== 1) {
      return at + 1;
    }
    at += 1;
  }
}

/** Returns the lines on which the members or items of an object or array begin. */
export function* childrenOf(structure: RawStructure, line: number): Generator<number> {
  const opener = openingPart(structure, line);
  if (opener === undefined) {
    return;
  }
  const end = structure.closes[opener] ?? structure.total;
  for (let at = opener + 1; at < end; at = lineAfterValue(structure, at)) {
    yield at;
  }
}

/** Returns the part of a long line that opens an object or array, if any does. */
export function openingPart(structure: RawStructure, line: number): number | undefined {
  for (let at = line; at < structure.total; at += 1) {
    if ((structure.closes[at] ?? -1) >= 0) {
      return at;
    }
    if (structure.continuations[at + 1] !== 1) {
      return undefined;
    }
  }
  return undefined;
}

/** Returns the name of the member that begins on a line; undefined for an item, and for what is no JSON string. */
export function nameOf(structure: RawStructure, line: number): string | undefined {
  const { raw, from } = structure;
  const start = from[line] ?? raw.length;
  const end = endOfString(raw, start);
  if (end === undefined) {
    return undefined;
  }
  const text = new TextDecoder().decode(raw.subarray(start, end));
  return attempt(() => JSON.parse(text) as string) ?? text;
}

/** Returns the value on a line as received, to the end of its last line, without the comma after it. */
export function valueBytes(structure: RawStructure, line: number): Uint8Array {
  const { raw, from, parent, total } = structure;
  const start = from[line] ?? raw.length;
  const after = lineAfterValue(structure, line);
  let end = after < total ? (from[after] ?? raw.length) : raw.length;
  const around = parent[line] ?? -1;
  let begin = start;
  if (around !== -1 && !isList(structure, around)) {
    const name = endOfString(raw, start);
    const colon = name === undefined ? -1 : raw.indexOf(0x3a, name);
    begin = colon === -1 ? start : colon + 1;
  }
  while (begin < end && isSpace(raw[begin])) {
    begin += 1;
  }
  while (end > begin && (isSpace(raw[end - 1]) || raw[end - 1] === 0x2c)) {
    end -= 1;
  }
  return raw.subarray(begin, end);
}

function isList(structure: RawStructure, opener: number): boolean {
  const { raw, from, total } = structure;
  let end = opener + 1 < total ? (from[opener + 1] ?? raw.length) : raw.length;
  while (end > 0 && isSpace(raw[end - 1])) {
    end -= 1;
  }
  return raw[end - 1] === openBracket;
}

/** Returns the offset after a JSON string that begins at an offset. */
function endOfString(raw: Uint8Array, at: number): number | undefined {
  if (raw[at] !== 0x22) {
    return undefined;
  }
  for (let next = at + 1; next < raw.length; next += 1) {
    if (raw[next] === 0x5c) {
      next += 1;
    } else if (raw[next] === 0x22) {
      return next + 1;
    }
  }
  return undefined;
}
