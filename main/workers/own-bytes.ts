/** The bytes in a buffer that can be handed over: its own where they fill it, else a copy of exactly these. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
  return whole ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes);
}
