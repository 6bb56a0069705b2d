/** Returns a transferable buffer with exactly these bytes: their own buffer when they fill it, otherwise a copy. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
  return whole ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes);
}
