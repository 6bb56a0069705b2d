import { createHmac, type Hmac } from 'node:crypto';
import { type Body, isWhole, type Key } from './bytes.ts';

/** The signed data and its key (interface 6.4). */
export interface Signed {
  /** `X-Signature-Timestamp`, exactly as received. */
  timestamp: string;
  body: Body;
  key: Key;
}

function begin(timestamp: string, key: Key): Hmac {
  return createHmac('sha256', key).update(`${timestamp}:`, 'utf8');
}

/** Returns the 32 bytes of HMAC-SHA256 over `<timestamp>:<body>` for a whole body (interface 6.4). */
export function signatureBytes(timestamp: string, body: Uint8Array, key: Key): Buffer {
  return begin(timestamp, key).update(body).digest();
}

/**
 * Reads a body once, in constant memory, and returns the signature's 32 bytes and the body's length. A body of at most
 * `keep` bytes is returned as well, so that its message can be read.
 */
export async function digestStream(
  { timestamp, body, key }: Signed,
  keep: number,
  signal?: AbortSignal,
): Promise<{ digest: Buffer; length: number; kept?: Uint8Array }> {
  signal?.throwIfAborted();
  if (isWhole(body)) {
    const digest = signatureBytes(timestamp, body, key);
    return body.length <= keep
      ? { digest, length: body.length, kept: body }
      : { digest, length: body.length };
  }
  const hmac = begin(timestamp, key);
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    signal?.throwIfAborted();
    hmac.update(piece);
    length += piece.length;
    // A source may reuse its buffer, so kept bytes are copied.
    if (length <= keep) {
      pieces.push(Uint8Array.from(piece));
    } else {
      pieces = [];
    }
  }
  const digest = hmac.digest();
  return length <= keep ? { digest, length, kept: Buffer.concat(pieces) } : { digest, length };
}

/**
 * Returns the signature the service would send for this timestamp and body: 64 lowercase hexadecimal characters (interface 6.4).
 * Separate from `verify`, because it allows forging a body.
 */
export async function expectedSignature(signed: Signed): Promise<string> {
  return (await digestStream(signed, 0)).digest.toString('hex');
}
