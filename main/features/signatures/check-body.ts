import { signatureBytes } from './engine/hmac.ts';
import { type MessageVerdict, maxMessage, readMessage, unreadMessage } from './engine/message.ts';
import type { CheckedBody } from './engine/verdicts.ts';

/** Digests a body with every key and reads its message (interface 6.4, 6.2). Never throws for its content. */
export function checkBody(timestamp: string, keys: readonly string[], body: Uint8Array): CheckedBody {
  return {
    digests: keys.map((key) => signatureBytes(timestamp, body, key)),
    length: body.length,
    message: body.length > maxMessage ? unreadMessage(body.length) : readShortMessage(body),
  };
}

/** The longest text taken from a message, in characters; the service's ids have about forty. */
const maxText = 1000;

/** Reads a body as a message (interface 6.2), with texts truncated for display. */
export function readShortMessage(body: Uint8Array): MessageVerdict {
  const message = readMessage(body);
  const short = (value: unknown) =>
    typeof value === 'string' && value.length > maxText ? `${value.slice(0, maxText)}…` : value;
  const members = Object.entries(message).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(short) : short(value),
  ]);
  return Object.fromEntries(members) as MessageVerdict;
}
