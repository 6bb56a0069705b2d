/** Values of the D-Bus type system (specification 0.42, "Marshaling"), read and written by signature. */

/** A value with its type, for the variant type (`v`). */
export interface BusVariant {
  signature: string;
  value: BusArgument;
}

/** A value to send: arrays and structs as arrays, dictionaries as arrays of pairs, bytes also as `Uint8Array`. */
export type BusArgument = string | number | boolean | Uint8Array | BusVariant | readonly BusArgument[];
/** A received value: variants without their signature, bytes as `Uint8Array`, 64-bit integers as `bigint`, everything else as sent. */
export type BusValue = string | number | boolean | bigint | Uint8Array | BusValue[];

/** The specification allows 64. */
const maxDepth = 32;

const alignments: Readonly<Record<string, number>> = {
  y: 1,
  g: 1,
  v: 1,
  n: 2,
  q: 2,
  b: 4,
  i: 4,
  u: 4,
  h: 4,
  s: 4,
  o: 4,
  a: 4,
  x: 8,
  t: 8,
  d: 8,
  '(': 8,
  '{': 8,
};

/** The single complete types of a signature, in order. @throws Error when it is invalid */
export function typesIn(signature: string): string[] {
  const types: string[] = [];
  for (let at = 0; at < signature.length; ) {
    const end = endOfType(signature, at);
    types.push(signature.slice(at, end));
    at = end;
  }
  return types;
}

function endOfType(signature: string, start: number): number {
  let at = start;
  while (signature[at] === 'a') {
    at += 1;
  }
  let open = 0;
  do {
    const char = signature[at];
    if (char === undefined || at - start > 255) {
      throw new Error('Not a signature.');
    }
    if (char === '(' || char === '{') {
      open += 1;
    }
    if (char === ')' || char === '}') {
      open -= 1;
    }
    at += 1;
  } while (open > 0);
  return at;
}

function alignmentOf(type: string): number {
  const alignment = alignments[type[0] ?? ''];
  if (alignment === undefined) {
    throw new Error(`No such type: ${type}.`);
  }
  return alignment;
}

export function alignUp(offset: number, to: number): number {
  return Math.ceil(offset / to) * to;
}

/** Writes little-endian values in sequence, from an offset that is a multiple of 8. */
export class BusWriter {
  readonly #bytes: number[] = [];

  get length(): number {
    return this.#bytes.length;
  }

  bytes(bytes: Iterable<number>): void {
    for (const byte of bytes) {
      this.#bytes.push(byte);
    }
  }

  align(to: number): void {
    while (this.#bytes.length % to !== 0) {
      this.#bytes.push(0);
    }
  }

  number(value: number): void {
    this.align(4);
    this.bytes([value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]);
  }

  text(value: string): void {
    const utf8 = Buffer.from(value);
    this.number(utf8.length);
    this.bytes(utf8);
    this.bytes([0]);
  }

  signature(value: string): void {
    this.bytes([value.length, ...Buffer.from(value), 0]);
  }

  /** @throws TypeError when the value is not of the type */
  value(type: string, value: BusArgument): void {
    this.align(alignmentOf(type));
    if (type === 's' || type === 'o') {
      this.text(asString(value));
    } else if (type === 'g') {
      this.signature(asString(value));
    } else if (type === 'b') {
      this.number(asBoolean(value) ? 1 : 0);
    } else if (type === 'u') {
      this.number(asInteger(value, 0, 2 ** 32 - 1));
    } else if (type === 'i') {
      this.number(asInteger(value, -(2 ** 31), 2 ** 31 - 1));
    } else if (type === 'y') {
      this.bytes([asInteger(value, 0, 255)]);
    } else if (type === 'v') {
      this.#variant(value);
    } else if (type.startsWith('a')) {
      this.#array(type.slice(1), value);
    } else if (type.startsWith('(') || type.startsWith('{')) {
      this.#members(type.slice(1, -1), value);
    } else {
      throw new TypeError(`Cannot write the type ${type}.`);
    }
  }

  done(): number[] {
    return this.#bytes;
  }

