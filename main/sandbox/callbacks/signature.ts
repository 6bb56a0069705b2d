import { createHmac } from 'node:crypto';

/** Returns the two headers that prove a callback's sender (interface 6.4). `timestamp` is in milliseconds since the epoch. */
export function signatureHeaders(
  signingKey: string,
  timestamp: number,
  body: Uint8Array,
): { 'X-Signature': string; 'X-Signature-Timestamp': string } {
  const signature = createHmac('sha256', signingKey).update(`${timestamp}:`).update(body).digest('hex');
  return { 'X-Signature': signature, 'X-Signature-Timestamp': String(timestamp) };
}
