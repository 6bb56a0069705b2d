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

interface Lack {
  lacks: string;
  fieldId: string;
}

/** Returns the request of an input, or the part it lacks, in words and by the id of its field. */
export function verificationRequest(input: InputState): { request: VerificationRequest } | Lack {
  const { timestamp, signature, body, key, pastedKey, fault, time } = input;
  if (fault !== undefined) {
    return { lacks: 'Fix the body first.', fieldId: 'signatures-body' };
  }
  const bodyless = body.bytes.length === 0;
  if (timestamp === '' && signature === '' && bodyless) {
    return { lacks: 'Paste a callback first.', fieldId: 'signatures-import' };
  }
  if (signature.trim() === '') {
    return { lacks: 'Enter the signature (X-Signature).', fieldId: 'signatures-header' };
  }
  if (!key) {
    return { lacks: 'Choose a key.', fieldId: 'signatures-key' };
  }
  if (key.kind === 'pasted' && pastedKey === '') {
    return { lacks: 'Paste the key.', fieldId: 'signatures-pasted-key' };
  }
  const asOf = time === 'as-of' ? momentOf(input.asOf) : undefined;
  if (time === 'as-of' && asOf === undefined) {
    return { lacks: 'Enter a date and time.', fieldId: 'signatures-as-of' };
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
