/** The D-Bus wire format (specification 0.42), as far as the secret service needs it. */

/** Strings go as `s`, lists of strings as `ao` (object paths). */
export type BusArgument = string | readonly string[];
/** Values of types that are not read here are left out, and all after them. */
export type BusValue = string | number | boolean | string[];

export interface BusCall {
  destination: string;
  path: string;
  interface: string;
  member: string;
  args?: readonly BusArgument[];
}

export interface BusMessage {
  type: 'call' | 'reply' | 'error' | 'signal' | 'other';
  /** The serial of the call this answers. */
  replySerial: number;
  errorName: string;
  path: string;
  interface: string;
  member: string;
  body: BusValue[];
}

const types = ['other', 'call', 'reply', 'error', 'signal'] as const;
const field = {
  path: 1,
  interface: 2,
  member: 3,
  errorName: 4,
  replySerial: 5,
  destination: 6,
  signature: 8,
};
const fixedHeader = 16;

/** The length in bytes of the message that begins here, or undefined while too little of it is there to tell. */
export function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < fixedHeader) return undefined;
  return aligned(fixedHeader + numberAt(bytes, 12), 8) + numberAt(bytes, 4);
}

/** A method call, whole. */
export function encodeCall(serial: number, call: BusCall): Buffer {
  const args = call.args ?? [];
  const body = new Writer();
  for (const argument of args) body.argument(argument);
  const signature = args.map((argument) => (typeof argument === 'string' ? 's' : 'ao')).join('');
  const fields = new Writer();
  const named = [
    [field.path, 'o', call.path],
    [field.interface, 's', call.interface],
    [field.member, 's', call.member],
    [field.destination, 's', call.destination],
  ] as const;
  for (const [code, type, value] of named) {
    fields.align(8);
    fields.bytes([code, 1, type.charCodeAt(0), 0]);
    fields.text(value);
  }
  if (signature !== '') {
    fields.align(8);
    fields.bytes([field.signature, 1, 'g'.charCodeAt(0), 0, signature.length, ...Buffer.from(signature), 0]);
  }
  const message = new Writer();
  message.bytes(['l'.charCodeAt(0), types.indexOf('call'), 0, 1]); // little-endian, no flags, protocol 1
  message.number(body.length);
  message.number(serial);
  message.number(fields.length);
  message.bytes(fields.done());
  message.align(8);
  message.bytes(body.done());
  return Buffer.from(message.done());
}

/** @throws when the bytes are not a message. */
export function decodeMessage(bytes: Buffer): BusMessage {
  const fieldsEnd = fixedHeader + numberAt(bytes, 12);
  const message: BusMessage = {
    type: types[bytes.readUInt8(1)] ?? 'other',
    replySerial: 0,
    errorName: '',
    path: '',
    interface: '',
    member: '',
    body: [],
  };
  let signature = '';
  for (let at = fixedHeader; at < fieldsEnd; ) {
    at = aligned(at, 8);
    const code = bytes.readUInt8(at);
    const read = readVariant(bytes, at + 1);
    if (!read) break;
    at = read.end;
    if (typeof read.value === 'number' && code === field.replySerial) message.replySerial = read.value;
    if (typeof read.value !== 'string') continue;
    if (code === field.path) message.path = read.value;
    if (code === field.interface) message.interface = read.value;
    if (code === field.member) message.member = read.value;
    if (code === field.errorName) message.errorName = read.value;
    if (code === field.signature) signature = read.value;
  }
  let at = aligned(fieldsEnd, 8);
  for (const type of signature.match(/a?./g) ?? []) {
    const read = readValue(bytes, at, type);
    if (!read) break;
    message.body.push(read.value);
    at = read.end;
  }
  return message;
}

function aligned(offset: number, to: number): number {
  return Math.ceil(offset / to) * to;
}

function numberAt(bytes: Buffer, offset: number): number {
  return bytes[0] === 'B'.charCodeAt(0) ? bytes.readUInt32BE(offset) : bytes.readUInt32LE(offset);
}

interface Read {
  value: BusValue;
  end: number;
}

function readVariant(bytes: Buffer, at: number): Read | undefined {
  const length = bytes.readUInt8(at);
  return readValue(bytes, at + length + 2, bytes.toString('latin1', at + 1, at + 1 + length));
}

function readValue(bytes: Buffer, at: number, type: string): Read | undefined {
  const start = aligned(at, 4);
  switch (type) {
    case 's':
    case 'o': {
      const length = numberAt(bytes, start);
      return { value: bytes.toString('utf8', start + 4, start + 4 + length), end: start + 5 + length };
    }
    case 'g': {
      const length = bytes.readUInt8(at);
      return { value: bytes.toString('latin1', at + 1, at + 1 + length), end: at + 2 + length };
    }
    case 'u':
      return { value: numberAt(bytes, start), end: start + 4 };
    case 'b':
      return { value: numberAt(bytes, start) === 1, end: start + 4 };
    case 'v':
      return readVariant(bytes, at);
    case 'as':
    case 'ao': {
      const end = start + 4 + numberAt(bytes, start);
      const value: string[] = [];
      for (let next = start + 4; next < end; ) {
        const read = readValue(bytes, next, 's');
        if (typeof read?.value !== 'string') return undefined;
        value.push(read.value);
        next = read.end;
      }
      return { value, end };
    }
    default:
      return undefined;
  }
}

class Writer {
  readonly #bytes: number[] = [];

  get length(): number {
    return this.#bytes.length;
  }

  bytes(bytes: Iterable<number>): void {
    this.#bytes.push(...bytes);
  }

  align(to: number): void {
    while (this.#bytes.length % to !== 0) this.#bytes.push(0);
  }

  number(value: number): void {
    this.align(4);
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    this.bytes(four);
  }

  text(value: string): void {
    const utf8 = Buffer.from(value);
    this.number(utf8.length);
    this.bytes(utf8);
    this.bytes([0]);
  }

  argument(argument: BusArgument): void {
    if (typeof argument === 'string') {
      this.text(argument);
      return;
    }
    const list = new Writer();
    for (const item of argument) list.text(item);
    this.number(list.length);
    this.bytes(list.done());
  }

  done(): number[] {
    return this.#bytes;
  }
}
