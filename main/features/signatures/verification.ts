import type { CallbackVerification } from '../../../preload/contract/callbacks.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { isoTime } from '../../common/iso-time.ts';
import { signatureBytes } from './engine/hmac.ts';
import { type MessageVerdict, readMessage } from './engine/message.ts';
import { type CheckedBody, verdictsOf } from './engine/verify-callback.ts';
import type { CheckKey } from './keys.ts';

/** The input of a check except for the body. */
export interface CheckInput {
  timestamp: string;
  signature: string;
  /** At least one. */
  keys: readonly CheckKey[];
  /** The moment at which the timestamp is judged, milliseconds since the epoch. */
  moment: number;
  /** True if `moment` was given instead of being the present. */
  asOf?: true;
  /** The number of bytes that `Content-Length` announces, when it is known. */
  contentLength?: number;
}

/** Digests a body of at most 32 MiB with every key and reads its message (interface 6.4, 6.2). Never throws for its content. */
export function checkBody(timestamp: string, keys: readonly string[], body: Uint8Array): CheckedBody {
  return {
    digests: keys.map((key) => signatureBytes(timestamp, body, key)),
    length: body.length,
    message: readShortMessage(body),
  };
}

/** The longest text taken from a message, in characters; the service's ids have about forty. */
const maxText = 1000;

/** Reads a body as a message (interface 6.2), with texts truncated for display. */
export function readShortMessage(body: Uint8Array): MessageVerdict {
  const short = (value: unknown) =>
    typeof value === 'string' && value.length > maxText ? `${value.slice(0, maxText)}…` : value;
  const members = Object.entries(readMessage(body)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(short) : short(value),
  ]);
  return Object.fromEntries(members) as MessageVerdict;
}

/** Returns the three verdicts, with the name of the key that matched and the moment of comparison. */
export function verificationOf(input: CheckInput, body: CheckedBody): CallbackVerification {
  const { timestamp, signature, keys, moment, asOf, contentLength } = input;
  const headers = { timestamp, signature, now: moment, ...omitUndefined({ contentLength }) };
  const { verification, matchedKey } = verdictsOf(headers, body);
  const key = matchedKey === undefined ? undefined : keys[matchedKey]?.name;
  return {
    ...verification,
    signature: { ...verification.signature, ...omitUndefined({ key }), tried: keys.length },
    time: { ...verification.time, comparedWith: isoTime(moment), ...omitUndefined({ asOf }) },
  };
}
