import { createHmac, type Hmac } from 'node:crypto';
import { type Body, isWhole, type Key } from './bytes.ts';

/** The signed data and its key (interface 6.4). */
interface SignedContent {
  /** `X-Signature-Timestamp`, exactly as received. */
  timestamp: string;
  body: Body;
  key: Key;
}

/** A body that was read: the 32 bytes of its signature for each key, and the body itself unless it is too long for a message. */
export interface DigestedBody {
  digests: Uint8Array[];
  /** Bytes of the body. */
  length: number;
  content?: Uint8Array;
}

function begin(timestamp: string, key: Key): Hmac {
  return createHmac('sha256', key).update(`${timestamp}:`, 'utf8');
}

/** Returns the 32 bytes of HMAC-SHA256 over `<timestamp>:<body>` for a whole body (interface 6.4). */
export function signatureBytes(timestamp: string, body: Uint8Array, key: Key): Buffer {
  return begin(timestamp, key).update(body).digest();
}

/**
 * Reads a body once, in constant memory.
 * @param keep a body of at most this many bytes is returned as well
 */
export async function digestBody(
  { timestamp, body, key }: SignedContent,
  keep: number,
  signal?: AbortSignal,
): Promise<DigestedBody> {
  signal?.throwIfAborted();
  if (isWhole(body)) {
    const result = { digests: [signatureBytes(timestamp, body, key)], length: body.length };
    return body.length <= keep ? { ...result, content: body } : result;
  }
  const hmac = begin(timestamp, key);
  let length = 0;
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    signal?.throwIfAborted();
    hmac.update(piece);
    length += piece.length;
    if (length <= keep) {
      // A stream may use the bytes of a piece again.
      pieces.push(Uint8Array.from(piece));
    } else {
      pieces.length = 0;
    }
  }
  const result = { digests: [hmac.digest()], length };
  return length <= keep ? { ...result, content: Buffer.concat(pieces) } : result;
}
