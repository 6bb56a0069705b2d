import { type Body, isWhole, type Key } from './bytes.ts';
import { digestStream, signatureBytes } from './hmac.ts';
import { type MessageVerdict, maxMessage, readMessage, unreadMessage } from './message.ts';
import { checkSignature, type SignatureVerdict } from './signature.ts';
import { checkTimestamp, maxDifferenceMs, type TimeVerdict } from './time.ts';

/** One received callback and the parameters of its check (interface 6.1, 6.4). */
export interface VerifyInput {
  /** `X-Signature-Timestamp`, as received. */
  timestamp: string;
  /** `X-Signature`, as received. */
  signature: string;
  /** The body, byte for byte; a stream is read once, in constant memory. */
  body: Body;
  /** Length of the body in bytes if known; a stream known to be long is not kept. */
  bodyLength?: number;
  /** The signing key; nothing is trimmed. */
  key: Key;
  /** The moment at which the timestamp is judged, milliseconds since the epoch. */
  now: number;
  /** The allowed difference from `now`, in milliseconds; 5 minutes by default. */
  toleranceMs?: number;
  signal?: AbortSignal;
}

/** Three independent verdicts. The expected signature is not included. */
export interface Verification {
  signature: SignatureVerdict;
  time: TimeVerdict;
  message: MessageVerdict;
  /** Length of the body. */
  bodyBytes: number;
}

/**
 * Checks a callback as a receiver must (interface 6.4): the signature in constant time, the timestamp within five
 * minutes, and the message. Throws only errors of the body's stream, or when aborted.
 */
export async function verify(input: VerifyInput): Promise<Verification> {
  const { body } = input;
  if (isWhole(body) && body.length <= maxMessage) {
    input.signal?.throwIfAborted();
    return verdict(input, signatureBytes(input.timestamp, body, input.key), body.length, body);
  }
  const keep = (input.bodyLength ?? 0) > maxMessage ? 0 : maxMessage;
  const { digest, length, kept } = await digestStream(input, keep, input.signal);
  return verdict(input, digest, length, kept);
}

function verdict(
  { signature, timestamp, now, toleranceMs = maxDifferenceMs }: VerifyInput,
  digest: Buffer,
  length: number,
  kept: Uint8Array | undefined,
): Verification {
  return {
    signature: checkSignature(signature, digest),
    time: checkTimestamp(timestamp, now, toleranceMs),
    message: kept ? readMessage(kept) : unreadMessage(length),
    bodyBytes: length,
  };
}
