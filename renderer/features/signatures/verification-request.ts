import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { KeyChoice } from '../../../preload/contract/signatures.ts';
import { type InputState, momentOf } from './input-store.ts';

/** The request to main, without the body. */
export interface VerificationRequest {
  timestamp: string;
  signature: string;
  key: KeyChoice;
  asOf?: string;
  contentLength?: number;
}

/** Returns the request of an input, or the parts it still lacks, in words. */
export function verificationRequest(input: InputState): { request: VerificationRequest } | { lacks: string } {
  const { timestamp, signature, body, key, pastedKey, fault, time } = input;
  if (fault !== undefined) {
    return { lacks: 'Fix the body first.' };
  }
  const bodyless = body.bytes.length === 0;
  if (timestamp === '' && signature === '' && bodyless) {
    return { lacks: 'Paste a callback first.' };
  }
  if (signature.trim() === '') {
    return { lacks: 'Enter the signature (X-Signature).' };
  }
  if (!key) {
    return { lacks: 'Choose a key.' };
  }
  if (key.kind === 'pasted' && pastedKey === '') {
    return { lacks: 'Paste the key.' };
  }
  const asOf = time === 'as-of' ? momentOf(input.asOf) : undefined;
  if (time === 'as-of' && asOf === undefined) {
    return { lacks: 'Enter a date and time.' };
  }
  return {
    request: {
      timestamp,
      signature,
      key: key.kind === 'pasted' ? { kind: 'pasted', key: pastedKey } : key,
      ...omitUndefined({ asOf, contentLength: input.contentLength }),
    },
  };
}
