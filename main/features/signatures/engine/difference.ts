/** The first difference between the received and the signed bytes, with some bytes of both (hexadecimal). */
export interface Difference {
  /** The body, or the whole message `<timestamp>:<body>` when more than the body differs. */
  of: 'body' | 'message';
  /** Offset of the first byte that differs. */
  offset: number;
  /** Start of both excerpts: a little before `offset`. */
  from: number;
  received: string;
  signed: string;
  /** Length of the whole in bytes. */
  receivedLength: number;
  signedLength: number;
}

/** Bytes shown before the first difference, and in all. */
const bytesBefore = 16;
const bytesShown = 96;

/** Returns the difference; undefined when both are equal. */
export function difference(
  of: Difference['of'],
  received: Uint8Array,
  signed: Uint8Array,
): Difference | undefined {
  const shorter = Math.min(received.length, signed.length);
  let offset = 0;
  while (offset < shorter && received[offset] === signed[offset]) {
    offset++;
  }
  if (offset === received.length && offset === signed.length) {
    return undefined;
  }
  const from = Math.max(0, offset - bytesBefore);
  const slice = (bytes: Uint8Array) => Buffer.from(bytes.subarray(from, from + bytesShown)).toString('hex');
  return {
    of,
    offset,
    from,
    received: slice(received),
    signed: slice(signed),
    receivedLength: received.length,
    signedLength: signed.length,
  };
}
