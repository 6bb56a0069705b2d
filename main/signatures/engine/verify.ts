import { type Body, isWhole, type Key } from './bytes.ts';
import { digestStream, signatureBytes } from './hmac.ts';
import { type MessageVerdict, maxMessage, readMessage, unreadMessage } from './message.ts';
import { checkSignature, type SignatureVerdict } from './signature.ts';
import { checkTimestamp, maxDifferenceMs, type TimeVerdict } from './time.ts';

/** One callback as received, and what to judge it by (interface 6.1, 6.4). */
export interface VerifyInput {
  /** `X-Signature-Timestamp`, as received. */
  timestamp: string;
  /** `X-Signature`, as received. */
  signature: string;
  /** The body, byte for byte; a stream is read once, in constant memory. */
  body: Body;
  /** Length of the body in bytes where it is known beforehand; a stream known to be long is then not held at all. */
  bodyLength?: number;
  /** The signing key; nothing around it is trimmed. */
  key: Key;
  /** The moment to judge the time by, milliseconds since the epoch. */
  now: number;
  /** How far the timestamp may be from `now`, milliseconds; 5 minutes unless given. */
  toleranceMs?: number;
  signal?: AbortSignal;
}

/** Three verdicts, none of which depends on another. The expected signature is not among them. */
export interface Verification {
  signature: SignatureVerdict;
  time: TimeVerdict;
  message: MessageVerdict;
  /** Length of the body. */
  bodyBytes: number;
}

/**
 * Checks a callback as a receiver must (interface 6.4): the signature in constant time, the timestamp within five
 * minutes, and what the message asks for. Throws only what the body's stream throws, or when aborted.
 */
export async function verify(input: VerifyInput): Promise<Verification> {
  const { body } = input;
  if (isWhole(body) && body.length <= maxMessage) {
    input.signal?.throwIfAborted();
    return judge(input, signatureBytes(input.timestamp, body, input.key), body.length, body);
  }
  const keep = (input.bodyLength ?? 0) > maxMessage ? 0 : maxMessage;
  const { digest, length, kept } = await digestStream(input, keep, input.signal);
  return judge(input, digest, length, kept);
}

function judge(
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
