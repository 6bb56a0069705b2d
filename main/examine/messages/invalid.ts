import { createHmac } from 'node:crypto';
import { messageWith, type SignedMessage, type SigningKey, signatureOf, signMessage } from './signing.ts';

/** The parts from which an invalid message is made. */
export interface InvalidInput {
  /** A valid body. */
  body: Uint8Array;
  key: SigningKey;
  /** The receiver's time, milliseconds since the epoch. */
  now: number;
}

/** A message that a receiver must reject: with any status but 200, 201, 202 and 204. */
export interface InvalidKind {
  /** kebab-case */
  id: string;
  title: string;
  /** The part of the interface that demands the rejection. */
  rule: '6.4, rule 1' | '6.4, rule 2' | '6.4, rule 3';
  make(input: InvalidInput): SignedMessage;
}

const minute = 60_000;
/** A receiver's tolerance (interface 6.4, rule 1), in milliseconds. */
export const toleranceMs = 5 * minute;
/** A distance from the tolerance at which the travel time and a slightly wrong clock change nothing. Milliseconds. */
const marginMs = minute;

const flip = (character: string) => (character === '0' ? '1' : '0');

/** Returns a valid message whose signature is replaced; the timestamp stays the signed one. */
function withSignature(change: (signature: string, input: InvalidInput) => string | undefined) {
  return (input: InvalidInput): SignedMessage => {
    const timestamp = String(input.now);
    return messageWith(input.body, change(signatureOf(input.key, timestamp, input.body), input), timestamp);
  };
}

/** Returns a message that is signed correctly with a timestamp that must be rejected. */
const stampedAt = (timestamp: (now: number) => string | undefined) => (input: InvalidInput) => {
  const stamp = timestamp(input.now);
  return messageWith(input.body, signatureOf(input.key, stamp ?? '', input.body), stamp);
};

const hmac = (algorithm: string, key: SigningKey, ...parts: (string | Uint8Array)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHmac(algorithm, key));

const signatures = '6.4, rule 3';
const timestamps = '6.4, rule 1';
const signedText = '6.4, rule 2';

/** Every kind of message that a receiver must reject (interface 6.4). */
export const invalidKinds: readonly InvalidKind[] = [
  {
    id: 'first-character',
    title: 'Signature differs in its first character',
    rule: signatures,
    make: withSignature((valid) => `${flip(valid[0] ?? '')}${valid.slice(1)}`),
  },
  {
    id: 'last-character',
    title: 'Signature differs in its last character',
    rule: signatures,
    make: withSignature((valid) => `${valid.slice(0, -1)}${flip(valid.at(-1) ?? '')}`),
  },
  {
    id: 'other-key',
    title: 'Signed with another key',
    rule: signatures,
    make: ({ body, now }) => signMessage(body, 'not-the-signing-key', now),
  },
  {
    id: 'empty-key',
    title: 'Signed with an empty key',
    rule: signatures,
    make: ({ body, now }) => signMessage(body, '', now),
  },
  {
    id: 'changed-body',
    title: 'Body changed after signing',
    rule: signedText,
    make: (input) => {
      const { headers, body } = signMessage(input.body, input.key, input.now);
      return {
        headers,
        body: Buffer.from(
          Buffer.from(body)
            .toString()
            .replace(/"id":"/, '"id":"x'),
        ),
      };
    },
  },
  {
    id: 'added-newline',
    title: 'Newline added after signing',
    rule: signedText,
    make: (input) => {
      const { headers, body } = signMessage(input.body, input.key, input.now);
      return { headers, body: Buffer.concat([body, Buffer.from('\n')]) };
    },
  },
  {
    id: 'body-only',
    title: 'Body signed without the timestamp',
    rule: signedText,
    make: withSignature((_valid, { key, body }) => hmac('sha256', key, body).digest('hex')),
  },
  {
    id: 'timestamp-only',
    title: 'Timestamp signed without the body',
    rule: signedText,
    make: withSignature((_valid, { key, now }) => hmac('sha256', key, `${now}:`).digest('hex')),
  },
  {
    id: 'changed-timestamp',
    title: 'Timestamp changed after signing',
    rule: signedText,
    make: ({ body, key, now }) => messageWith(body, signatureOf(key, String(now - 1000), body), String(now)),
  },
  {
    id: 'truncated',
    title: 'First half of the signature only',
    rule: signatures,
    make: withSignature((valid) => valid.slice(0, 32)),
  },
  {
    id: 'longer',
    title: 'Characters after a valid signature',
    rule: signatures,
    make: withSignature((valid) => `${valid}00`),
  },
  {
    id: 'base64',
    title: 'Signature as Base64',
    rule: signedText,
    make: withSignature((valid) => Buffer.from(valid, 'hex').toString('base64')),
  },
  {
    id: 'sha1',
    title: 'Signed with SHA-1',
    rule: signedText,
    make: withSignature((_valid, { key, body, now }) => hmac('sha1', key, `${now}:`, body).digest('hex')),
  },
  { id: 'empty-signature', title: 'Signature empty', rule: signatures, make: withSignature(() => '') },
  { id: 'no-signature', title: 'No signature', rule: signatures, make: withSignature(() => undefined) },
  {
    id: 'late',
    title: 'Timestamp too old',
    rule: timestamps,
    make: stampedAt((now) => String(now - toleranceMs - marginMs)),
  },
  {
    id: 'early',
    title: 'Timestamp too far in the future',
    rule: timestamps,
    make: stampedAt((now) => String(now + toleranceMs + marginMs)),
  },
  {
    id: 'seconds',
    title: 'Timestamp in seconds',
    rule: timestamps,
    make: stampedAt((now) => String(Math.floor(now / 1000))),
  },
  {
    id: 'text-timestamp',
    title: 'Timestamp is not a number',
    rule: timestamps,
    make: stampedAt(() => 'now'),
  },
  { id: 'empty-timestamp', title: 'Timestamp empty', rule: timestamps, make: stampedAt(() => '') },
  { id: 'no-timestamp', title: 'No timestamp', rule: timestamps, make: stampedAt(() => undefined) },
  {
    id: 'no-headers',
    title: 'Neither signature nor timestamp',
    rule: signatures,
    make: ({ body }) => messageWith(body, undefined, undefined),
  },
  {
    id: 'removed-body',
    title: 'Body removed after signing',
    rule: signedText,
    make: ({ body, key, now }) => ({ ...signMessage(body, key, now), body: new Uint8Array() }),
  },
];

/** Timestamps that a receiver must accept, near both ends of the tolerance. Milliseconds from the receiver's time. */
export const acceptedOffsets: readonly number[] = [-(toleranceMs - marginMs), 0, toleranceMs - marginMs];
