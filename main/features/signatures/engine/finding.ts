import type { Change, Family } from './changes/change.ts';
import { needsRawBody, remedyFor } from './remedies.ts';

/** A proved cause: with exactly these changes the signature is equal. */
export interface Finding {
  /** `newline-removed`; for a pair both codes joined by a plus sign. */
  code: string;
  /** The cause's family, or `combined` for a pair. */
  family: Family;
  sentence: string;
  /** The change to make in the receiver. */
  remedy: string;
  /** A raw-body recipe (`recipes.ts`) is part of the remedy. */
  rawBody: boolean;
  changes: Change[];
  /** Other changes of the same kind with the same result, as sentences. */
  also: string[];
  /** The first bytes that differ, when the body or the message does. Never a key. */
  difference?: Difference;
}

const proof = 'With this change, the signature matches.';

/** `received` and `signed` are message and body as checked and as signed. */
export function makeFinding(
  changes: Change[],
  received: { message: Uint8Array; body: Uint8Array },
  signed: { message: Uint8Array; body: Uint8Array },
): Finding {
  const kinds = [...new Map(changes.map((change) => [`${change.family}:${change.code}`, change])).values()];
  const alone = kinds.length === 1 ? kinds[0] : undefined;
  const family = alone?.family ?? 'combined';
  const remedies = [...new Set(kinds.map((change) => remedyFor(change.family, change.code)))];
  const touches = (...families: string[]) => changes.some((change) => families.includes(change.family));
  // The message may contain the key for such an algorithm, so it is not shown.
  const change = touches('algorithm')
    ? undefined
    : touches('timestamp', 'message')
      ? difference('message', received.message, signed.message)
      : difference('body', received.body, signed.body);
  return {
    code: kinds.map(({ code }) => code).join('+'),
    family,
    sentence: sentenceFor(changes),
    remedy: remedies.join(' '),
    rawBody: kinds.some((change) => needsRawBody(change.family, change.code)),
    // A change may carry the function that makes it, which is left out.
    changes: changes.map(({ code, family, variant, cause }) => ({ code, family, variant, cause })),
    also: [],
    ...(change && { difference: change }),
  };
}

function sentenceFor(changes: Change[]): string {
  const [only] = changes;
  if (only && changes.length === 1) {
    return `${only.cause} ${proof}`;
  }
  const causes = changes.map(({ cause }, index) => `(${index + 1}) ${cause}`).join(' ');
  const count = changes.length === 2 ? 'Two' : 'Three';
  return `${count} changes together: ${causes} With exactly these changes the signature is equal.`;
}

/** The first difference between the received and the signed bytes, with some bytes of both (hexadecimal). */
interface Difference {
  /** The body, or the whole message `<timestamp>:<body>` when more than the body differs. */
  of: 'body' | 'message';
  /** Offset of the first byte that differs. */
  offset: number;
  /** Start of both excerpts: a little before `offset`. */
  from: number;
  received: string;
  signed: string;
  /** Length of the whole in bytes. */
  receivedLength: number;
  signedLength: number;
}

/** Bytes shown before the first difference, and in all. */
const bytesBefore = 16;
const bytesShown = 96;

/** Returns the difference; undefined when both are equal. */
function difference(of: Difference['of'], received: Uint8Array, signed: Uint8Array): Difference | undefined {
  const shorter = Math.min(received.length, signed.length);
  let offset = 0;
  while (offset < shorter && received[offset] === signed[offset]) {
    offset++;
  }
  if (offset === received.length && offset === signed.length) {
    return undefined;
  }
  const from = Math.max(0, offset - bytesBefore);
  const slice = (bytes: Uint8Array) => Buffer.from(bytes.subarray(from, from + bytesShown)).toString('hex');
  return {
    of,
    offset,
    from,
    received: slice(received),
    signed: slice(signed),
    receivedLength: received.length,
    signedLength: signed.length,
  };
}
