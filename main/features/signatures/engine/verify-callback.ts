import type { Body, Key } from './bytes.ts';
import { type DigestedBody, digestBody } from './hmac.ts';
import { lackOf } from './lack.ts';
import { type MessageVerdict, maxMessage, readMessage, unreadMessage } from './message.ts';
import { checkSignature, type SignatureVerdict } from './signature.ts';
import { checkTimestamp, type TimeVerdict } from './time.ts';

/** The headers of a callback (interface 6.1) and the moment at which they are judged. */
export interface CheckedHeaders {
  /** `X-Signature-Timestamp`, as received. */
  timestamp: string;
  /** `X-Signature`, as received. */
  signature: string;
  /** The moment at which the timestamp is judged, milliseconds since the epoch. */
  now: number;
  /** The number of bytes that `Content-Length` announces, when it is known. */
  contentLength?: number;
}

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

/** A whole body with its digest for every key (at least one) and its content as a message. */
export interface CheckedBody extends Pick<DigestedBody, 'digests' | 'length'> {
  message: MessageVerdict;
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
  const keep = (input.bodyLength ?? 0) > maxMessage ? 0 : maxMessage;
  const { digests, length, content } = await digestBody(input, keep, input.signal);
  const message = content ? readMessage(content) : unreadMessage(length);
  return verdictsOf(input, { digests, length, message }).verification;
}

/**
 * Returns the three verdicts (interface 6.4, 6.2), for the window and for `npm run verify`. `matchedKey` is the index of the first key that
 * matches; every key is compared in constant time.
 */
export function verdictsOf(
  { timestamp, signature, now, contentLength }: CheckedHeaders,
  { digests, length, message }: CheckedBody,
): { verification: Verification; matchedKey: number | undefined } {
  const verdicts = digests.map((digest) => checkSignature(signature, digest));
  const matchIndex = verdicts.findIndex(({ verdict }) => verdict === 'match');
  const verdict = verdicts[Math.max(0, matchIndex)];
  if (!verdict) {
    throw new Error('a check has a verdict');
  }
  const lack = matchIndex === -1 ? lackOf({ timestamp, signature, length, contentLength }) : undefined;
  const several = verdict.verdict === 'mismatch' && digests.length > 1;
  return {
    verification: {
      signature: lack ?? (several ? { ...verdict, sentence: noneFits(digests.length) } : verdict),
      time: checkTimestamp(timestamp, now),
      message,
      bodyBytes: length,
    },
    matchedKey: matchIndex === -1 ? undefined : matchIndex,
  };
}

function noneFits(count: number): string {
  return `The signature does not match with any of the ${count} keys: the key, the timestamp or the body is not what was signed.`;
}
