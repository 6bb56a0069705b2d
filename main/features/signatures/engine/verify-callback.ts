import { type Body, isWhole, type Key } from './bytes.ts';
import { digestStream, signatureBytes } from './hmac.ts';
import { maxMessage, readMessage, unreadMessage } from './message.ts';
import { type CheckedHeaders, type Verification, verdictsOf } from './verdicts.ts';

/** One received callback and the parameters of its check (interface 6.1, 6.4). */
export interface VerifyInput extends CheckedHeaders {
  /** The body, byte for byte; a stream is read once, in constant memory. */
  body: Body;
  /** Length of the body in bytes if known; a stream known to be long is not kept. */
  bodyLength?: number;
  /** The signing key; nothing is trimmed. */
  key: Key;
  signal?: AbortSignal;
}

/**
 * Checks a callback as a receiver must (interface 6.4): the signature in constant time, the timestamp within five
 * minutes, and the message. Throws only errors of the body's stream, or when aborted.
 */
export async function verify(input: VerifyInput): Promise<Verification> {
  const { body } = input;
  if (isWhole(body) && body.length <= maxMessage) {
    input.signal?.throwIfAborted();
    return verified(input, signatureBytes(input.timestamp, body, input.key), body.length, body);
  }
  const keep = (input.bodyLength ?? 0) > maxMessage ? 0 : maxMessage;
  const { digest, length, kept } = await digestStream(input, keep, input.signal);
  return verified(input, digest, length, kept);
}

function verified(
  headers: CheckedHeaders,
  digest: Uint8Array,
  length: number,
  kept: Uint8Array | undefined,
): Verification {
  const message = kept ? readMessage(kept) : unreadMessage(length);
  return verdictsOf(headers, { digests: [digest], length, message }).verification;
}
