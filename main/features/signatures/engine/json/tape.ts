import type { JsonBounds } from './bounds.ts';
/**
 * JSON as a flat list of tokens over its source bytes. Numbers, member order, duplicates and escapes stay as written,
 * which a parser into objects cannot preserve and signatures depend on.
 */
export interface Tape {
  source: Uint8Array;
  size: number;
  /** One of the token constants below for each token. */
  kinds: Uint8Array;
  /** First byte of the token; strings include their quotes. */
  starts: Int32Array;
  /** Byte after the token; for an opening bracket, the token index of its closing one. */
  ends: Int32Array;
  /** For strings and member names: flags (`flag…`) about the content. */
  flags: Uint8Array;
  /** For each byte value 1 when it occurs inside strings. */
  byteFlags: Uint8Array;
  /** Its tokens are in another order than the source, so there is no white space to keep. */
  isReordered?: true;
}

export const objectStart = 1;
export const objectEnd = 2;
export const arrayStart = 3;
export const arrayEnd = 4;
export const nameToken = 5;
export const stringToken = 6;
export const numberToken = 7;
export const literal = 8;

export const flagEscaped = 1;
export const flagNonAscii = 2;
/** Contains one of the ASCII characters that some writers escape: / < > & ' + ` = and DEL. */
export const flagNeedsEscape = 4;

const quote = 0x22;
const backslash = 0x5c;
const byteOrderMark = [0xef, 0xbb, 0xbf];

function flagsByByte(): Uint8Array {
  const table = new Uint8Array(256);
  for (let byte = 0x80; byte < 256; byte++) {
    table[byte] = flagNonAscii;
  }
  for (const char of "/<>&'+`=\x7f") {
    table[char.charCodeAt(0)] = flagNeedsEscape;
  }
  table[backslash] = flagEscaped;
  return table;
}

/** Parses strict JSON (skipping a byte order mark). Undefined when it is not JSON; the name of the bound that it exceeds. */
export function readTapeWithin(source: Uint8Array, bounds: JsonBounds): Tape | keyof JsonBounds | undefined {
  const reader = new TapeReader(source, bounds);
  return reader.read() ?? reader.beyond;
}

/** Reads the same without bounds, for text that was checked before. Undefined when it is not JSON. */
export function readTape(source: Uint8Array): Tape | undefined {
  return new TapeReader(source, noBounds).read();
}

