/** The parts of DER (X.690) that a certificate needs, each as its bytes. */

const universal = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  generalizedTime: 0x18,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Returns an element: tag, length, content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(inside.length), inside]);
}

export function sequence(...content: readonly Uint8Array[]): Buffer {
  return element(universal.sequence, ...content);
}

export function set(...content: readonly Uint8Array[]): Buffer {
  return element(universal.set, ...content);
}

/** Returns a whole number that is not negative, from its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.from([0]) : Buffer.from(bytes.subarray(first));
  // A first bit of 1 would make the number negative.
  const sign = (digits[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0);
  return element(universal.integer, sign, digits);
}

export function truth(): Buffer {
  return element(universal.boolean, Buffer.from([0xff]));
}

/** `unusedBits` at the end of the last byte do not belong to the value. */
export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return element(universal.bitString, Buffer.from([unusedBits]), bytes);
}

export function octetString(bytes: Uint8Array): Buffer {
  return element(universal.octetString, bytes);
}

export function utf8String(text: string): Buffer {
  return element(universal.utf8String, Buffer.from(text));
}

/** Returns an object identifier in its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(universal.objectIdentifier, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** Returns a time to the second; RFC 5280 4.1.2.5 demands the short form before 2050. */
export function time(at: Date): Buffer {
  const text = `${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return at.getUTCFullYear() < 2050
    ? element(universal.utcTime, Buffer.from(text.slice(2)))
    : element(universal.generalizedTime, Buffer.from(text));
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) {
    return Buffer.from([length]);
  }
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) {
    bytes.unshift(rest % 256);
  }
  return Buffer.from([0x80 + bytes.length, ...bytes]);
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift(128 + (rest % 128));
  }
  return bytes;
}
