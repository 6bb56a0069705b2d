import { randomUUID } from 'node:crypto';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { Verification } from '../../../preload/contract/signatures.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Body } from './engine/bytes.ts';
import { digestStream } from './engine/hmac.ts';
import { maxMessage } from './engine/message.ts';
import { type CheckedBody, verdictsOf } from './engine/verdicts.ts';
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
  /** True if `moment` was given instead of being the present. */
  asOf?: true;
  /** The number of bytes that `Content-Length` announces, when it is known. */
  contentLength?: number;
}

/** The data remembered of checks in this session. */
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

/** Returns the three verdicts, with what the window adds: the keys by their names, and whether the callback was seen before. */
export function verificationOf(
  input: CheckInput,
  body: CheckedBody,
  { expectations, seen }: CheckSession,
): Verification {
  const { timestamp, signature, keys, unread, moment, asOf, contentLength } = input;
  const headers = { timestamp, signature, now: moment, ...omitUndefined({ contentLength }) };
  const { verification, matchedKey } = verdictsOf(headers, body);
  const { message, bodyBytes } = verification;
  const id = randomUUID();
  expectations.keep(
    id,
    keys.map(({ name }, index) => ({
      key: name,
      signature: Buffer.from(body.digests[index] ?? []).toString('hex'),
    })),
  );
  const before =
    message.callbackId === undefined
      ? undefined
      : seen.register(message.callbackId, `${timestamp}\n${signature}\n${bodyBytes}`);
  const key = matchedKey === undefined ? undefined : keys[matchedKey]?.name;
  return {
    id,
    signature: { ...verification.signature, ...omitUndefined({ key }), tried: keys.length },
    time: { ...verification.time, comparedWith: isoTime(moment), ...omitUndefined({ asOf }) },
    message: { ...message, seenBefore: before !== undefined, ...omitUndefined({ seen: before }) },
    bodyBytes,
    unreadKeys: unread,
  };
}
