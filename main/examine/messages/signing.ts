import { createHmac } from 'node:crypto';

/** A callback as it is sent. Header names as the service writes them; order and values are sent as they are. */
export interface SignedMessage {
  headers: [name: string, value: string][];
  body: Uint8Array;
}

/** The key with which a message is signed: text as UTF-8, or bytes. */
export type SigningKey = string | Uint8Array;

/** 64 lowercase hexadecimal characters over `<timestamp>:<body>` (interface 6.4, rule 2). */
export function signatureOf(key: SigningKey, timestamp: string, body: Uint8Array): string {
  return createHmac('sha256', key).update(`${timestamp}:`).update(body).digest('hex');
}

/** Returns a message with its three headers (interface 6.1, rule 2). Undefined leaves a header out. */
export function messageWith(
  body: Uint8Array,
  signature: string | undefined,
  timestamp: string | undefined,
): SignedMessage {
  const headers: SignedMessage['headers'] = [['Content-Type', 'application/json;charset=UTF-8']];
  if (signature !== undefined) {
    headers.push(['X-Signature', signature]);
  }
  if (timestamp !== undefined) {
    headers.push(['X-Signature-Timestamp', timestamp]);
  }
  return { headers, body };
}

/** Returns a valid message. `at` is its timestamp in milliseconds since the epoch. */
export function signMessage(body: Uint8Array, key: SigningKey, at: number): SignedMessage {
  const timestamp = String(at);
  return messageWith(body, signatureOf(key, timestamp, body), timestamp);
}
