import { signatureBytes } from './engine/hmac.ts';
import { type MessageVerdict, maxMessage, readMessage, unreadMessage } from './engine/message.ts';

/** A body held whole, with what every key would have signed it as, and what it says. */
export interface CheckedBody {
  /** 32 bytes for each key, in their order. */
  digests: Uint8Array[];
  /** Of the body, in bytes. */
  length: number;
  message: MessageVerdict;
}

/** Reads a body with every key (interface 6.4, 6.2). Never throws for what it holds. */
export function checkBody(timestamp: string, keys: readonly string[], body: Uint8Array): CheckedBody {
  return {
    digests: keys.map((key) => signatureBytes(timestamp, body, key)),
    length: body.length,
    message: body.length > maxMessage ? unreadMessage(body.length) : readShortMessage(body),
  };
}

/** Characters of one text of a message; the ids of the service have some forty. */
const maxText = 1000;

/** Reads a body as a message (interface 6.2), with texts short enough to be shown and remembered. */
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
