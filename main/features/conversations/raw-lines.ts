// The lines of a raw response are found in its bytes, without parsing and serializing: `1.0`, long numbers, duplicate
// members and escapes stay exactly as received.

/** A raw response as received, or with one line for each member. */
export type RawFormat = 'received' | 'indented';

/** The most characters (code points) in one part of a line; longer lines are split. */
export const maxPieceLength = 2000;

/** The state of a scan, enough to resume it. */
export interface ScanState {
  /** Offset of the next byte. */
  at: number;
  /** Number of the line that the next part belongs to, counted from 1. */
  line: number;
  /** Open brackets (indented form only). */
  depth: number;
  /** The next part continues the previous line. */
  continued: boolean;
  /** The next part begins inside a JSON string (indented form only). */
  inString: boolean;
}

/** One line or part of a line: bytes `from` to `to`, and how to show them. */
export interface Piece {
  from: number;
  to: number;
  line: number;
  depth: number;
  continued: boolean;
  inString: boolean;
}

export const scanStart: ScanState = { at: 0, line: 1, depth: 0, continued: false, inString: false };

/** The next part and the state after it; undefined at the end. Reads at most 2,000 characters. */
export type Scan = (raw: Uint8Array, state: ScanState) => { piece: Piece; next: ScanState } | undefined;

export const scans: Readonly<Record<RawFormat, Scan>> = { received: scanReceived, indented: scanIndented };

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openers: ReadonlyMap<number, number> = new Map([
  [0x7b, 0x7d],
  [0x5b, 0x5d],
]);

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === newline || byte === carriageReturn;
}

function isCloser(byte: number | undefined): boolean {
  return byte === 0x7d || byte === 0x5d;
}

/** Returns whether a byte is the second or later byte of a UTF-8 character. */
function goesOn(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Split at line feeds; a carriage return before one is not shown. */
function scanReceived(raw: Uint8Array, state: ScanState): ReturnType<Scan> {
  const from = state.at;
  if (from >= raw.length) {
    return undefined;
  }
  let at = from;
  let characters = 0;
  while (at < raw.length && raw[at] !== newline) {
    if (characters === maxPieceLength && !goesOn(raw[at])) {
      return cutAt(at, from, state, state.depth, false);
    }
    if (!goesOn(raw[at])) {
      characters += 1;
    }
    at += 1;
  }
  const to = at > from && raw[at - 1] === carriageReturn && raw[at] === newline ? at - 1 : at;
  return {
    piece: pieceOf(state, from, to, 0),
    next: { at: at + 1, line: state.line + 1, depth: 0, continued: false, inString: false },
  };
}

/** Returns one line for each member, item and closing bracket; empty brackets stay on one line. */
function scanIndented(raw: Uint8Array, state: ScanState): ReturnType<Scan> {
  let at = state.at;
  if (!state.inString) {
    at = skipSpace(raw, at);
  }
  const from = at;
  if (from >= raw.length) {
    return undefined;
  }
  let { inString } = state;
  let depth = state.depth;
  let shownDepth = depth;
  let characters = 0;
  let empty = !state.continued;
  while (at < raw.length) {
    const byte = raw[at];
    // A part may be cut anywhere except inside a character or an escape sequence.
    if (characters >= maxPieceLength && !goesOn(byte)) {
      return cutAt(at, from, state, shownDepth, inString, depth);
    }
    if (!goesOn(byte)) {
      characters += 1;
    }
    if (inString) {
      if (byte === backslash) {
        at += 2;
        characters += 1;
        continue;
      }
      if (byte === quote) {
        inString = false;
      }
    } else if (byte === quote) {
      inString = true;
    } else if (byte === comma) {
      return { piece: pieceOf(state, from, at + 1, shownDepth), next: lineAfter(state, at + 1, depth) };
    } else if (isCloser(byte)) {
      if (!empty) {
        return { piece: pieceOf(state, from, at, shownDepth), next: lineAfter(state, at, depth) };
      }
      depth = Math.max(0, depth - 1);
      shownDepth = depth;
    } else if (byte !== undefined && openers.has(byte)) {
      const after = skipSpace(raw, at + 1);
      if (raw[after] === openers.get(byte)) {
        at = after;
      } else {
        return { piece: pieceOf(state, from, at + 1, shownDepth), next: lineAfter(state, at + 1, depth + 1) };
      }
    }
    if (!isSpace(byte)) {
      empty = false;
    }
    at += 1;
  }
  return {
    piece: pieceOf(state, from, Math.min(at, raw.length), shownDepth),
    next: lineAfter(state, raw.length, depth),
  };
}

function skipSpace(raw: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(raw[at])) {
    at += 1;
  }
  return at;
}

function pieceOf(state: ScanState, from: number, to: number, depth: number): Piece {
  return { from, to, line: state.line, depth, continued: state.continued, inString: state.inString };
}

function lineAfter(state: ScanState, at: number, depth: number): ScanState {
  return { at, line: state.line + 1, depth, continued: false, inString: false };
}

function cutAt(
  at: number,
  from: number,
  state: ScanState,
  shownDepth: number,
  inString: boolean,
  depth = state.depth,
): NonNullable<ReturnType<Scan>> {
  return {
    piece: pieceOf(state, from, at, shownDepth),
    next: { at, line: state.line, depth, continued: true, inString },
  };
}

const colon = 0x3a;
const space = 0x20;

/** Returns a part as text. The indented form has no white space between tokens and one space after a colon. */
export function pieceText(raw: Uint8Array, piece: Piece, form: RawFormat): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const bytes = raw.subarray(piece.from, piece.to);
  if (form === 'received') {
    return decoder.decode(bytes);
  }
  const larger = new Uint8Array(bytes.length * 2);
  let length = 0;
  let inString = piece.inString;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (!inString && isSpace(byte)) {
      continue;
    }
    if (!inString && byte === colon) {
      larger[length] = colon;
      larger[length + 1] = space;
      length += 2;
      continue;
    }
    larger[length] = byte;
    length += 1;
    if (byte === quote) {
      inString = !inString;
    } else if (inString && byte === backslash && at + 1 < bytes.length) {
      at += 1;
      larger[length] = bytes[at] ?? 0;
      length += 1;
    }
  }
  const indent = piece.continued ? '' : '  '.repeat(Math.min(piece.depth, 60));
  return indent + decoder.decode(larger.subarray(0, length));
}
