/** The parts of DER (X.690) that a certificate needs, each as its bytes. */

/** Returns an element: tag, length, content. The content of a certificate has less than 64 KiB. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(content);
  const { length } = inside;
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), inside]);
}

export const sequence = (...content: readonly Uint8Array[]) => element(0x30, ...content);
export const set = (...content: readonly Uint8Array[]) => element(0x31, ...content);
/** A whole number, whose first bit is its sign. */
export const integer = (bytes: Uint8Array) => element(0x02, bytes);
export const truth = () => element(0x01, Buffer.from([0xff]));
/** `unusedBits` at the end of the last byte do not belong to the value. */
export const bitString = (bytes: Uint8Array, unusedBits = 0) =>
  element(0x03, Buffer.from([unusedBits]), bytes);
export const octetString = (bytes: Uint8Array) => element(0x04, bytes);
export const utf8String = (text: string) => element(0x0c, Buffer.from(text));

/** Returns an object identifier in its dotted form, whose numbers are below 2^14. */
export function objectIdentifier(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const numbers = rest.flatMap((number) =>
    number < 0x80 ? [number] : [0x80 | (number >> 7), number & 0x7f],
  );
  return element(0x06, Buffer.from([first * 40 + second, ...numbers]));
}

/** Returns a time to the second, in the form for those before 2050 (RFC 5280 4.1.2.5). */
export function time(at: Date): Buffer {
  return element(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
}