const noBounds: JsonBounds = { tokens: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

class TapeReader {
  /** The bound at which reading stopped. */
  beyond: keyof JsonBounds | undefined;
  readonly #bounds: JsonBounds;
  readonly #source: Uint8Array;
  /** The same with one character for each byte. */
  readonly #text: string;
  #at = 0;
  #size = 0;
  #kinds: Uint8Array;
  #starts: Int32Array;
  #ends: Int32Array;
  #flags: Uint8Array;
  readonly #byteFlags = new Uint8Array(256);
  readonly #byByte = flagsByByte();

  constructor(source: Uint8Array, bounds: JsonBounds) {
    this.#source = source;
    this.#text = Buffer.from(source.buffer, source.byteOffset, source.length).toString('latin1');
    this.#bounds = bounds;
    const guess = Math.max(64, Math.min(source.length >> 3, bounds.tokens));
    this.#kinds = new Uint8Array(guess);
    this.#starts = new Int32Array(guess);
    this.#ends = new Int32Array(guess);
    this.#flags = new Uint8Array(guess);
  }

  read(): Tape | undefined {
    if (byteOrderMark.every((byte, index) => this.#source[index] === byte)) {
      this.#at = 3;
    }
    if (!this.#document()) {
      return undefined;
    }
    return {
      source: this.#source,
      size: this.#size,
      kinds: this.#kinds,
      starts: this.#starts,
      ends: this.#ends,
      flags: this.#flags,
      byteFlags: this.#byteFlags,
    };
  }

  #document(): boolean {
    const open: number[] = [];
    for (;;) {
      if (!this.#isWithin(open.length)) {
        return false;
      }
      let opened = false;
      this.#space();
      const byte = this.#source[this.#at];
      if (byte === 0x7b || byte === 0x5b) {
        const index = this.#push(byte === 0x7b ? objectStart : arrayStart, this.#at, 0);
        this.#at++;
        this.#space();
        if (this.#source[this.#at] === byte + 2) {
          this.#close(index);
        } else {
          open.push(index);
          opened = true;
          if (byte === 0x7b && !this.#name()) {
            return false;
          }
        }
      } else if (!this.#scalar(byte)) {
        return false;
      }
      if (opened) {
        continue;
      }
      if (!this.#afterValue(open)) {
        return open.length === 0 && this.#finish();
      }
    }
  }

  #isWithin(depth: number): boolean {
    if (depth > this.#bounds.depth) {
      this.beyond = 'depth';
    } else if (this.#size > this.#bounds.tokens) {
      this.beyond = 'tokens';
    }
    return this.beyond === undefined;
  }

  /** After a value: handles closing brackets; true when another value must follow. */
  #afterValue(open: number[]): boolean {
    for (;;) {
      const index = open.at(-1);
      if (index === undefined) {
        return false;
      }
      this.#space();
      const byte = this.#source[this.#at];
      const inObject = this.#kinds[index] === objectStart;
      if (byte === 0x2c) {
        this.#at++;
        if (!inObject) {
          return true;
        }
        this.#space();
        return this.#name();
      }
      if (byte !== (inObject ? 0x7d : 0x5d)) {
        return false;
      }
      this.#close(index);
      open.pop();
    }
  }

  #finish(): boolean {
    this.#space();
    return this.#at === this.#source.length;
  }

  #close(index: number): void {
    const kind = this.#kinds[index] === objectStart ? objectEnd : arrayEnd;
    // `push` may replace the arrays, so the array is read after it: `this.#ends[index] = this.#push(…)` would write to
    // the old one.
    const closing = this.#push(kind, this.#at, this.#at + 1);
    this.#ends[index] = closing;
    this.#at++;
  }

  #name(): boolean {
    if (this.#source[this.#at] !== quote || !this.#string(nameToken)) {
      return false;
    }
    this.#space();
    if (this.#source[this.#at] !== 0x3a) {
      return false;
    }
    this.#at++;
    return true;
  }

  #scalar(byte: number | undefined): boolean {
    if (byte === quote) {
      return this.#string(stringToken);
    }
    scalar.lastIndex = this.#at;
    if (!scalar.test(this.#text)) {
      return false;
    }
    const isWord = byte !== undefined && byte >= 0x61;
    this.#push(isWord ? literal : numberToken, this.#at, scalar.lastIndex);
    this.#at = scalar.lastIndex;
    return true;
  }

  #string(kind: number): boolean {
    const source = this.#source;
    const byByte = this.#byByte;
    const byteFlags = this.#byteFlags;
    const start = this.#at;
    let at = start + 1;
    let flags = 0;
    for (;;) {
      const byte = source[at];
      if (byte === undefined || byte < 0x20) {
        return false;
      }
      if (byte === quote) {
        break;
      }
      byteFlags[byte] = 1;
      flags |= byByte[byte] ?? 0;
      if (byte === backslash) {
        escapeSequence.lastIndex = at;
        if (!escapeSequence.test(this.#text)) {
          return false;
        }
        at = escapeSequence.lastIndex;
      } else {
        at++;
      }
    }
    const index = this.#push(kind, start, at + 1);
    this.#flags[index] = flags;
    this.#at = at + 1;
    return true;
  }

  #space(): void {
    for (;;) {
      const byte = this.#source[this.#at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
        return;
      }
      this.#at++;
    }
  }

  #push(kind: number, start: number, end: number): number {
    if (this.#size === this.#kinds.length) {
      this.#grow();
    }
    const index = this.#size++;
    this.#kinds[index] = kind;
    this.#starts[index] = start;
    this.#ends[index] = end;
    return index;
  }

  #grow(): void {
    const length = this.#kinds.length * 2;
    const larger = <T extends Uint8Array | Int32Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.#kinds = larger(this.#kinds, new Uint8Array(length));
    this.#starts = larger(this.#starts, new Int32Array(length));
    this.#ends = larger(this.#ends, new Int32Array(length));
    this.#flags = larger(this.#flags, new Uint8Array(length));
  }
}
