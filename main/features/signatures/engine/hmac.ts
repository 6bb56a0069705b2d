import { createHmac, type Hmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Body, isWhole, type Key } from './bytes.ts';

/** The signed data and its key (interface 6.4). */
export interface Signed {
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
  kept?: Uint8Array;
}

/** The longest time that hashing blocks the thread at once, in milliseconds. */
const maxTurnMs = 8;

/** Signs a body that arrives in pieces, with several keys at once and in constant memory. */
export class BodyDigest {
  readonly #hmacs: Hmac[];
  readonly #keep: number;
  #pieces: Uint8Array[] = [];
  #length = 0;

  /** @param keep a body of at most this many bytes is kept, so that its message can be read */
  constructor(timestamp: string, keys: readonly Key[], keep: number) {
    this.#hmacs = keys.map((key) => begin(timestamp, key));
    this.#keep = keep;
  }

  /** Takes the next piece, which may be used again once this has resolved. One call at a time. */
  async add(piece: Uint8Array): Promise<void> {
    this.#length += piece.length;
    if (this.#length <= this.#keep) {
      this.#pieces.push(Uint8Array.from(piece));
    } else {
      this.#pieces = [];
    }
    let turn = performance.now();
    for (const hmac of this.#hmacs) {
      hmac.update(piece);
      if (performance.now() - turn >= maxTurnMs) {
        await setImmediate();
        turn = performance.now();
      }
    }
  }

  end(): DigestedBody {
    const digested = { digests: this.#hmacs.map((hmac) => hmac.digest()), length: this.#length };
    return this.#length <= this.#keep ? { ...digested, kept: Buffer.concat(this.#pieces) } : digested;
  }
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
  { timestamp, body, key }: Signed,
  keep: number,
  signal?: AbortSignal,
): Promise<DigestedBody> {
  signal?.throwIfAborted();
  if (isWhole(body)) {
    const digested = { digests: [signatureBytes(timestamp, body, key)], length: body.length };
    return body.length <= keep ? { ...digested, kept: body } : digested;
  }
  const digest = new BodyDigest(timestamp, [key], keep);
  for await (const piece of body) {
    signal?.throwIfAborted();
    await digest.add(piece);
  }
  return digest.end();
}

/**
 * Returns the signature the service would send for this timestamp and body: 64 lowercase hexadecimal characters (interface 6.4).
 * Separate from `verify`, because it allows forging a body.
 */
export async function expectedSignature(signed: Signed): Promise<string> {
  const { digests } = await digestBody(signed, 0);
  return Buffer.from(digests[0] ?? []).toString('hex');
}
