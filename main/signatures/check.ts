import { randomUUID } from 'node:crypto';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { Verification } from '../../preload/contract/signatures.ts';
import { isoTime } from '../iso-time.ts';
import type { CheckedBody } from './check-body.ts';
import type { Body } from './engine/bytes.ts';
import { digestStream } from './engine/hmac.ts';
import { maxMessage } from './engine/message.ts';
import { checkSignature } from './engine/signature.ts';
import { checkTimestamp } from './engine/time.ts';
import type { Expectations } from './expectations.ts';
import type { CheckKey } from './keys.ts';
import type { ReplayLog } from './replay-log.ts';

/** The input of a check except for the body. */
export interface CheckInput {
  timestamp: string;
  signature: string;
  /** At least one. */
  keys: readonly CheckKey[];
  unread: string[];
  /** The moment at which the timestamp is judged, milliseconds since the epoch. */
  moment: number;
}

/** What is remembered of checks in this session. */
export interface CheckSession {
  expectations: Expectations;
  seen: ReplayLog;
}

/** A streamed body: 32 bytes for each key, its length, and the body unless it is too long for a message. */
export interface Digested {
  digests: Uint8Array[];
  length: number;
  kept?: Uint8Array;
}

/** Computes the expected signature for each key. `bodies` returns the same body for each key. */
export async function digest(
  { timestamp, keys }: Pick<CheckInput, 'timestamp' | 'keys'>,
  bodies: (index: number) => Body,
): Promise<Digested> {
  const read = await Promise.all(
    keys.map(({ value }, index) =>
      digestStream({ timestamp, key: value, body: bodies(index) }, index === 0 ? maxMessage : 0),
    ),
  );
  const first = read[0];
  if (!first) {
    throw new Error('a check has a key');
  }
  return {
    digests: read.map((one) => one.digest),
    length: first.length,
    ...omitUndefined({ kept: first.kept }),
  };
}

/** The three verdicts (interface 6.4, 6.2). The first matching key is named; every key is compared in constant time. */
export function verdictsOf(
  input: CheckInput,
  { digests, length, message }: CheckedBody,
  { expectations, seen }: CheckSession,
): Verification {
  const { timestamp, signature, keys, unread, moment } = input;
  const verdicts = digests.map((expected) => checkSignature(signature, Buffer.from(expected)));
  const matched = verdicts.findIndex(({ verdict }) => verdict === 'match');
  const verdict = verdicts[Math.max(0, matched)];
  if (!verdict) {
    throw new Error('a check has a verdict');
  }
  const id = randomUUID();
  expectations.keep(
    id,
    keys.map(({ name }, index) => ({
      key: name,
      signature: Buffer.from(digests[index] ?? []).toString('hex'),
    })),
  );
  const before =
    message.callbackId === undefined
      ? undefined
      : seen.register(message.callbackId, `${timestamp}\n${signature}\n${length}`);
  const key = keys[matched]?.name;
  const several = verdict.verdict === 'mismatch' && keys.length > 1;
  return {
    id,
    signature: {
      ...verdict,
      ...(several ? { sentence: noneFits(keys.length) } : {}),
      ...omitUndefined({ key }),
      tried: keys.length,
    },
    time: { ...checkTimestamp(timestamp, moment), comparedWith: isoTime(moment) },
    message: { ...message, seenBefore: before !== undefined, ...omitUndefined({ seen: before }) },
    bodyBytes: length,
    unreadKeys: unread,
  };
}

function noneFits(count: number): string {
  return `The signature does not match with any of the ${count} keys: the key, the timestamp or the body is not what was signed.`;
}