  #variant(value: BusArgument): void {
    if (typeof value !== 'object' || !('signature' in value)) {
      throw new TypeError('Not a variant.');
    }
    this.signature(value.signature);
    this.value(value.signature, value.value);
  }

  #array(type: string, value: BusArgument): void {
    if (!(value instanceof Uint8Array) && !Array.isArray(value)) {
      throw new TypeError('Not an array.');
    }
    this.number(0);
    const lengthAt = this.#bytes.length - 4;
    // The padding before the first element does not count in the length.
    this.align(alignmentOf(type));
    const start = this.#bytes.length;
    for (const item of value as Iterable<BusArgument>) {
      this.value(type, item);
    }
    const length = this.#bytes.length - start;
    for (const shift of [0, 8, 16, 24]) {
      this.#bytes[lengthAt + shift / 8] = (length >>> shift) & 0xff;
    }
  }

  #members(signature: string, value: BusArgument): void {
    const types = typesIn(signature);
    if (!Array.isArray(value) || value.length !== types.length) {
      throw new TypeError('Not a struct.');
    }
    types.forEach((type, index) => {
      this.value(type, value[index] as BusArgument);
    });
  }
}

function asString(value: BusArgument): string {
  if (typeof value !== 'string') {
    throw new TypeError('Not a string.');
  }
  return value;
}

function asBoolean(value: BusArgument): boolean {
  if (typeof value !== 'boolean') {
    throw new TypeError('Not a boolean.');
  }
  return value;
}

function asInteger(value: BusArgument, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new TypeError(`Not an integer from ${min} to ${max}.`);
  }
  return value;
}

/** Reads values in sequence. Every method throws when the bytes end before the value. */
export class BusReader {
  readonly #bytes: Buffer;
  readonly #isBig: boolean;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#isBig = bytes[0] === 'B'.charCodeAt(0);
    this.#at = at;
  }

  get offset(): number {
    return this.#at;
  }

  value(type: string, depth = 0): BusValue {
    if (depth > maxDepth) {
      throw new Error('Nested too deep.');
    }
    this.align(alignmentOf(type));
    switch (type[0]) {
      case 'y':
        return this.#take(1).readUInt8();
      case 'b':
        return this.number() === 1;
      case 'u':
      case 'h':
        return this.number();
      case 'i':
        return this.#isBig ? this.#take(4).readInt32BE() : this.#take(4).readInt32LE();
      case 'n':
        return this.#isBig ? this.#take(2).readInt16BE() : this.#take(2).readInt16LE();
      case 'q':
        return this.#isBig ? this.#take(2).readUInt16BE() : this.#take(2).readUInt16LE();
      case 'x':
        return this.#isBig ? this.#take(8).readBigInt64BE() : this.#take(8).readBigInt64LE();
      case 't':
        return this.#isBig ? this.#take(8).readBigUInt64BE() : this.#take(8).readBigUInt64LE();
      case 'd':
        return this.#isBig ? this.#take(8).readDoubleBE() : this.#take(8).readDoubleLE();
      case 's':
      case 'o':
        return this.#text(this.number(), 'utf8');
      case 'g':
        return this.#text(this.#take(1).readUInt8(), 'latin1');
      case 'v': {
        const [inner, ...more] = typesIn(this.#text(this.#take(1).readUInt8(), 'latin1'));
        if (inner === undefined || more.length > 0) {
          throw new Error('A variant holds one value.');
        }
        return this.value(inner, depth + 1);
      }
      case 'a':
        return this.#array(type.slice(1), depth);
      default:
        return typesIn(type.slice(1, -1)).map((member) => this.value(member, depth + 1));
    }
  }

  number(): number {
    this.align(4);
    return this.#isBig ? this.#take(4).readUInt32BE() : this.#take(4).readUInt32LE();
  }

  align(to: number): void {
    this.#at = alignUp(this.#at, to);
  }

  #array(type: string, depth: number): BusValue {
    const length = this.number();
    this.align(alignmentOf(type));
    if (type === 'y') {
      return Uint8Array.from(this.#take(length));
    }
    const end = this.#at + length;
    if (end > this.#bytes.length) {
      throw new RangeError('Longer than its message.');
    }
    const values: BusValue[] = [];
    while (this.#at < end) {
      const before = this.#at;
      values.push(this.value(type, depth + 1));
      // Elements of length 0 would never reach the end.
      if (this.#at === before) {
        throw new Error('Array elements without a length.');
      }
    }
    return values;
  }

  #text(length: number, encoding: 'utf8' | 'latin1'): string {
    const text = this.#take(length).toString(encoding);
    this.#take(1);
    return text;
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) {
      throw new RangeError('Longer than its message.');
    }
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
